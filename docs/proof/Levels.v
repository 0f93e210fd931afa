(* The list of levels (engine/linear/scuttlesort/levels.py), and the edits of a list (edits.py).

   A level holds the names of one rank, ascending. No rank is stored: it is the place of the
   level in the list. *)
From Tanglescope Require Export Ranks.

Definition levels := list (list nat).

Fixpoint rank (L : levels) v :=
  match L with [] => 0 | l :: L => if mem v l then 0 else S (rank L v) end.

Definition ascending (L : levels) := Forall (StronglySorted lt) L.

(* A list of names: [bisect] is where a name belongs, [insert] puts it there. *)
Definition bisect x (l : list nat) := length (filter (fun y => y <? x) l).
Definition insert_at {A} p (x : A) l := firstn p l ++ x :: skipn p l.
Definition insert x l := insert_at (bisect x l) x l.
Definition take_out x l := filter (fun y => negb (y =? x)) l.

(* Do something to one level; those missing at the end are added. *)
Fixpoint update i (f : list nat -> list nat) (L : levels) : levels :=
  match i, L with
  | 0, [] => [f []]
  | 0, l :: L => f l :: L
  | S i, [] => [] :: update i f []
  | S i, l :: L => l :: update i f L
  end.

Definition level i (L : levels) := nth i L [].
Definition start i (L : levels) := length (concat (firstn i L)).

(* Levels.put_above: a name goes into a level; its position. *)
Definition put i x (L : levels) := update i (insert x) L.
Definition position i x (L : levels) := start i L + bisect x (level i L).

(* Levels.lift: a name goes from its level to the one [rise] levels above; the levels, the position
   where it stood, and how many names it has passed. *)
