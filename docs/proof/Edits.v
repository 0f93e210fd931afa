(* How many edits are needed: as many moves as there are elements outside a longest common
   subsequence of the two orders, and one insertion for each new name. *)
From Tanglescope Require Export Timeline.

(* [sub s l]: s is left when some elements of l are left out. *)
Inductive sub {A} : list A -> list A -> Prop :=
| sub_nil : forall l, sub [] l
| sub_keep : forall x s l, sub s l -> sub (x :: s) (x :: l)
| sub_skip : forall x s l, sub s l -> sub s (x :: l).

Definition is_move e := match e with Move _ _ => true | Insert _ _ => false end.
Definition moves es := length (filter is_move es).
Definition inserts es := length (filter (fun e => negb (is_move e)) es).

Lemma sub_refl {A} (l : list A) : sub l l.
Proof. induction l; constructor; auto. Qed.

Lemma sub_trans {A} (k l : list A) : sub k l -> forall t, sub t k -> sub t l.
Proof.
  induction 1 as [l|x k l H IH|x k l H IH]; intros t T.
  - inversion T. constructor.
  - inversion T; subst; [constructor|apply sub_keep; auto|apply sub_skip; auto].
  - apply sub_skip. auto.
Qed.

Lemma sub_insert {A} (s a b : list A) x : sub s (a ++ b) -> sub s (a ++ x :: b).
Proof.
  revert s. induction a as [|y a IH]; simpl; intros s H; [constructor; auto|].
  inversion H; subst; constructor; auto.
Qed.

(* Taking one element out of the longer list costs the shorter one at most one. *)
Lemma sub_remove {A} (a b : list A) x : forall s, sub s (a ++ x :: b) ->
  exists t, sub t (a ++ b) /\ sub t s /\ length s <= S (length t).
Proof.
  induction a as [|y a IH]; simpl; intros s H; inversion H; subst.
  - exists []. repeat split; [constructor|constructor|simpl; lia].
  - exists s0. repeat split; [assumption| apply sub_skip, sub_refl | simpl; lia].
  - exists s. repeat split; [assumption|apply sub_refl|lia].
  - exists []. repeat split; [constructor|constructor|simpl; lia].
  - destruct (IH _ H2) as (t & T1 & T2 & T3). exists (y :: t).
    repeat split; [apply sub_keep; auto | apply sub_keep; auto | simpl; lia].
  - destruct (IH _ H2) as (t & T1 & T2 & T3). exists t. repeat split; [apply sub_skip; auto|auto|lia].
Qed.

Lemma apply_move s d l : apply (Move s d) l = l \/
  exists x a b, l = a ++ x :: b /\ apply (Move s d) l = insert_at d x (a ++ b).
Proof.
  unfold apply. destruct (nth_error l s) as [x|] eqn:E; [right|left; reflexivity].
  apply nth_error_split in E as (a & b & -> & <-). exists x, a, b. split; [reflexivity|].
  replace (firstn (length a) (a ++ x :: b)) with a
    by (rewrite firstn_app, Nat.sub_diag, firstn_all; simpl; rewrite app_nil_r; reflexivity).
  replace (skipn (S (length a)) (a ++ x :: b)) with b; [reflexivity|].
  clear. induction a as [|c a IH]; simpl in *; auto.
Qed.

(* No script is shorter: what it never moves is a common subsequence. *)
Theorem edits_needed es : forall l k, apply_all es l = k ->
  length k = length l + inserts es /\
  exists s, sub s l /\ sub s k /\ length l <= moves es + length s.
Proof.
  induction es as [|e es IH]; intros l k E.
  - simpl in E. subst k. split; [unfold inserts; simpl; lia|].
    exists l. repeat split; try apply sub_refl. unfold moves. simpl. lia.
  - change (apply_all (e :: es) l) with (apply_all es (apply e l)) in E.
    destruct (IH _ _ E) as (Len & s & H1 & H2 & H3). destruct e as [x p|source d].
    + simpl apply in *. assert (Lx : length (insert_at p x l) = S (length l)).
      { rewrite (Permutation_length (insert_at_perm p x l)). reflexivity. }
      split; [unfold inserts in *; simpl; lia|].
      unfold insert_at in H1. destruct (sub_remove _ _ _ _ H1) as (t & T1 & T2 & T3).
      rewrite firstn_skipn in T1. exists t. repeat split; [exact T1|exact (sub_trans _ _ H2 _ T2)|].
      unfold moves in *. simpl. lia.
    + assert (M : moves (Move source d :: es) = S (moves es)) by reflexivity.
      assert (I : inserts (Move source d :: es) = inserts es) by reflexivity. rewrite M, I.
      destruct (apply_move source d l) as [Same|(x & a & b & -> & Ap)].
      * rewrite Same in *. split; [exact Len|]. exists s. repeat split; auto. lia.
      * rewrite Ap in *. assert (Ll : length (insert_at d x (a ++ b)) = length (a ++ x :: b)).
        { rewrite (Permutation_length (insert_at_perm d x (a ++ b))).
          rewrite <- (Permutation_length (Permutation_middle a b x)). reflexivity. }
        split; [lia|]. unfold insert_at in H1. destruct (sub_remove _ _ _ _ H1) as (t & T1 & T2 & T3).
        rewrite firstn_skipn in T1. exists t.
        repeat split; [apply sub_insert; exact T1|exact (sub_trans _ _ H2 _ T2)|lia].
Qed.

(* And so many moves are enough, whatever is to be kept. *)
Lemma sub_app {A} (s t l k : list A) : sub s l -> sub t k -> sub (s ++ t) (l ++ k).
Proof.
  induction 1; simpl; intros T; [|apply sub_keep; auto|apply sub_skip; auto].
  induction l; simpl; [exact T|apply sub_skip; assumption].
