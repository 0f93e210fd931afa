(* The timeline (engine/linear/scuttlesort/timeline.py): one event after the other, whatever the order in which
   they arrive, and the short cut for one that is a little late (rise_alone). *)
From Tanglescope Require Export Lifting.
From Coq Require Import Wellfounded.

Section Timeline.
  Variable causes : nat -> list nat.
  Notation known := (known causes).
  Notation want := (want causes).
  Notation settled := (settled causes).
  Notation acyclic := (acyclic causes).
  Notation cause := (cause causes).
  Notation follows := (follows causes).

  Definition effects K m := filter (follows K m) K.

  (* rise_alone: at most one event has to make way. None: that may not do. *)
  Definition rise_alone (L : levels) x top : option (levels * list edit) :=
    let K := concat L in
    match effects K x with
    | [effect] =>
        let place := rank L effect in
        let new := S top in
        if new <=? place then Some (L, [])
        else if (length (level place L) =? 1) || mem effect (known K x) then None
        else if existsb (fun later => rank L later <=? new) (effects K effect) then None
        else let '(L, source, passed) := lift L effect (new - place) in Some (L, moved source passed)
    | _ => None
    end.

  (* Timeline._rise with the sweep. None: a cycle. *)
  Definition rise (L : levels) x top : option (levels * list edit) :=
    let K := concat L in
    match sweep causes K (rank L) top L 0 0 (offer_all causes K (rank L) 0 (fun _ => 0) [(x, top)]) with
    | None => None
    | Some (shifts, exceptions, raised) =>
        if existsb (fun c => negb (raised c =? 0)) (known K x) then None
        else Some (lift_all (spread L shifts) exceptions)
    end.

  Definition make_way L x top :=
    match effects (concat L) x with
    | [] => Some (L, [])
    | _ => match rise_alone L x top with Some done => Some done | None => rise L x top end
    end.

  (* Timeline.add. *)
  Definition add (L : levels) x : option (levels * list edit) :=
    let top := want (concat L) (rank L) x in
    match make_way L x top with
    | None => None
    | Some (L, moves) => Some (put top x L, moves ++ [Insert x (position top x L)])
    end.

  Fixpoint run (L : levels) delivery : option levels :=
    match delivery with
    | [] => Some L
    | x :: delivery => match add L x with Some (L, _) => run L delivery | None => None end
    end.

  (* The invariant. *)
  Definition timeline L := NoDup (concat L) /\ ascending L /\ settled (concat L) (rank L).

  Lemma settled_ext K r s : (forall v, In v K -> r v = s v) -> settled K r -> settled K s.
  Proof.
    intros E H v Hv. rewrite <- (E v Hv), (H v Hv). apply want_ext. intros c Hc.
    apply E. apply known_in in Hc. tauto.
  Qed.

  Lemma effects_In K x v : In x (x :: K) -> In v (effects K x) <-> In v K /\ In x (known (x :: K) v).
  Proof. intros I. unfold effects. rewrite filter_In, (follows_known causes K x) by exact I. tauto. Qed.

  Lemma known_new K x v c : In c (known (x :: K) v) <-> (c = x /\ In x (known (x :: K) v)) \/ In c (known K v).
  Proof.
    rewrite !known_in. simpl. destruct (Nat.eq_dec c x) as [->|D]; [|intuition congruence].
    tauto.
  Qed.

  (* When the ranks with a new event obey the rule. *)
  Lemma settled_new K x old new :
    ~ In x K -> new x = want K old x -> (forall c, In c (known K x) -> new c = old c) ->
    (forall v, In v K -> (forall c, In c (known (x :: K) v) -> S (new c) <= new v) /\
       (new v = 0 \/ exists c, In c (known (x :: K) v) /\ new v <= S (new c))) ->
    settled (x :: K) new.
  Proof.
    intros F T C H v [<-|Hv].
    - rewrite T. symmetry. assert (Kx : forall c, In c (known (x :: K) x) <-> In c (known K x)).
      { intros c. rewrite !known_in. simpl. intuition congruence. }
      apply want_is.
      + intros c Hc. apply Kx in Hc. rewrite C by exact Hc. apply want_above. exact Hc.
      + destruct (want_attained causes K old x) as [E|(c & Hc & E)]; [left; exact E|right].
        exists c. split; [apply Kx; exact Hc|]. rewrite C by exact Hc. lia.
    - destruct (H v Hv) as [up at_]. symmetry. apply want_is; assumption.
  Qed.

  (* What every way of making way has to do. *)
  Definition makes_way L x top (done : levels * list edit) :=
    let (L', moves) := done in
    Permutation (concat L') (concat L) /\ ascending L' /\ apply_all moves (concat L) = concat L' /\
    settled (x :: concat L) (fun v => if v =? x then top else rank L' v).

  Section Way.
    Variables (L : levels) (x : nat).
    Hypothesis N : NoDup (concat L).
    Hypothesis A : ascending L.
    Hypothesis Kset : settled (concat L) (rank L).
    Hypothesis Fresh : ~ In x (concat L).
    Notation K := (concat L).
    Notation top := (want K (rank L) x).

    Lemma not_new v : In v K -> (v =? x) = false.
    Proof. intros Hv. apply Nat.eqb_neq. congruence. Qed.

    Lemma nothing_rises : effects K x = [] -> makes_way L x top (L, []).
    Proof.
      intros E. repeat split; auto. apply (settled_new _ _ (rank L)); auto.
      - rewrite Nat.eqb_refl. reflexivity.
      - intros c Hc. rewrite not_new; [reflexivity|]. apply known_in in Hc. tauto.
      - intros v Hv. rewrite (not_new v Hv).
        assert (Kv : forall c, In c (known (x :: K) v) -> In c (known K v)).
        { intros c Hc. apply known_new in Hc as [[-> Hc]|Hc]; [|exact Hc]. exfalso.
          assert (H : In v (effects K x)) by (apply effects_In; simpl; auto). rewrite E in H. destruct H. }
        split.
        + intros c Hc. apply Kv in Hc. rewrite not_new by (apply known_in in Hc; tauto).
          apply (settled_above causes K); assumption.
        + destruct (want_attained causes K (rank L) v) as [Z|(c & Hc & Z)];
            rewrite <- (Kset v Hv) in Z; [left; exact Z|right].
          exists c. split; [apply known_new; auto|]. rewrite not_new by (apply known_in in Hc; tauto). lia.
    Qed.

    (* Lemma "one alone" of docs/convergence.md. *)
    Theorem rise_alone_right done : rise_alone L x top = Some done -> makes_way L x top done.
    Proof.
      unfold rise_alone. destruct (effects K x) as [|e [|]] eqn:E; try discriminate.
      assert (Only : forall v, In v K -> In x (known (x :: K) v) -> v = e).
      { intros v Hv Hx. assert (H : In v (effects K x)) by (apply effects_In; simpl; auto).
        rewrite E in H. simpl in H. intuition. }
      assert (He : In e K /\ In x (known (x :: K) e)).
      { apply effects_In; [simpl; auto|]. rewrite E. simpl. auto. }
      destruct He as [Ke Xe].
      assert (causes_known : forall v c, In c (known K v) -> In c K) by (intros v c H; apply known_in in H; tauto).
      destruct (Nat.leb_spec (S top) (rank L e)) as [Le|Lt].
      - intros Eq. injection Eq as <-. repeat split; auto. apply (settled_new _ _ (rank L)); auto.
        + rewrite Nat.eqb_refl. reflexivity.
        + intros c Hc. rewrite not_new; eauto.
        + intros v Hv. rewrite (not_new v Hv). split.
          * intros c Hc. apply known_new in Hc as [[-> Hc]|Hc].
            -- rewrite Nat.eqb_refl. rewrite (Only v Hv Hc). exact Le.
            -- rewrite not_new by eauto. apply (settled_above causes K); assumption.
          * destruct (want_attained causes K (rank L) v) as [Z|(c & Hc & Z)];
              rewrite <- (Kset v Hv) in Z; [left; exact Z|right].
            exists c. split; [apply known_new; auto|]. rewrite not_new by eauto. lia.
      - destruct ((length (level (rank L e) L) =? 1) || mem e (known K x)) eqn:G; [discriminate|].
        apply orb_false_iff in G as [_ G]. apply mem_not in G.
        destruct (existsb (fun later => rank L later <=? S top) (effects K e)) eqn:X; [discriminate|].
        assert (Later : forall v, In v K -> In e (known K v) -> S top < rank L v).
        { intros v Hv Hc. destruct (le_lt_dec (rank L v) (S top)) as [Le|]; [|assumption].
          exfalso. assert (T : existsb (fun later => rank L later <=? S top) (effects K e) = true).
          { apply existsb_exists. exists v. split; [|apply Nat.leb_le; exact Le].
            unfold effects. apply filter_In. split; [exact Hv|]. unfold Sweep.follows.
            apply known_in in Hc. rewrite !andb_true_iff, !mem_In, negb_true_iff, Nat.eqb_neq. tauto. }
          congruence. }
        destruct (lift L e (S top - rank L e)) as [[L' source] passed] eqn:El.
        intros Eq. injection Eq as <-.
        destruct (lift_right L e (S top - rank L e) N A Ke ltac:(lia) L' source passed El) as (P & A' & R & M).
        assert (Re : rank L' e = S top) by (rewrite R, Nat.eqb_refl by exact Ke; lia).
        assert (Ro : forall v, In v K -> v <> e -> rank L' v = rank L v).
        { intros v Hv D. rewrite R by exact Hv. apply Nat.eqb_neq in D. rewrite D. reflexivity. }
        repeat split; auto; [rewrite moved_right; exact M|]. apply (settled_new _ _ (rank L)); auto.
        + rewrite Nat.eqb_refl. reflexivity.
        + intros c Hc. rewrite not_new by eauto. apply Ro; [eauto|]. congruence.
        + intros v Hv. rewrite (not_new v Hv). destruct (Nat.eq_dec v e) as [->|D].
          * rewrite Re. split.
            -- intros c Hc. apply known_new in Hc as [[-> Hc]|Hc]; [rewrite Nat.eqb_refl; lia|].
               rewrite not_new by eauto.
               assert (c <> e) by (apply known_in in Hc; tauto). rewrite Ro by eauto.
               pose proof (settled_above causes K (rank L) c e Kset Ke Hc). lia.
            -- right. exists x. rewrite Nat.eqb_refl. auto.
          * rewrite (Ro v Hv D). split.
            -- intros c Hc. apply known_new in Hc as [[-> Hc]|Hc]; [destruct (D (Only v Hv Hc))|].
               rewrite not_new by eauto. destruct (Nat.eq_dec c e) as [->|Dc].
               ++ rewrite Re. specialize (Later v Hv Hc). lia.
               ++ rewrite Ro by eauto. apply (settled_above causes K); assumption.
            -- destruct (want_attained causes K (rank L) v) as [Z|(c & Hc & Z)];
                 rewrite <- (Kset v Hv) in Z; [left; exact Z|right].
               exists c. split; [apply known_new; auto|]. rewrite not_new by eauto.
               destruct (Nat.eq_dec c e) as [->|Dc].
               ++ specialize (Later v Hv Hc). lia.
               ++ rewrite Ro by eauto. lia.
    Qed.

    Lemma levels_of i v : In v (level i L) <-> In v K /\ rank L v = 0 + i.
    Proof.
      simpl. split.
      - intros H. split; [eapply level_concat; exact H|apply level_rank; assumption].
      - intros [H <-]. apply rank_level. exact H.
    Qed.

    Lemma first_state :
      state causes K (rank L) x top 0 0
        (offer_all causes K (rank L) 0 (fun _ => 0) [(x, top)]) (fun v => if v =? x then top else 0).
    Proof.
      constructor.
      - intros c v [->|[_ H]] Hv _ Hc; [|lia]. rewrite Nat.eqb_refl.
        destruct (offer_all_right causes K (rank L) 0 [(x, top)] (fun _ => 0) v) as (_ & O & _).
        apply (O x top); [simpl; auto|]. apply (follows_known causes K x); simpl; auto.
      - intros v Hv _ NZ.
        destruct (offer_all_right causes K (rank L) 0 [(x, top)] (fun _ => 0) v) as (_ & _ & [E|(m & n & H & F & E)]);
          [congruence|]. destruct H as [H|[]]. injection H as <- <-.
        exists x. rewrite Nat.eqb_refl. repeat split; [left; reflexivity| |exact E].
        apply (follows_known causes K x) in F; simpl; tauto.
      - intros c _ H. discriminate.
      - reflexivity.
    Qed.

    Theorem rise_right done : rise L x top = Some done -> makes_way L x top done.
    Proof.
      unfold rise.
      destruct (sweep causes K (rank L) top L 0 0 (offer_all causes K (rank L) 0 (fun _ => 0) [(x, top)]))
        as [[[shifts exceptions] raised]|] eqn:E; [|discriminate].
      destruct (existsb (fun c => negb (raised c =? 0)) (known K x)) eqn:G; [discriminate|].
      intros Eq. injection Eq as Eq. destruct done as [L' moves].
      destruct (sweep_levels causes K (rank L) x top Kset Fresh eq_refl L 0 0 _ _ shifts exceptions raised
                  first_state levels_of N E) as (Len & _ & NDx & new & Same & Right & Exc).
      assert (NS : NoDup (concat (spread L shifts))) by (rewrite spread_concat; exact N).
      assert (Rspread : forall v, In v K -> rank (spread L shifts) v = rank L v + list_sum (firstn (S (rank L v)) shifts)).
      { intros v Hv. apply level_rank; [exact NS|]. apply spread_level; [exact Len|]. apply rank_level. exact Hv. }
      destruct (lift_all_right (spread L shifts) exceptions NS (spread_ascending L shifts A) NDx) with (L' := L') (moves := moves)
        as (P & A' & M & Up & Rest); auto.
      { intros v n d H. rewrite spread_concat. destruct (Exc v n d H) as (Kv & _ & _ & Pos & _). auto. }
      rewrite spread_concat in P, M, Rest.
      assert (Rnew : forall v, In v K -> rank L' v = new v).
      { intros v Hv. destruct (in_dec Nat.eq_dec v (members exceptions)) as [I|I].
        - apply in_map_iff in I as ([[v' n] d] & E' & I). simpl in E'. subst v'.
          destruct (Exc v n d I) as (_ & _ & _ & _ & V). rewrite (Up v n d I), V, (Rspread v Hv), Nat.sub_0_r. reflexivity.
        - rewrite (Rest v Hv I), (Rspread v Hv).
          destruct (Right v Hv ltac:(lia)) as (_ & _ & _ & V). rewrite V, Nat.sub_0_r by exact I. reflexivity. }
      assert (Nx : new x = top) by (rewrite Same by (left; reflexivity); rewrite Nat.eqb_refl; reflexivity).
      repeat split; auto.
      apply (settled_ext _ new).
      - intros v [<-|Hv]; [rewrite Nat.eqb_refl; exact Nx|]. rewrite (not_new v Hv). symmetry. apply Rnew. exact Hv.
      - apply (settled_new _ _ (rank L)); auto.
        + intros c Hc. assert (Kc : In c K) by (apply known_in in Hc; tauto).
          destruct (Right c Kc ltac:(lia)) as (_ & _ & V & _). apply V.
          * destruct (Nat.eq_dec (raised c) 0) as [|D]; [assumption|]. exfalso.
            assert (T : existsb (fun c => negb (raised c =? 0)) (known K x) = true).
            { apply existsb_exists. exists c. split; [exact Hc|]. apply negb_true_iff, Nat.eqb_neq. exact D. }
            congruence.
          * pose proof (want_above causes K (rank L) x c Hc). lia.
        + intros v Hv. destruct (Right v Hv ltac:(lia)) as (H1 & H2 & _). split; assumption.
    Qed.

    Theorem make_way_right done : make_way L x top = Some done -> makes_way L x top done.
    Proof.
      unfold make_way. destruct (effects K x) eqn:E.
      - intros Eq. injection Eq as <-. apply nothing_rises. exact E.
      - destruct (rise_alone L x top) eqn:R.
        + intros Eq. injection Eq as <-. apply rise_alone_right. exact R.
        + apply rise_right.
    Qed.
  End Way.

  (* Every addition keeps the invariant, and its edits bring a replica up to date. *)
  Theorem add_right L x L' edits : timeline L -> ~ In x (concat L) -> add L x = Some (L', edits) ->
    timeline L' /\ Permutation (concat L') (x :: concat L) /\ apply_all edits (concat L) = concat L'.
  Proof.
    intros (N & A & Kset) F. unfold add. remember (want (concat L) (rank L) x) as top eqn:Et.
    destruct (make_way L x top) as [[L1 moves]|] eqn:E; [|discriminate]. intros Eq. injection Eq as <- <-.
    subst top. apply make_way_right in E; auto. destruct E as (P & A1 & M & Kset').
    remember (want (concat L) (rank L) x) as top eqn:Et.
    assert (N1 : NoDup (concat L1)) by (apply (Permutation_NoDup (Permutation_sym P)); exact N).
    assert (F1 : ~ In x (concat L1)) by (intros H; apply F, (Permutation_in _ P); exact H).
    assert (P' : Permutation (concat (put top x L1)) (x :: concat L)).
    { rewrite put_perm by exact A1. constructor. exact P. }
    repeat split.
    - apply (Permutation_NoDup (Permutation_sym P')). constructor; assumption.
    - apply put_ascending; [exact A1|]. intros H. apply F1, (level_concat _ _ _ H).
    - apply (settled_same causes (x :: concat L)).
      + intros v. split; intros H; [apply (Permutation_in _ (Permutation_sym P'))|apply (Permutation_in _ P')]; exact H.
      + apply (settled_ext _ (fun v => if v =? x then top else rank L1 v)); [|exact Kset'].
        intros v Hv. symmetry. apply put_rank; auto. destruct Hv as [->|Hv]; [auto|right].
        apply (Permutation_in _ (Permutation_sym P)). exact Hv.
    - exact P'.
    - rewrite apply_all_app, M. simpl. symmetry. apply concat_put. exact A1.
  Qed.

  Lemma acyclic_irreflexive K v : acyclic K -> ~ clos_trans nat (cause K) v v.
  Proof.
    intros wf. apply wf_clos_trans in wf. induction (wf v) as [v _ IH]. intros T. exact (IH v T T).
  Qed.

  (* An event is refused if it closes a cycle, and only then. *)
  Theorem add_refuses_cycles L x : timeline L -> ~ In x (concat L) ->
    add L x = None <-> ~ acyclic (x :: concat L).
  Proof.
    intros T F. pose proof T as (N & A & Kset). split.
    - unfold add. remember (want (concat L) (rank L) x) as top eqn:Et.
      destruct (make_way L x top) as [[? ?]|] eqn:E; [discriminate|]. intros _ wf. revert E.
      unfold make_way. destruct (effects (concat L) x); [discriminate|].
      destruct (rise_alone L x top); [discriminate|]. unfold rise.
      assert (no_cycle : forall v, ~ clos_trans nat (cause (x :: concat L)) v v)
        by (intros; apply acyclic_irreflexive; exact wf).
      destruct (no_false_alarm causes (concat L) (rank L) x top Kset Et no_cycle L 0 0
        (offer_all causes (concat L) (rank L) 0 (fun _ => 0) [(x, top)])) as (sh & ex & all & E & O).
      + apply offers_reach_the_future.
        * intros m new [H|[]]. injection H as <- _. auto.
        * intros v H. congruence.
      + apply levels_of. exact N.
      + rewrite E. destruct (existsb (fun c => negb (all c =? 0)) (known (concat L) x)) eqn:G; [|discriminate].
        intros _. apply existsb_exists in G as (c & Hc & NZ). apply negb_true_iff, Nat.eqb_neq in NZ.
        apply (no_cycle x). eapply t_trans; [apply (O c NZ)|]. apply t_step. split; [|simpl; auto].
        rewrite known_in in *. simpl. tauto.
    - intros cyclic. destruct (add L x) as [[L' edits]|] eqn:E; [|reflexivity]. exfalso. apply cyclic.
      destruct (add_right L x L' edits T F E) as ((_ & _ & S') & P & _).
      apply (settled_is_acyclic causes _ (rank L')). apply (settled_same causes (concat L')); [|exact S'].
      intros v. split; intros H; [apply (Permutation_in _ P)|apply (Permutation_in _ (Permutation_sym P))]; exact H.
  Qed.

  Lemma empty_timeline : timeline [].
  Proof. repeat constructor. intros v []. Qed.

  (* A whole delivery. *)
  Theorem run_right delivery : forall L, timeline L -> NoDup (delivery ++ concat L) ->
    acyclic (delivery ++ concat L) ->
    exists L', run L delivery = Some L' /\ timeline L' /\ Permutation (concat L') (delivery ++ concat L).
  Proof.
    induction delivery as [|x delivery IH]; intros L T N wf; [exists L; auto|].
    simpl in *. inversion N as [|? ? Fx Nd]; subst. rewrite in_app_iff in Fx.
    destruct (add L x) as [[L1 edits]|] eqn:E.
    - destruct (add_right L x L1 edits T ltac:(tauto) E) as (T1 & P & _).
      assert (P' : Permutation (delivery ++ concat L1) (x :: delivery ++ concat L)).
      { rewrite P. symmetry. apply Permutation_middle. }
      destruct (IH L1 T1) as (L' & R & T' & P2).
      + apply (Permutation_NoDup (Permutation_sym P')). exact N.
      + apply (acyclic_part causes _ (x :: delivery ++ concat L)); [|exact wf].
        intros v H. apply (Permutation_in _ P'). exact H.
      + exists L'. split; [exact R|]. split; [exact T'|]. rewrite P2. exact P'.
    - exfalso. apply (add_refuses_cycles L x T) in E; [|tauto]. apply E.
      apply (acyclic_part causes _ (x :: delivery ++ concat L)); [|exact wf].
      intros v [<-|H]; [simpl; auto|]. right. apply in_or_app. auto.
  Qed.

  (* Two timelines that hold the same events show the same list. *)
  Theorem timelines_agree L L' : timeline L -> timeline L' -> Permutation (concat L) (concat L') ->
    concat L = concat L'.
  Proof.
    intros (N & A & S1) (N' & A' & S2) P.
    apply (replicas_agree causes (concat L) (concat L') (rank L) (rank L')); auto.
    - intros v. split; intros H; [apply (Permutation_in _ P)|apply (Permutation_in _ (Permutation_sym P))]; exact H.
    - apply concat_sorted; assumption.
    - apply concat_sorted; assumption.
  Qed.

  (* Convergence of the algorithm: any two deliveries of the same events, in whatever order, end in
     one list. *)
  Theorem convergence d d' : NoDup d -> Permutation d d' -> acyclic d ->
    exists L L', run [] d = Some L /\ run [] d' = Some L' /\ timeline L /\ timeline L' /\ concat L = concat L'.
  Proof.
    intros N P wf.
    destruct (run_right d [] empty_timeline) as (L & R & T & PL); rewrite ?app_nil_r; auto.
    assert (N' : NoDup d') by (apply (Permutation_NoDup P); exact N).
    assert (wf' : acyclic d').
    { apply (acyclic_part causes _ d); [|exact wf]. intros v H. apply (Permutation_in _ (Permutation_sym P)). exact H. }
    destruct (run_right d' [] empty_timeline) as (L' & R' & T' & PL'); rewrite ?app_nil_r; auto.
    simpl in PL, PL'. rewrite app_nil_r in PL, PL'.
    exists L, L'. repeat split; try assumption; try apply T; try apply T'.
    apply timelines_agree; auto. rewrite PL, PL'. exact P.
  Qed.
End Timeline.