Definition lift (L : levels) x rise :=
  let place := rank L x in
  let goal := place + rise in
  let index := bisect x (level place L) in
  let source := start place L + index in
  let L' := update place (take_out x) L in
  let between := firstn (goal - S place) (skipn (S place) L') in
  let passed := (length (level place L') - index) + length (concat between) + bisect x (level goal L') in
  (put goal x L', source, passed).

(* Edits and how a replica applies them: destinations count without what is moved. *)
Inductive edit := Insert (name position : nat) | Move (source destination : nat).

Definition apply (e : edit) (l : list nat) :=
  match e with
  | Insert x p => insert_at p x l
  | Move s d =>
      match nth_error l s with
      | Some x => insert_at d x (firstn s l ++ skipn (S s) l)
      | None => l
      end
  end.

Definition apply_all es l := fold_left (fun l e => apply e l) es l.

(* Lists *)

Lemma insert_at_perm {A} p (x : A) l : Permutation (insert_at p x l) (x :: l).
Proof.
  unfold insert_at. rewrite <- Permutation_middle. constructor. rewrite firstn_skipn. reflexivity.
Qed.

Lemma insert_perm x l : Permutation (insert x l) (x :: l).
Proof. apply insert_at_perm. Qed.

Lemma insert_In x l v : In v (insert x l) <-> v = x \/ In v l.
Proof.
  split; intros H.
  - apply (Permutation_in _ (insert_perm x l)) in H. simpl in H. intuition.
  - apply (Permutation_in _ (Permutation_sym (insert_perm x l))). simpl. intuition.
Qed.

Lemma take_out_In x l v : In v (take_out x l) <-> In v l /\ v <> x.
Proof. unfold take_out. rewrite filter_In, negb_true_iff, Nat.eqb_neq. tauto. Qed.

Lemma sorted_filter f l : StronglySorted lt l -> StronglySorted lt (filter f l).
Proof.
  induction 1 as [|a l H IH F]; simpl; [constructor|]. destruct (f a); [constructor|]; auto.
  rewrite Forall_forall in *. intros b Hb. apply filter_In in Hb. apply F. tauto.
Qed.

(* In an ascending list a name belongs behind the smaller ones. *)
Lemma insert_cons_less x a l : a < x -> insert x (a :: l) = a :: insert x l.
Proof.
  intros H. unfold insert, bisect. simpl. destruct (Nat.ltb_spec a x); [|lia]. reflexivity.
Qed.

Lemma bisect_first x l : Forall (fun b => x <= b) l -> bisect x l = 0.
Proof.
  induction 1; unfold bisect in *; simpl; auto. destruct (Nat.ltb_spec x0 x); [lia|auto].
Qed.

Lemma insert_first x l : Forall (fun b => x <= b) l -> insert x l = x :: l.
Proof. intros H. unfold insert. rewrite bisect_first by exact H. reflexivity. Qed.

Lemma insert_sorted x l : StronglySorted lt l -> ~ In x l -> StronglySorted lt (insert x l).
Proof.
  induction 1 as [|a l H IH F]; intros N.
  - repeat constructor.
  - rewrite Forall_forall in F. destruct (lt_eq_lt_dec a x) as [[L|E]|L].
    + rewrite insert_cons_less by exact L. constructor.
      * apply IH. intros I; apply N; simpl; auto.
      * rewrite Forall_forall. intros b Hb. apply insert_In in Hb as [->|Hb]; auto.
    + exfalso. apply N. simpl; auto.
    + rewrite insert_first.
      * constructor; [constructor; [exact H|rewrite Forall_forall; exact F]|].
        constructor; [exact L|]. rewrite Forall_forall. intros b Hb. specialize (F b Hb). lia.
      * constructor; [lia|]. rewrite Forall_forall. intros b Hb. specialize (F b Hb). lia.
Qed.

Lemma bisect_length x l : bisect x l <= length l.
Proof. unfold bisect. induction l as [|a l IH]; simpl; [lia|]. destruct (a <? x); simpl; lia. Qed.

(* Where a name stood is where it would be put again. *)
Lemma take_out_absent x l : ~ In x l -> take_out x l = l.
Proof.
  induction l as [|a l IH]; simpl; intros N; [reflexivity|].
  destruct (Nat.eqb_spec a x) as [->|D]; [exfalso; auto|]. simpl. rewrite IH; auto.
Qed.

Lemma bisect_take_out x l : bisect x (take_out x l) = bisect x l.
Proof.
  unfold bisect, take_out. induction l as [|a l IH]; simpl; [reflexivity|].
  destruct (Nat.eqb_spec a x) as [->|D]; simpl.
  - rewrite IH. rewrite Nat.ltb_irrefl. reflexivity.
  - destruct (a <? x); simpl; auto.
Qed.

Lemma insert_take_out x l : StronglySorted lt l -> In x l -> insert x (take_out x l) = l.
Proof.
  induction 1 as [|a l H IH F]; intros I; [destruct I|]. rewrite Forall_forall in F.
  simpl. destruct (Nat.eqb_spec a x) as [->|D]; simpl.
  - rewrite take_out_absent by (intros J; specialize (F x J); lia).
    apply insert_first. rewrite Forall_forall. intros b Hb. specialize (F b Hb). lia.
  - destruct I as [->|I]; [congruence|]. rewrite insert_cons_less by (apply F; exact I).
    rewrite IH by exact I. reflexivity.
Qed.

(* Levels *)

Lemma update_nth i f L j :
  nth j (update i f L) [] = if j =? i then f (nth i L []) else nth j L [].
Proof.
  revert L j. induction i as [|i IH]; intros [|l L] [|j]; simpl; auto.
  - destruct j; reflexivity.
  - rewrite IH. destruct (j =? i); [destruct i; reflexivity|destruct j; reflexivity].
Qed.

Lemma update_ascending i f L :
  ascending L -> (StronglySorted lt (level i L) -> StronglySorted lt (f (level i L))) ->
  ascending (update i f L).
Proof.
  unfold ascending, level. intros A. revert L A.
  induction i as [|i IH]; intros [|l L] A Hf; simpl in *.
  - constructor; [apply Hf; constructor|constructor].
  - inversion A; subst. constructor; auto.
  - constructor; [constructor|]. apply IH; [constructor|]. destruct i; exact Hf.
  - inversion A; subst. constructor; auto.
Qed.

Lemma level_ascending i L : ascending L -> StronglySorted lt (level i L).
Proof.
  intros A. unfold level. destruct (le_lt_dec (length L) i).
  - rewrite nth_overflow by assumption. constructor.
  - unfold ascending in A. rewrite Forall_forall in A. apply A, nth_In. assumption.
Qed.

Lemma update_twice i f g L : update i g (update i f L) = update i (fun l => g (f l)) L.
Proof. revert L. induction i as [|i IH]; intros [|l L]; simpl; auto; rewrite IH; reflexivity. Qed.

Lemma update_same i f L : i < length L -> f (level i L) = level i L -> update i f L = L.
Proof.
  revert L. unfold level. induction i as [|i IH]; intros [|l L] Hi E; simpl in *; try lia.
  - rewrite E. reflexivity.
  - rewrite IH; auto. lia.
Qed.

Lemma firstn_update i j f L : j <= i -> concat (firstn j (update i f L)) = concat (firstn j L).
Proof.
  revert j L. induction i as [|i IH]; intros [|j] [|l L] H; simpl; auto; try lia.
  - rewrite (IH j []) by lia. rewrite firstn_nil. reflexivity.
  - rewrite IH by lia. reflexivity.
Qed.

Lemma start_update i f L : start i (update i f L) = start i L.
Proof. unfold start. rewrite firstn_update; auto. Qed.

(* The whole list, when a name is put into a level. *)
Lemma concat_put i x L : ascending L ->
  concat (put i x L) = insert_at (position i x L) x (concat L).
Proof.
  unfold put, position, level, start. revert L.
  induction i as [|i IH]; intros [|l L] A; simpl.
  - reflexivity.
  - unfold insert, insert_at. rewrite firstn_app, skipn_app.
    pose proof (bisect_length x l).
    replace (bisect x l - length l) with 0 by lia. simpl.
    rewrite app_nil_r, <- !app_assoc. reflexivity.
  - replace (concat (update i (insert x) [])) with [x].
    + destruct i; reflexivity.
    + clear. symmetry. induction i as [|i IH]; simpl; auto.
  - inversion A; subst. rewrite IH by assumption. unfold insert_at. rewrite app_length.
    rewrite <- Nat.add_assoc.
    remember (length (concat (firstn i L)) + bisect x (nth i L [])) as p eqn:E. clear E.
    rewrite firstn_app, skipn_app, (@firstn_all2 _ (length l + p) l), (@skipn_all2 _ (length l + p) l) by lia.
    replace (length l + p - length l) with p by lia. rewrite <- app_assoc. reflexivity.
Qed.

Lemma put_perm i x L : ascending L -> Permutation (concat (put i x L)) (x :: concat L).
Proof. intros A. rewrite concat_put by exact A. apply insert_at_perm. Qed.

Lemma rank_level L v : In v (concat L) -> In v (level (rank L v) L) /\ rank L v < length L.
Proof.
  unfold level. induction L as [|l L IH]; simpl; [tauto|]. intros H.
  destruct (mem v l) eqn:E; [apply mem_In in E; split; [assumption|lia]|].
  apply mem_not in E. apply in_app_or in H as [H|H]; [tauto|]. apply IH in H. intuition lia.
Qed.

Lemma level_concat i L v : In v (level i L) -> In v (concat L).
Proof.
  unfold level. intros H. destruct (le_lt_dec (length L) i).
  - rewrite nth_overflow in H by assumption. destruct H.
  - apply in_concat. exists (nth i L []). split; [apply nth_In|]; assumption.
Qed.

Lemma NoDup_app_inv {A} (l k : list A) : NoDup (l ++ k) ->
  NoDup l /\ NoDup k /\ forall v, In v l -> ~ In v k.
Proof.
  induction l as [|a l IH]; simpl; intros N.
  - repeat split; [constructor|assumption|tauto].
  - inversion N; subst. destruct (IH H2) as (Nl & Nk & D). rewrite in_app_iff in H1.
    repeat split; [constructor; tauto|assumption|]. intros v [<-|Hv]; [tauto|auto].
Qed.

(* A name is in one level only, that of its rank. *)
Lemma level_rank L v i : NoDup (concat L) -> In v (level i L) -> rank L v = i.
Proof.
  unfold level. revert i. induction L as [|l L IH]; simpl; intros i N H.
  - destruct i; destruct H.
  - apply NoDup_app_inv in N as (_ & N & D). destruct i as [|i].
    + rewrite (proj2 (mem_In v l) H). reflexivity.
    + destruct (mem v l) eqn:E.
      * apply mem_In in E. exfalso. apply (D v E), (level_concat i). exact H.
      * rewrite (IH i); auto.
Qed.

Lemma sorted_app {A} (R : A -> A -> Prop) l k : StronglySorted R l -> StronglySorted R k ->
  (forall a b, In a l -> In b k -> R a b) -> StronglySorted R (l ++ k).
Proof.
  intros Sl Sk. induction Sl as [|a l Sl IH F]; simpl; intros H; [exact Sk|].
  constructor; [apply IH; auto|]. rewrite Forall_forall in *. intros b Hb.
  apply in_app_or in Hb as [Hb|Hb]; auto.
Qed.

Lemma sorted_from r L : forall first, ascending L ->
  (forall i v, In v (level i L) -> r v = first + i) -> StronglySorted (before r) (concat L).
Proof.
  unfold level. induction L as [|l L IH]; simpl; intros first A H; [constructor|].
  inversion A; subst. apply sorted_app.
  - assert (E : forall v, In v l -> r v = first) by (intros v Hv; rewrite (H 0 v Hv); lia).
    clear -H2 E. induction H2 as [|a l S IH F]; constructor.
    + apply IH. intros; apply E; simpl; auto.
    + rewrite Forall_forall in *. intros b Hb. right. rewrite !E by (simpl; auto). auto.
  - apply (IH (S first)); [assumption|]. intros i v Hv. rewrite (H (S i) v Hv). lia.
  - intros a b Ha Hb. left. rewrite (H 0 a Ha).
    destruct (rank_level L b Hb) as [Hl _]. rewrite (H (S (rank L b)) b Hl). lia.
Qed.

(* The list that is shown is in order. *)
Theorem concat_sorted L : NoDup (concat L) -> ascending L ->
  StronglySorted (before (rank L)) (concat L).
Proof. intros N A. apply (sorted_from _ _ 0 A). intros i v. apply level_rank. exact N. Qed.

(* Putting a name into a level changes no other. *)
Lemma put_level i x L j : level j (put i x L) = if j =? i then insert x (level i L) else level j L.
Proof. unfold level, put. apply update_nth. Qed.

Lemma put_ascending i x L : ascending L -> ~ In x (level i L) -> ascending (put i x L).
Proof. intros A N. apply update_ascending; [exact A|]. intros S. apply insert_sorted; assumption. Qed.

Lemma put_rank i x L v : NoDup (concat L) -> ascending L -> ~ In x (concat L) -> v = x \/ In v (concat L) ->
  rank (put i x L) v = if v =? x then i else rank L v.
Proof.
  intros N A F Hv. apply level_rank.
  - apply (Permutation_NoDup (Permutation_sym (put_perm i x L A))). constructor; assumption.
  - rewrite put_level. destruct (Nat.eqb_spec v x) as [->|D].
    + rewrite Nat.eqb_refl. apply insert_In. auto.
    + destruct Hv as [->|Hv]; [congruence|]. apply rank_level in Hv as [Hv _].
      destruct (Nat.eqb_spec (rank L v) i) as [<-|D']; [apply insert_In; auto|assumption].
Qed.

Lemma start_split i j L : i < j -> i < length L ->
  start j L = start i L + length (level i L) + length (concat (firstn (j - S i) (skipn (S i) L))).
Proof.
  unfold start, level. revert j L. induction i as [|i IH]; intros [|j] [|l L] Hj Hi; simpl in *; try lia.
  - rewrite app_length, Nat.sub_0_r. reflexivity.
  - rewrite !app_length, (IH j L) by lia. reflexivity || lia.
Qed.

Lemma move_inserted s d x l : s <= length l -> apply (Move s d) (insert_at s x l) = insert_at d x l.
Proof.
  intros H. assert (E : length (firstn s l) = s) by (apply firstn_length_le; exact H).
  assert (N : nth_error (insert_at s x l) s = Some x).
  { unfold insert_at. rewrite nth_error_app2, E, Nat.sub_diag by lia. reflexivity. }
  assert (F : firstn s (insert_at s x l) = firstn s l).
  { unfold insert_at. rewrite firstn_app, E, Nat.sub_diag, firstn_firstn, Nat.min_id.
    simpl. apply app_nil_r. }
  assert (K : skipn (S s) (insert_at s x l) = skipn s l).
  { unfold insert_at. rewrite skipn_app, E. replace (S s - s) with 1 by lia.
    rewrite (skipn_all2 (firstn s l)) by lia. reflexivity. }
  unfold apply. rewrite N, F, K, firstn_skipn. reflexivity.
Qed.

(* What [lift] does, and that its move brings a replica up to date. *)
Theorem lift_right L x rise : NoDup (concat L) -> ascending L -> In x (concat L) -> 0 < rise ->
  forall L' source passed, lift L x rise = (L', source, passed) ->
  Permutation (concat L') (concat L) /\ ascending L' /\
  (forall v, In v (concat L) -> rank L' v = if v =? x then rank L x + rise else rank L v) /\
  apply (Move source (source + passed)) (concat L) = concat L'.
Proof.
  intros N A I R L' source passed E. unfold lift in E. remember (rank L x) as i eqn:Ei.
  remember (update i (take_out x) L) as L1 eqn:E1.
  destruct (rank_level L x I) as [Hx Hi]. rewrite <- Ei in Hx, Hi.
  assert (A1 : ascending L1) by (subst L1; apply update_ascending; [exact A|apply sorted_filter]).
  assert (lev1 : forall j, level j L1 = if j =? i then take_out x (level i L) else level j L)
    by (intros j; subst L1; apply update_nth).
  assert (back : put i x L1 = L).
  { subst L1. unfold put. rewrite update_twice. apply update_same; [exact Hi|].
    apply insert_take_out; [apply level_ascending; exact A|exact Hx]. }
  assert (Len : length L1 = length L).
  { subst L1. clear -Hi. revert L Hi. induction i as [|i IH]; intros [|l L] Hi; simpl in *; try lia.
    rewrite IH; lia. }
  assert (P : Permutation (concat L) (x :: concat L1)) by (rewrite <- back at 1; apply put_perm; exact A1).
  pose proof (Permutation_NoDup P N) as N1. inversion N1 as [|? ? F1 N1']; subst x0 l.
  assert (S0 : position i x L1 = start i L + bisect x (level i L)).
  { unfold position. rewrite lev1, Nat.eqb_refl, bisect_take_out. f_equal. subst L1. apply start_update. }
  injection E as E Es Ep.
  assert (S1 : position (i + rise) x L1 = source + passed).
  { unfold position. rewrite (start_split i (i + rise) L1) by lia. rewrite <- Es, <- Ep.
    assert (start i L1 = start i L) by (subst L1; apply start_update).
    assert (bisect x (level i L) <= length (level i L1)).
    { rewrite lev1, Nat.eqb_refl, <- bisect_take_out. apply bisect_length. }
    cbn [skipn] in *. lia. }
  assert (bound : position i x L1 <= length (concat L1)).
  { pose proof (start_split i (S i) L1 ltac:(lia) ltac:(lia)) as H. rewrite Nat.sub_diag in H. simpl in H.
    pose proof (bisect_length x (level i L1)).
    assert (start (S i) L1 <= length (concat L1)).
    { unfold start. rewrite <- (firstn_skipn (S i) L1) at 2. rewrite concat_app, app_length. lia. }
    unfold position. lia. }
  subst L'. repeat split.
  - rewrite put_perm by exact A1. symmetry. exact P.
  - apply put_ascending; [exact A1|]. intros H. apply F1, (level_concat _ _ _ H).
  - intros v Hv. rewrite put_rank; auto.
    + destruct (Nat.eqb_spec v x) as [->|D]; [reflexivity|]. apply level_rank; [exact N1'|].
      rewrite lev1. destruct (rank_level L v Hv) as [Hl _].
      destruct (Nat.eqb_spec (rank L v) i) as [Er|Dr]; [|exact Hl].
      apply take_out_In. split; [|exact D]. rewrite <- Er. exact Hl.
    + apply (Permutation_in _ P) in Hv. simpl in Hv. intuition.
  - rewrite concat_put, S1 by exact A1. rewrite <- back at 1. rewrite concat_put by exact A1.
    rewrite <- Es at 1. rewrite <- S0. rewrite move_inserted by exact bound. reflexivity.
Qed.

(* Levels.insert_before, for all shifts of a sweep at once: so many empty levels before each level. *)
Fixpoint spread (L : levels) (new : list nat) : levels :=
  match L, new with
  | l :: L, d :: new => repeat [] d ++ l :: spread L new
  | _, _ => L
  end.

Lemma concat_repeat_nil d : concat (repeat (@nil nat) d) = [].
Proof. induction d; simpl; auto. Qed.

Lemma spread_concat L new : concat (spread L new) = concat L.
Proof.
  revert new. induction L as [|l L IH]; intros [|d new]; simpl; auto.
  rewrite concat_app, concat_repeat_nil. simpl. rewrite IH. reflexivity.
Qed.

Lemma spread_ascending L new : ascending L -> ascending (spread L new).
Proof.
  unfold ascending. revert new. induction L as [|l L IH]; intros [|d new] A; simpl; auto.
  inversion A; subst. apply Forall_app. split; [|constructor; auto].
  clear. induction d; simpl; constructor; auto. constructor.
Qed.

Lemma spread_level L : forall new i v, length new = length L -> In v (level i L) ->
  In v (level (i + list_sum (firstn (S i) new)) (spread L new)).
Proof.
  unfold level. induction L as [|l L IH]; intros [|d new] i v Len H; simpl in *; try lia.
  - destruct i; destruct H.
  - assert (Ld : length (repeat (@nil nat) d) = d) by apply repeat_length.
    destruct i as [|i].
    + rewrite app_nth2 by (rewrite Ld; simpl; lia). rewrite Ld.
      replace (0 + (d + list_sum (firstn 0 new)) - d) with 0 by (simpl; lia). exact H.
    + rewrite app_nth2 by lia. rewrite Ld.
      replace (S i + (d + list_sum (firstn (S i) new)) - d) with (S (i + list_sum (firstn (S i) new))) by lia.
      apply IH; [lia|exact H].
Qed.
