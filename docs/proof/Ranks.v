(* What an order is, and why replicas agree: the definitions and theorems of docs/convergence.md.

   Events are their names, and names are natural numbers. [causes] is what an event names; it is
   signed, so it never changes. *)
From Coq Require Export List Arith Lia Bool.
From Coq Require Export Sorting.Sorted Sorting.Permutation Relations.Relation_Operators.
From Coq Require Import Wellfounded.
Export ListNotations.

Definition mem v (l : list nat) := if in_dec Nat.eq_dec v l then true else false.

Lemma mem_In v l : mem v l = true <-> In v l.
Proof. unfold mem. destruct in_dec; intuition congruence. Qed.

Lemma mem_not v l : mem v l = false <-> ~ In v l.
Proof. unfold mem. destruct in_dec; intuition congruence. Qed.

Section Ranks.
  Variable causes : nat -> list nat.

  (* The known causes: references to itself count for nothing, nor do those to unknown names. *)
  Definition known K v := filter (fun c => mem c K && negb (c =? v)) (causes v).
  Definition cause K c v := In c (known K v) /\ In v K.
  Definition acyclic K := well_founded (cause K).

  (* The rule of rank: one more than the highest known cause, 0 without one. *)
  Definition want K (r : nat -> nat) v := fold_right (fun c m => Nat.max (S (r c)) m) 0 (known K v).
  Definition settled K r := forall v, In v K -> r v = want K r v.

  Lemma known_in K v c : In c (known K v) <-> In c (causes v) /\ In c K /\ c <> v.
  Proof.
    unfold known. rewrite filter_In, andb_true_iff, mem_In, negb_true_iff, Nat.eqb_neq. tauto.
  Qed.

  Lemma known_same K K' v : (forall u, In u K <-> In u K') -> known K v = known K' v.
  Proof.
    intros same. apply filter_ext. intros c. f_equal.
    destruct (mem c K) eqn:E, (mem c K') eqn:E'; auto;
      rewrite ?mem_In, ?mem_not in *; firstorder.
  Qed.

  Lemma want_ext K r s v : (forall c, In c (known K v) -> r c = s c) -> want K r v = want K s v.
  Proof.
    unfold want. generalize (known K v) as l. induction l as [|c l IH]; cbn [fold_right]; intros H; [reflexivity|].
    rewrite (H c) by (simpl; auto). rewrite IH; [reflexivity|]. intros d Hd; apply H; simpl; auto.
  Qed.

  Lemma want_above K r v c : In c (known K v) -> S (r c) <= want K r v.
  Proof.
    unfold want. induction (known K v) as [|d l IH]; cbn [fold_right]; [intros []|].
    intros [->|H]; [|apply IH in H]; lia.
  Qed.

  Lemma want_attained K r v :
    want K r v = 0 \/ exists c, In c (known K v) /\ want K r v = S (r c).
  Proof.
    unfold want. induction (known K v) as [|d l IH]; cbn [fold_right]; [auto|].
    destruct (Nat.max_spec (S (r d)) (fold_right (fun c m => Nat.max (S (r c)) m) 0 l)) as [[? ->]|[? ->]].
    - destruct IH as [IH|(c & Hc & IH)]; [lia|]. right. exists c. simpl. auto.
    - right. exists d. simpl. auto.
  Qed.

  (* How to know that a number is the one that the rule wants. *)
  Lemma want_is K r v n :
    (forall c, In c (known K v) -> S (r c) <= n) ->
    (n = 0 \/ exists c, In c (known K v) /\ n <= S (r c)) -> want K r v = n.
  Proof.
    intros above attained.
    assert (want K r v <= n).
    { destruct (want_attained K r v) as [->|(c & Hc & ->)]; [lia|auto]. }
    destruct attained as [->|(c & Hc & H')]; [lia|].
    pose proof (want_above K r v c Hc). lia.
  Qed.

  Lemma settled_above K r c v : settled K r -> In v K -> In c (known K v) -> r c < r v.
  Proof. intros S Hv Hc. rewrite (S v Hv). apply (want_above K r v c Hc). Qed.

  (* Ranks that obey the rule rise along every path, so there is no cycle. *)
  Theorem settled_is_acyclic K r : settled K r -> acyclic K.
  Proof.
    intros S. apply (wf_incl _ _ (fun c v => r c < r v)).
    - intros c v [Hc Hv]. apply (settled_above K); assumption.
    - apply (wf_inverse_image _ _ lt r), lt_wf.
  Qed.

  Lemma acyclic_part K K' : (forall v, In v K -> In v K') -> acyclic K' -> acyclic K.
  Proof.
    intros part. apply wf_incl. intros c v [Hc Hv]. rewrite known_in in Hc.
    split; [apply known_in|]; intuition.
  Qed.

  (* However the ranks came about: ranks that obey the rule are the ranks. *)
  Theorem ranks_are_unique K r s :
    acyclic K -> settled K r -> settled K s -> forall v, In v K -> r v = s v.
  Proof.
    intros wf Hr Hs v. induction (wf v) as [v _ IH]. intros Hv.
    rewrite (Hr v Hv), (Hs v Hv). apply want_ext. intros c Hc.
    apply IH; [split; assumption | apply known_in in Hc; tauto].
  Qed.

  Lemma settled_same K K' r : (forall v, In v K <-> In v K') -> settled K r -> settled K' r.
  Proof.
    intros same H v Hv. rewrite (H v) by (apply same; exact Hv). unfold want.
    rewrite (known_same K K'); auto.
  Qed.

  (* Only the set counts, not the order or number of arrivals. *)
  Theorem only_the_set K K' r s :
    (forall v, In v K <-> In v K') -> settled K r -> settled K' s -> forall v, In v K -> r v = s v.
  Proof.
    intros same Hr Hs. apply ranks_are_unique; auto.
    - eapply settled_is_acyclic; eassumption.
    - apply (settled_same K'); [firstorder|assumption].
  Qed.

  (* Repair from any ranks, however damaged: apply the rule again and again. *)
  Definition repair K (r : nat -> nat) v := if mem v K then want K r v else r v.
  Fixpoint iter {A} n (f : A -> A) x := match n with 0 => x | S n => f (iter n f x) end.

  Lemma all_bounded (P : nat -> nat -> Prop) l :
    (forall c, In c l -> exists n, forall m, n <= m -> P c m) -> exists n, forall c m, In c l -> n <= m -> P c m.
  Proof.
    induction l as [|c l IH]; intros H; [exists 0; intros ? ? []|].
    destruct (H c) as [n Hn]; [simpl; auto|]. destruct IH as [k Hk]; [intros; apply H; simpl; auto|].
    exists (Nat.max n k). intros d m [<-|Hd] Hm; [apply Hn; lia | apply Hk; [auto|lia]].
  Qed.

  Theorem repair_converges K s :
    settled K s -> forall r, exists n, forall m v, n <= m -> In v K -> iter m (repair K) r v = s v.
  Proof.
    intros Hs r. pose proof (settled_is_acyclic K s Hs) as wf.
    assert (H : forall v, In v K -> exists n, forall m, n <= m -> iter m (repair K) r v = s v).
    { intros v. induction (wf v) as [v _ IH]. intros Hv.
      destruct (all_bounded (fun c m => iter m (repair K) r c = s c) (known K v)) as [n Hn].
      { intros c Hc. apply IH; [split; auto | apply known_in in Hc; tauto]. }
      exists (S n). intros m Hm. destruct m; [lia|]. simpl. unfold repair at 1.
      rewrite (proj2 (mem_In v K) Hv), (Hs v Hv). apply want_ext. intros c Hc. apply Hn; [assumption|lia]. }
    destruct (all_bounded (fun c m => iter m (repair K) r c = s c) K H) as [n Hn].
    exists n. intros m v Hm Hv. apply Hn; assumption.
  Qed.

  (* From ranks of 0, the highest rank and one are enough repairs. *)
  Theorem repair_from_zero K s : settled K s ->
    forall m v, In v K -> s v < m -> iter m (repair K) (fun _ => 0) v = s v.
  Proof.
    intros Hs. induction m as [|m IH]; intros v Hv Hm; [lia|]. simpl. unfold repair at 1.
    rewrite (proj2 (mem_In v K) Hv), (Hs v Hv). apply want_ext. intros c Hc.
    pose proof (settled_above K s c v Hs Hv Hc). apply IH; [apply known_in in Hc; tauto|lia].
  Qed.

  (* The order shown: ascending by (rank, name). There is exactly one. *)
  Definition before (r : nat -> nat) a b := r a < r b \/ (r a = r b /\ a < b).

  Theorem order_is_unique r : forall l k,
    StronglySorted (before r) l -> StronglySorted (before r) k -> Permutation l k -> l = k.
  Proof.
    induction l as [|a l IH]; intros k Sl Sk P.
    - apply Permutation_nil in P. congruence.
    - destruct k as [|b k]; [apply Permutation_sym, Permutation_nil in P; discriminate|].
      apply StronglySorted_inv in Sl as [Sl Fl]. apply StronglySorted_inv in Sk as [Sk Fk].
      assert (a = b).
      { assert (Ia : In a (b :: k)) by (eapply Permutation_in; [exact P|simpl; auto]).
        assert (Ib : In b (a :: l)) by (eapply Permutation_in; [apply Permutation_sym, P|simpl; auto]).
        destruct Ia as [->|Ia]; [reflexivity|]. destruct Ib as [->|Ib]; [reflexivity|].
        rewrite Forall_forall in Fl, Fk. specialize (Fl _ Ib). specialize (Fk _ Ia).
        unfold before in *. lia. }
      subst b. f_equal. apply IH; auto. eapply Permutation_cons_inv; eassumption.
  Qed.

  Lemma sorted_ext r s l : (forall v, In v l -> r v = s v) ->
    StronglySorted (before r) l -> StronglySorted (before s) l.
  Proof.
    intros E H. induction H as [|a l H IH F]; constructor.
    - apply IH. intros; apply E; simpl; auto.
    - rewrite Forall_forall in *. intros b Hb. specialize (F b Hb).
      unfold before in *. rewrite <- !E by (simpl; auto). assumption.
  Qed.

  (* Strong eventual consistency: two replicas, same events, any deliveries, any algorithm that
     ends with the rule obeyed: the same list. *)
  Theorem replicas_agree K K' r s l k :
    (forall v, In v K <-> In v K') -> NoDup K -> NoDup K' -> settled K r -> settled K' s ->
    Permutation l K -> StronglySorted (before r) l ->
    Permutation k K' -> StronglySorted (before s) k -> l = k.
  Proof.
    intros same N N' Hr Hs Pl Sl Pk Sk.
    apply (order_is_unique r); auto.
    - apply (sorted_ext s); [|exact Sk]. intros v Hv. symmetry.
      apply (only_the_set K K'); auto. apply same. eapply Permutation_in; eauto.
    - rewrite Pl, Pk. apply NoDup_Permutation; assumption.
  Qed.
End Ranks.
