(* The order as a function of the events, short enough to be believed at sight, and that the timeline
   shows it. This is what is extracted and compared with the engine. *)
From Tanglescope Require Export Timeline.

Section Oracle.
  Variable causes : nat -> list nat.

  (* Ranks by repair from 0, as often as there are events. *)
  Definition ranks K := iter (length K) (repair causes K) (fun _ => 0).
  Definition comes_first r a b := (r a <? r b) || ((r a =? r b) && (a <? b)).
  Fixpoint sort_in (r : nat -> nat) x l :=
    match l with [] => [x] | y :: l' => if comes_first r x y then x :: l else y :: sort_in r x l' end.
  Definition order K := let r := ranks K in fold_right (sort_in r) [] K.

  (* Below an event of rank n are n others, one of each rank. *)
  Lemma ranks_below K s : settled causes K s -> forall n v, In v K -> s v = n ->
    exists l, NoDup l /\ incl l K /\ length l = S n /\ forall u, In u l -> s u <= n.
  Proof.
    intros S. induction n as [|n IH]; intros v Hv E.
    - exists [v]. repeat split; [repeat constructor; simpl; tauto|intros u [<-|[]]; exact Hv|intros u [<-|[]]; lia].
    - destruct (want_attained causes K s v) as [Z|(c & Hc & Z)]; rewrite <- (S v Hv) in Z; [lia|].
      destruct (IH c) as (l & N & I & Len & B); [apply known_in in Hc; tauto|lia|].
      exists (v :: l). repeat split.
      + constructor; [|exact N]. intros H. specialize (B v H). lia.
      + intros u [<-|H]; auto.
      + simpl. lia.
      + intros u [<-|H]; [lia|]. specialize (B u H). lia.
  Qed.

  Lemma rank_bound K s v : settled causes K s -> In v K -> s v < length K.
  Proof.
    intros S Hv. destruct (ranks_below K s S (s v) v Hv eq_refl) as (l & N & I & Len & _).
    pose proof (NoDup_incl_length N I). lia.
  Qed.

  Lemma ranks_right K s : settled causes K s -> forall v, In v K -> ranks K v = s v.
  Proof.
    intros S v Hv. apply (repair_from_zero causes K s S); [exact Hv|]. apply rank_bound; assumption.
  Qed.

  Lemma sort_in_perm r x l : Permutation (sort_in r x l) (x :: l).
  Proof.
    induction l as [|y l IH]; simpl; auto. destruct (comes_first r x y); auto.
    rewrite IH. apply perm_swap.
  Qed.

  Lemma order_perm K : Permutation (order K) K.
  Proof.
    unfold order. generalize (ranks K) as r. intros r. induction K as [|x K IH]; simpl; auto.
    rewrite sort_in_perm. constructor. exact IH.
  Qed.

  Lemma sort_in_sorted r x l : StronglySorted (before r) l -> ~ In x l ->
    StronglySorted (before r) (sort_in r x l).
  Proof.
    induction 1 as [|y l S IH F]; simpl; intros N; [repeat constructor|].
    rewrite Forall_forall in F. destruct (comes_first r x y) eqn:E.
    - assert (B : before r x y).
      { unfold comes_first in E. apply orb_true_iff in E as [E|E]; [left; apply Nat.ltb_lt; exact E|right].
        apply andb_true_iff in E as [E1 E2]. apply Nat.eqb_eq in E1. apply Nat.ltb_lt in E2. auto. }
      constructor; [constructor; [exact S|rewrite Forall_forall; exact F]|].
      rewrite Forall_forall. intros z [<-|Hz]; [exact B|]. specialize (F z Hz). unfold before in *. lia.
    - assert (B : before r y x).
      { unfold comes_first in E. apply orb_false_iff in E as [E1 E2]. apply Nat.ltb_ge in E1.
        destruct (Nat.eqb_spec (r x) (r y)) as [E3|E3]; simpl in E2; [|left; lia].
        apply Nat.ltb_ge in E2. right. split; [lia|]. assert (x <> y) by (intros ->; apply N; simpl; auto). lia. }
      constructor; [apply IH; simpl in N; tauto|]. rewrite Forall_forall. intros z Hz.
      apply (Permutation_in _ (sort_in_perm r x l)) in Hz. destruct Hz as [<-|Hz]; [exact B|apply F; exact Hz].
  Qed.

  Lemma order_sorted K : NoDup K -> StronglySorted (before (ranks K)) (order K).
  Proof.
    unfold order. generalize (ranks K) as r. intros r. induction 1 as [|x K F N IH]; simpl; [constructor|].
    apply sort_in_sorted; [exact IH|]. intros H. apply F.
    assert (P : Permutation (fold_right (sort_in r) [] K) K).
    { clear. induction K as [|x K IH]; simpl; auto. rewrite sort_in_perm. constructor. exact IH. }
    apply (Permutation_in _ P). exact H.
  Qed.

  (* A timeline shows the order of its events. *)
  Theorem timeline_is_order L K : timeline causes L -> Permutation (concat L) K -> concat L = order K.
  Proof.
    intros (N & A & S) P.
    assert (NK : NoDup K) by (apply (Permutation_NoDup P); exact N).
    assert (same : forall v, In v (concat L) <-> In v K).
    { intros v. split; intros H; [apply (Permutation_in _ P)|apply (Permutation_in _ (Permutation_sym P))]; exact H. }
    assert (SK : settled causes K (rank L)) by (apply (settled_same causes (concat L)); assumption).
    apply (order_is_unique (rank L)).
    - apply concat_sorted; assumption.
    - apply (sorted_ext (ranks K)); [|apply order_sorted; exact NK].
      intros v Hv. apply ranks_right; [exact SK|]. apply (Permutation_in _ (order_perm K)). exact Hv.
    - rewrite P. symmetry. apply order_perm.
  Qed.

  (* So every delivery ends in it. *)
  Theorem every_delivery_ends_in_the_order K delivery :
    NoDup K -> acyclic causes K -> Permutation delivery K ->
    exists L, run causes [] delivery = Some L /\ concat L = order K.
  Proof.
    intros N wf P.
    assert (Nd : NoDup delivery) by (apply (Permutation_NoDup (Permutation_sym P)); exact N).
    assert (wfd : acyclic causes delivery).
    { apply (acyclic_part causes _ K); [|exact wf]. intros v H. apply (Permutation_in _ P). exact H. }
    destruct (run_right causes delivery [] (empty_timeline causes)) as (L & R & T & PL); rewrite ?app_nil_r; auto.
    simpl in PL. rewrite app_nil_r in PL. exists L. split; [exact R|].
    apply timeline_is_order; [exact T|]. rewrite PL. exact P.
  Qed.

  (* No level of a timeline below one that holds a name is empty. *)
  Theorem no_level_is_empty L v i : timeline causes L -> In v (concat L) -> i <= rank L v ->
    exists u, In u (level i L).
  Proof.
    intros (N & A & S) Hv. remember (rank L v - i) as d eqn:Ed. revert v Hv Ed.
    induction d as [|d IH]; intros v Hv Ed Le.
    - exists v. replace i with (rank L v) by lia. apply rank_level. exact Hv.
    - destruct (want_attained causes (concat L) (rank L) v) as [Z|(c & Hc & Z)]; rewrite <- (S v Hv) in Z; [lia|].
      apply (IH c); [apply known_in in Hc; tauto|lia|lia].
  Qed.
End Oracle.
