(* What rises is put into its new levels (engine/linear/scuttlesort/lifting.py), one by one, the last one of the
   old order first. *)
From Tanglescope Require Export Sweep.

Definition moved source passed := if passed =? 0 then [] else [Move source (source + passed)].

Fixpoint lift_all (L : levels) (exceptions : list (nat * nat * nat)) : levels * list edit :=
  match exceptions with
  | [] => (L, [])
  | (member, _, rise) :: others =>
      let (L, moves) := lift_all L others in
      let '(L, source, passed) := lift L member rise in
      (L, moves ++ moved source passed)
  end.

Definition members (exceptions : list (nat * nat * nat)) := map (fun e => fst (fst e)) exceptions.

Lemma apply_all_app es fs l : apply_all (es ++ fs) l = apply_all fs (apply_all es l).
Proof. unfold apply_all. apply fold_left_app. Qed.

(* A move that passes nothing changes nothing, and is left out. *)
Lemma moved_right source passed l : apply_all (moved source passed) l = apply (Move source (source + passed)) l.
Proof.
  unfold moved. destruct (Nat.eqb_spec passed 0) as [->|D]; [|reflexivity].
  rewrite Nat.add_0_r. cbn [apply_all fold_left]. unfold apply.
  destruct (nth_error l source) as [x|] eqn:E; [|reflexivity].
  apply nth_error_split in E as (a & b & -> & <-).
  replace (firstn (length a) (a ++ x :: b)) with a.
  - replace (skipn (S (length a)) (a ++ x :: b)) with b.
    + unfold insert_at. rewrite firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all. simpl.
      rewrite app_nil_r. reflexivity.
    + clear. induction a as [|c a IH]; simpl in *; auto.
  - clear. induction a as [|c a IH]; simpl; auto. rewrite <- IH. reflexivity.
Qed.

Theorem lift_all_right L exceptions : NoDup (concat L) -> ascending L -> NoDup (members exceptions) ->
  (forall v n rise, In (v, n, rise) exceptions -> In v (concat L) /\ 0 < rise) ->
  forall L' moves, lift_all L exceptions = (L', moves) ->
  Permutation (concat L') (concat L) /\ ascending L' /\ apply_all moves (concat L) = concat L' /\
  (forall v n rise, In (v, n, rise) exceptions -> rank L' v = rank L v + rise) /\
  (forall v, In v (concat L) -> ~ In v (members exceptions) -> rank L' v = rank L v).
Proof.
  intros N A. induction exceptions as [|[[m n] rise] others IH]; intros NDm Ok L' moves E.
  - injection E as <- <-. repeat split; auto. intros ? ? ? [].
  - cbn [lift_all] in E. change (NoDup (m :: members others)) in NDm. inversion NDm as [|? ? Fresh NDo]; subst.
    destruct (lift_all L others) as [L1 moves1] eqn:E1.
    destruct (IH NDo ltac:(intros; eapply Ok; right; eassumption) L1 moves1 eq_refl) as (P & A1 & R & Up & Same).
    destruct (lift L1 m rise) as [[L2 source] passed] eqn:E2. injection E as <- <-.
    destruct (Ok m n rise (or_introl eq_refl)) as [Hm Pos].
    assert (N1 : NoDup (concat L1)) by (apply (Permutation_NoDup (Permutation_sym P)); exact N).
    assert (Hin : forall v, In v (concat L) -> In v (concat L1)).
    { intros v Hv. apply (Permutation_in _ (Permutation_sym P)). exact Hv. }
    destruct (lift_right L1 m rise N1 A1 (Hin m Hm) Pos L2 source passed E2) as (P2 & A2 & K2 & R2).
    repeat split.
    + rewrite P2. exact P.
    + exact A2.
    + rewrite apply_all_app, R, moved_right. exact R2.
    + intros v n' rise' [Eq|H].
      * injection Eq as <- <- <-. rewrite K2, Nat.eqb_refl by (apply Hin; exact Hm).
        rewrite Same; auto.
      * destruct (Ok v n' rise' (or_intror H)) as [Hv _]. rewrite K2 by (apply Hin; exact Hv).
        destruct (Nat.eqb_spec v m) as [->|D].
        -- exfalso. apply Fresh. apply in_map_iff. exists (m, n', rise'). auto.
        -- apply (Up v n'). exact H.
    + intros v Hv Nv. simpl in Nv. rewrite K2 by (apply Hin; exact Hv).
      destruct (Nat.eqb_spec v m) as [->|D]; [exfalso; auto|]. apply Same; tauto.
Qed.