Qed.

Lemma sub_split {A} (s t l : list A) : sub (s ++ t) l -> exists a b, l = a ++ b /\ sub s a /\ sub t b.
Proof.
  revert s. induction l as [|x l IH]; intros s H.
  - assert (Z : s ++ t = []) by (inversion H; reflexivity). apply app_eq_nil in Z as [-> ->].
    exists [], []. repeat split; constructor.
  - destruct s as [|y s].
    + exists [], (x :: l). repeat split; [constructor|exact H].
    + simpl in H. inversion H; subst.
      * destruct (IH s H1) as (a & b & -> & Sa & Sb). exists (x :: a), b. repeat split; [apply sub_keep; exact Sa|exact Sb].
      * destruct (IH (y :: s) H2) as (a & b & -> & Sa & Sb). exists (x :: a), b. repeat split; [apply sub_skip; exact Sa|exact Sb].
Qed.

Lemma sub_around {A} (c d : list A) x : forall s, ~ In x s -> sub s (c ++ x :: d) ->
  exists s1 s2, s = s1 ++ s2 /\ sub s1 c /\ sub s2 d.
Proof.
  induction c as [|y c IH]; simpl; intros s N H.
  - inversion H; subst.
    + exists [], []. repeat split; constructor.
    + exfalso. apply N. simpl. auto.
    + exists [], s. repeat split; [constructor|assumption].
  - inversion H; subst.
    + exists [], []. repeat split; constructor.
    + destruct (IH s0) as (s1 & s2 & -> & S1 & S2); [simpl in N; tauto|assumption|].
      exists (y :: s1), s2. repeat split; [apply sub_keep; exact S1|exact S2].
    + destruct (IH s) as (s1 & s2 & -> & S1 & S2); auto. exists s1, s2. repeat split; [apply sub_skip; exact S1|exact S2].
Qed.

Lemma sub_In {A} (s l : list A) x : sub s l -> In x s -> In x l.
Proof. induction 1; simpl; intuition. Qed.

Lemma sub_length {A} (s l : list A) : sub s l -> length s <= length l.
Proof. induction 1; simpl; lia. Qed.

Lemma sub_all {A} (s l : list A) : sub s l -> length s = length l -> s = l.
Proof.
  induction 1; simpl; intros E.
  - destruct l; [reflexivity|discriminate].
  - f_equal. apply IHsub. lia.
  - pose proof (sub_length _ _ H). lia.
Qed.

Lemma one_missing (s l : list nat) : NoDup l -> length s < length l -> exists x, In x l /\ ~ In x s.
Proof.
  intros N Lt. destruct (find (fun x => negb (mem x s)) l) as [x|] eqn:E.
  - apply find_some in E as [H F]. apply negb_true_iff, mem_not in F. eauto.
  - exfalso. assert (I : incl l s).
    { intros x Hx. pose proof (find_none _ _ E x Hx) as F. simpl in F. apply negb_false_iff, mem_In in F. exact F. }
    pose proof (NoDup_incl_length N I). lia.
Qed.

Theorem moves_suffice : forall n (l k s : list nat), NoDup l -> Permutation l k -> sub s l -> sub s k ->
  n + length s = length l -> exists es, length es = n /\ moves es = n /\ apply_all es l = k.
Proof.
  induction n as [|n IH]; intros l k s N P Sl Sk Len.
  - exists []. repeat split. simpl. rewrite <- (sub_all s l Sl), <- (sub_all s k Sk); auto.
    rewrite <- (Permutation_length P). exact Len.
  - destruct (one_missing s l N ltac:(lia)) as (x & Hl & Ns).
    assert (Hk : In x k) by (apply (Permutation_in _ P); exact Hl).
    destruct (in_split x l Hl) as (a & b & ->). destruct (in_split x k Hk) as (c & d & ->).
    destruct (sub_around c d x s Ns Sk) as (s1 & s2 & -> & S1 & S2).
    destruct (sub_around a b x _ Ns Sl) as (t1 & t2 & Et & T1 & T2).
    assert (Sab : sub (s1 ++ s2) (a ++ b)) by (rewrite Et; apply sub_app; assumption).
    destruct (sub_split s1 s2 (a ++ b) Sab) as (e & f & Ef & Se & Sf).
    assert (Pef : Permutation (e ++ x :: f) (a ++ x :: b)).
    { rewrite <- !Permutation_middle. constructor. rewrite Ef. reflexivity. }
    destruct (IH (e ++ x :: f) (c ++ x :: d) (s1 ++ x :: s2)) as (es & E1 & E2 & E3).
    + apply (Permutation_NoDup (Permutation_sym Pef)). exact N.
    + rewrite Pef. exact P.
    + apply sub_app; [exact Se|apply sub_keep; exact Sf].
    + apply sub_app; [exact S1|apply sub_keep; exact S2].
    + rewrite (Permutation_length Pef). rewrite app_length in *. simpl. lia.
    + exists (Move (length a) (length e) :: es). split; [simpl; congruence|]. split.
      * unfold moves in *. simpl. congruence.
      * change (apply_all (Move (length a) (length e) :: es) (a ++ x :: b))
          with (apply_all es (apply (Move (length a) (length e)) (a ++ x :: b))).
        assert (M : apply (Move (length a) (length e)) (a ++ x :: b) = e ++ x :: f); [|rewrite M; exact E3].
        replace (a ++ x :: b) with (insert_at (length a) x (a ++ b)).
        { rewrite move_inserted by (rewrite app_length; lia). unfold insert_at. rewrite Ef.
          rewrite firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all. simpl. rewrite app_nil_r. reflexivity. }
        unfold insert_at. rewrite firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all. simpl.
        rewrite app_nil_r. reflexivity.
Qed.
