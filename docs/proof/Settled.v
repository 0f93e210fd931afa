(* The settled line (docs/settled.md, engine/linear/scuttlesort/settled.py): what is before it stays where it is.

   Writers are numbers. [last] is the last known message of each; [listed] are those who may write. *)
From Tanglescope Require Export Oracle.

Section Settled.
  Variable causes : nat -> list nat.
  Variable listed : nat -> Prop.
  Notation known := (known causes).
  Notation settled := (settled causes).

  Definition misses_a_cause K x := exists g, In g (causes x) /\ g <> x /\ ~ In g K.

  (* Before the place (rank + 1, "") of every listed writer, and before every message that misses a
     cause. A writer of whom nothing is known holds the line at the top. *)
  Definition before_line K r (last : nat -> option nat) v :=
    In v K /\ (forall w, listed w -> exists m, last w = Some m /\ r v < r m + 1) /\
    (forall x, In x K -> misses_a_cause K x -> before r v x).

  (* The next message of a listed writer follows its last one over known messages. *)
  Record arrival K r (last : nat -> option nat) y K' r' (last' : nat -> option nat) : Prop := {
    fresh : ~ In y K;
    grown : K' = y :: K;
    ranked : settled K r;
    ranked' : settled K' r';
    lasts_known : forall w m, last w = Some m -> In m K;
    from_listed : exists w, listed w /\ last' w = Some y /\
      (forall m, last w = Some m -> clos_trans nat (cause causes K') m y) /\
      (forall w', w' <> w -> last' w' = last w');
  }.

  Section Arrival.
    Variables (K : list nat) (r : nat -> nat) (last : nat -> option nat) (y : nat) (K' : list nat)
              (r' : nat -> nat) (last' : nat -> option nat).
    Hypothesis came : arrival K r last y K' r' last'.

    Lemma more_known v c : In c (known K v) -> In c (known K' v).
    Proof. rewrite (grown _ _ _ _ _ _ _ came), !known_in. simpl. tauto. Qed.

    Lemma in_K' v : In v K -> In v K'.
    Proof. rewrite (grown _ _ _ _ _ _ _ came). simpl. auto. Qed.

    (* No rank falls. *)
    Lemma ranks_rise : forall n v, In v K -> r v = n -> r v <= r' v.
    Proof.
      induction n as [n IH] using (well_founded_induction lt_wf). intros v Hv E.
      destruct (want_attained causes K r v) as [Z|(c & Hc & Z)]; rewrite <- (ranked _ _ _ _ _ _ _ came v Hv) in Z; [lia|].
      assert (Kc : In c K) by (apply known_in in Hc; tauto).
      pose proof (IH (r c) ltac:(lia) c Kc eq_refl).
      pose proof (settled_above causes K' r' c v (ranked' _ _ _ _ _ _ _ came) (in_K' v Hv) (more_known v c Hc)). lia.
    Qed.

    (* What rises follows, or is, a message that had missed a cause: (b) in docs/settled.md. *)
    Lemma who_rises : forall n v, In v K -> r v = n -> r v < r' v ->
      exists x, In x K /\ misses_a_cause K x /\ (x = v \/ r x < r v).
    Proof.
      induction n as [n IH] using (well_founded_induction lt_wf). intros v Hv E Up.
      destruct (want_attained causes K' r' v) as [Z|(c & Hc & Z)];
        rewrite <- (ranked' _ _ _ _ _ _ _ came v (in_K' v Hv)) in Z; [lia|].
      rewrite (grown _ _ _ _ _ _ _ came) in Hc. apply known_in in Hc as (H1 & H2 & H3). simpl in H2.
      destruct (Nat.eq_dec c y) as [->|D].
      - exists v. split; [exact Hv|]. split; [|auto]. exists y. repeat split; auto. apply (fresh _ _ _ _ _ _ _ came).
      - assert (Kc : In c K) by (destruct H2; [congruence|assumption]).
        pose proof (settled_above causes K r c v (ranked _ _ _ _ _ _ _ came) Hv ltac:(apply known_in; auto)) as Lt.
        destruct (IH (r c) ltac:(lia) c Kc eq_refl ltac:(lia)) as (x & Kx & Mx & [->|Lx]).
        + exists c. repeat split; auto.
        + exists x. repeat split; auto. right. lia.
    Qed.

    Lemma path_rises c v : clos_trans nat (cause causes K') c v -> r' c < r' v.
    Proof.
      induction 1 as [c v [Hc Hv]|c u v _ IH1 _ IH2]; [|lia].
      apply (settled_above causes K'); auto. apply (ranked' _ _ _ _ _ _ _ came).
    Qed.

    Lemma keeps_rank v : before_line K r last v -> r' v = r v.
    Proof.
      intros (Hv & _ & Miss). pose proof (ranks_rise (r v) v Hv eq_refl).
      destruct (Nat.eq_dec (r' v) (r v)) as [E|D]; [exact E|].
      destruct (who_rises (r v) v Hv eq_refl ltac:(lia)) as (x & Kx & Mx & H').
      specialize (Miss x Kx Mx). unfold before in Miss. destruct H' as [->|H']; lia.
    Qed.

    (* (a): the new message comes behind all that is settled. *)
    Lemma new_is_behind v : before_line K r last v -> r v < r' y.
    Proof.
      intros (Hv & Lines & _). destruct (from_listed _ _ _ _ _ _ _ came) as (w & Lw & _ & Path & _).
      destruct (Lines w Lw) as (m & Em & Lt).
      pose proof (path_rises m y (Path m Em)).
      pose proof (ranks_rise (r m) m (lasts_known _ _ _ _ _ _ _ came w m Em) eq_refl). lia.
    Qed.

    (* What is before a settled message is what was before it, at the same rank: (c). *)
    Theorem same_before v u : before_line K r last v ->
      (In u K' /\ before r' u v) <-> (In u K /\ before r u v).
    Proof.
      intros S. pose proof S as (Hv & Lines & Miss). pose proof (keeps_rank v S) as Ev. split.
      - intros [Hu B]. rewrite (grown _ _ _ _ _ _ _ came) in Hu. destruct Hu as [<-|Hu].
        + pose proof (new_is_behind v S). unfold before in B. lia.
        + pose proof (ranks_rise (r u) u Hu eq_refl) as Up. split; [exact Hu|].
          destruct (Nat.eq_dec (r' u) (r u)) as [E|D]; [unfold before in *; lia|]. exfalso.
          destruct (who_rises (r u) u Hu eq_refl ltac:(lia)) as (x & Kx & Mx & H').
          specialize (Miss x Kx Mx). unfold before in *. destruct H' as [->|H']; lia.
      - intros [Hu B]. split; [apply in_K'; exact Hu|].
        assert (Su : before_line K r last u).
        { split; [exact Hu|]. split.
          - intros w Lw. destruct (Lines w Lw) as (m & Em & Lt). exists m. split; [exact Em|]. unfold before in B. lia.
          - intros x Kx Mx. specialize (Miss x Kx Mx). unfold before in *. lia. }
        pose proof (keeps_rank u Su). unfold before in *. lia.
    Qed.

    (* The line does not go back: (d). *)
    Theorem stays_settled v : before_line K r last v -> before_line K' r' last' v.
    Proof.
      intros S. pose proof S as (Hv & Lines & Miss). pose proof (keeps_rank v S) as Ev.
      pose proof (new_is_behind v S) as By. split; [apply in_K'; exact Hv|]. split.
      - intros w Lw. destruct (from_listed _ _ _ _ _ _ _ came) as (w0 & _ & Ey & _ & Others).
        destruct (Nat.eq_dec w w0) as [->|D]; [exists y; split; [exact Ey|lia]|].
        destruct (Lines w Lw) as (m & Em & Lt). exists m. rewrite Others by exact D. split; [exact Em|].
        pose proof (ranks_rise (r m) m (lasts_known _ _ _ _ _ _ _ came w m Em) eq_refl). lia.
      - intros x Kx (g & Hg & Dg & Ng). rewrite (grown _ _ _ _ _ _ _ came) in Kx, Ng.
        destruct Kx as [<-|Kx]; [left; lia|].
        assert (B : before r v x) by (apply Miss; [exact Kx|]; exists g; simpl in Ng; intuition).
        pose proof (ranks_rise (r x) x Kx eq_refl). unfold before in *. lia.
    Qed.
  End Arrival.

  (* How many messages are above one. *)
  Definition row K r v := length (filter (fun u => comes_first r u v) K).

  Lemma comes_first_before r a b : comes_first r a b = true <-> before r a b.
  Proof.
    unfold comes_first, before.
    rewrite orb_true_iff, andb_true_iff, Nat.eqb_eq, !Nat.ltb_lt. tauto.
  Qed.

  Inductive arrivals : list nat -> (nat -> nat) -> (nat -> option nat) ->
                       list nat -> (nat -> nat) -> (nat -> option nat) -> Prop :=
  | none_yet : forall K r last, arrivals K r last K r last
  | one_more : forall K r last y K1 r1 last1 K2 r2 last2, arrival K r last y K1 r1 last1 ->
      arrivals K1 r1 last1 K2 r2 last2 -> arrivals K r last K2 r2 last2.

  (* Theorem 1 of docs/settled.md: whatever arrives, a settled message keeps its row and its rank, and
     stays settled. *)
  Theorem what_is_settled_stays K r last K' r' last' : arrivals K r last K' r' last' ->
    forall v, before_line K r last v -> row K' r' v = row K r v /\ r' v = r v /\ before_line K' r' last' v.
  Proof.
    induction 1 as [|K r last y K1 r1 last1 K2 r2 last2 came _ IH]; intros v S; [auto|].
    destruct (IH v (stays_settled _ _ _ _ _ _ _ came v S)) as (Row & Rank & S2).
    rewrite Row, Rank, (keeps_rank _ _ _ _ _ _ _ came v S). split; [|auto].
    unfold row. pose proof (same_before _ _ _ _ _ _ _ came v) as Same.
    rewrite (grown _ _ _ _ _ _ _ came) in *. simpl.
    destruct (comes_first r1 y v) eqn:E.
    - apply comes_first_before in E. destruct (Same y S) as [H _].
      destruct (H (conj (or_introl eq_refl) E)) as [Hy _]. destruct (fresh _ _ _ _ _ _ _ came Hy).
    - f_equal. apply filter_ext_in. intros u Hu. specialize (Same u S).
      destruct (comes_first r1 u v) eqn:E1, (comes_first r u v) eqn:E2; auto; exfalso;
        rewrite ?comes_first_before, <- ?not_true_iff_false, ?comes_first_before in *; simpl in Same; tauto.
  Qed.
End Settled.
