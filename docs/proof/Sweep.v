(* The sweep (engine/linear/scuttlesort/sweep.py): what has to rise when an event comes after its effects.

   The engine keeps what is offered in a dictionary and goes from level to level by a heap; here
   [raised] is a function (0 where nothing is offered) and all levels are gone through: one of
   which nothing is raised changes nothing. *)
From Tanglescope Require Export Levels.

Definition is_some {A} (o : option A) := match o with Some _ => true | None => false end.

(* The least new rank in a level all of which rises. *)
Definition least (raised : nat -> nat) (l : list nat) :=
  match l with [] => 0 | v :: l => fold_right (fun u m => Nat.min (raised u) m) (raised v) l end.

Lemma least_lower raised l v : In v l -> least raised l <= raised v.
Proof.
  destruct l as [|a l]; simpl; [tauto|]. revert v. induction l as [|b l IH]; simpl; intros v H.
  - destruct H as [->|[]]; auto.
  - destruct H as [<-|[<-|H]]; [specialize (IH a (or_introl eq_refl))| |specialize (IH v (or_intror H))]; lia.
Qed.

Lemma least_attained raised l : l <> [] -> exists v, In v l /\ least raised l = raised v.
Proof.
  destruct l as [|a l]; [congruence|]. intros _. simpl. induction l as [|b l IH]; simpl.
  - exists a. auto.
  - destruct IH as (v & Hv & E). rewrite E.
    destruct (Nat.min_spec (raised b) (raised v)) as [[_ ->]|[_ ->]]; [exists b; auto|exists v; intuition].
Qed.

Section Sweep.
  Variable causes : nat -> list nat.
  Notation known := (known causes).
  Notation want := (want causes).
  Notation settled := (settled causes).

  Definition follows K m v := mem v K && (mem m (causes v) && negb (m =? v)).

  Lemma follows_known K x m v : In m (x :: K) -> follows K m v = true <-> In v K /\ In m (known (x :: K) v).
  Proof.
    intros Hm. unfold follows. rewrite !andb_true_iff, !mem_In, negb_true_iff, Nat.eqb_neq, known_in. tauto.
  Qed.

  (* A member that rises to [new] raises its effects above it. *)
  Definition offer K (old : nat -> nat) base (raised : nat -> nat) (member : nat * nat) :=
    let (m, new) := member in fun e =>
    if follows K m e then
      if raised e =? 0 then if old e + base <=? new then S new else 0
      else if raised e <=? new then S new else raised e
    else raised e.

  Definition offer_all K old base raised settled := fold_left (offer K old base) settled raised.

  (* From level [q] on: how many levels are put in before each, who rises by more than the tail (with
     the new rank, and by how much more), and all that was raised. None: a cycle. *)
  Fixpoint sweep K (old : nat -> nat) top (L : levels) q base raised :=
    match L with
    | [] => Some ([], [], raised)
    | l :: L =>
        let floor := q + base in
        let full := negb (is_some (find (fun v => raised v <=? floor) l)) && (0 <? length l) in
        if full && (q <? top) then None else
        let base' := if full then least raised l - q else base in
        let settled := filter (fun v => q + base' <? raised v) l in
        let members := map (fun v => (v, raised v)) settled in
        match sweep K old top L (S q) base' (offer_all K old base' raised members) with
        | None => None
        | Some (shifts, exceptions, all) =>
            Some (base' - base :: shifts,
                  map (fun v => (v, raised v, raised v - (q + base'))) settled ++ exceptions, all)
        end
    end.

  (* What the offers leave. *)
  Lemma offer_all_right K old base members : forall raised v,
    let raised' := offer_all K old base raised members in
    raised v <= raised' v /\
    (forall m new, In (m, new) members -> follows K m v = true ->
       S new <= Nat.max (raised' v) (old v + base)) /\
    (raised' v = raised v \/
     exists m new, In (m, new) members /\ follows K m v = true /\ raised' v = S new).
  Proof.
    unfold offer_all. induction members as [|[m new] members IH]; intros raised v; cbn [fold_left In].
    - repeat split; auto. intros ? ? [].
    - remember (offer K old base raised (m, new)) as mid eqn:Emid.
      specialize (IH mid v). simpl in IH. destruct IH as (low & all & from).
      assert (one : raised v <= mid v /\
        (follows K m v = true -> S new <= Nat.max (mid v) (old v + base)) /\
        (mid v = raised v \/ (follows K m v = true /\ mid v = S new))).
      { subst mid. unfold offer. clear. destruct (follows K m v); [|repeat split; auto; discriminate].
        destruct (Nat.eqb_spec (raised v) 0) as [Z|Z].
        - destruct (Nat.leb_spec (old v + base) new); repeat split; auto; try lia.
        - destruct (Nat.leb_spec (raised v) new); repeat split; auto; try lia. }
      destruct one as (low1 & off1 & from1).
      repeat split.
      + lia.
      + intros m' new' [E|H] F.
        * injection E as <- <-. specialize (off1 F). lia.
        * apply (all m'); assumption.
      + destruct from as [E|(m' & new' & H & F & E)].
        * destruct from1 as [E'|[F E']]; [left; congruence|]. right. exists m, new. rewrite E, E'. auto.
        * right. exists m', new'. auto.
  Qed.

  Section One.
    Variables (K : list nat) (old : nat -> nat) (x top : nat).
    Hypothesis K_settled : settled K old.
    Hypothesis x_new : ~ In x K.
    Hypothesis x_top : top = want K old x.

    Definition processed q c := c = x \/ (In c K /\ old c < q).

    (* While the sweep goes up: [new] are the ranks of all levels below [q]. *)
    Record state q base raised (new : nat -> nat) : Prop := {
      offered : forall c v, processed q c -> In v K -> q <= old v -> In c (known (x :: K) v) ->
        S (new c) <= Nat.max (raised v) (old v + base);
      comes_from : forall v, In v K -> q <= old v -> raised v <> 0 ->
        exists c, processed q c /\ In c (known (x :: K) v) /\ raised v = S (new c);
      tail : forall c, In c K -> S (old c) = q -> old c + base <= new c;
      low : q <= top -> base = 0;
    }.

    Lemma known_below v c : In v K -> In c (known (x :: K) v) -> processed (old v) c.
    Proof.
      intros Hv Hc. destruct (Nat.eq_dec c x) as [->|D]; [left; reflexivity|right].
      apply known_in in Hc as (H1 & H2 & H3). simpl in H2. destruct H2 as [->|H2]; [congruence|].
      split; [exact H2|]. apply (settled_above causes K); auto. apply known_in. auto.
    Qed.

    Lemma known_more v c : In c (known K v) -> In c (known (x :: K) v).
    Proof. rewrite !known_in. simpl. tauto. Qed.

    (* Whether the base rises at a level, and to what. *)
    Lemma base_right l q base raised :
      let full := negb (is_some (find (fun v => raised v <=? q + base) l)) && (0 <? length l) in
      let base' := if full then least raised l - q else base in
      base <= base' /\
      (full = true -> (exists v, In v l) /\ forall v, In v l -> q + base < raised v /\ q + base' <= raised v) /\
      (full = false -> base' = base).
    Proof.
      intros full base'.
      destruct full eqn:F; subst base'; cbn [negb]; [|repeat split; auto; discriminate].
      unfold full in F. apply andb_true_iff in F as [F Z]. apply Nat.ltb_lt in Z.
      assert (all : forall v, In v l -> q + base < raised v).
      { intros v Hv. destruct (find (fun v => raised v <=? q + base) l) eqn:E; [discriminate|].
        pose proof (find_none _ _ E v Hv) as H. simpl in H. apply Nat.leb_gt in H. exact H. }
      assert (l <> []) as ne by (destruct l; simpl in Z; [lia|congruence]).
      destruct (least_attained raised l ne) as (u & Hu & E).
      pose proof (all u Hu). split; [lia|]. split; [|discriminate]. intros _.
      split; [exists u; exact Hu|]. intros w Hw.
      pose proof (all w Hw). pose proof (least_lower raised l w Hw). lia.
    Qed.

    (* One level. *)
    Lemma sweep_step l q base raised new :
      state q base raised new -> (forall v, In v l <-> In v K /\ old v = q) ->
      let full := negb (is_some (find (fun v => raised v <=? q + base) l)) && (0 <? length l) in
      full && (q <? top) = false ->
      let base' := if full then least raised l - q else base in
      let settled := filter (fun v => q + base' <? raised v) l in
      let raised' := offer_all K old base' raised (map (fun v => (v, raised v)) settled) in
      let new' := fun v => if mem v l then Nat.max (raised v) (q + base') else new v in
      state (S q) base' raised' new' /\
      forall v, In v l ->
        (forall c, In c (known (x :: K) v) -> S (new' c) <= new' v) /\
        (new' v = 0 \/ exists c, In c (known (x :: K) v) /\ new' v <= S (new' c)) /\
        (raised v = 0 -> old v < top -> new' v = old v).
    Proof.
      intros St Hl full guard base' rising raised' new'.
      assert (B : base <= base' /\
        (full = true -> (exists v, In v l) /\ forall v, In v l -> q + base < raised v /\ q + base' <= raised v) /\
        (full = false -> base' = base)) by exact (base_right l q base raised).
      destruct B as (B & Bfull & Bpart). clearbody base'. clearbody full.
      assert (Nx : new' x = new x).
      { unfold new'. destruct (mem x l) eqn:E; [|reflexivity]. apply mem_In, Hl in E. tauto. }
      assert (Nold : forall c, processed q c -> new' c = new c).
      { intros c [->|[Hc Lt]]; [exact Nx|]. unfold new'. destruct (mem c l) eqn:E; [|reflexivity].
        apply mem_In, Hl in E. lia. }
      assert (Nl : forall v, In v l -> new' v = Nat.max (raised v) (q + base')).
      { intros v Hv. unfold new'. rewrite (proj2 (mem_In v l) Hv). reflexivity. }
      assert (Off : forall v, raised v <= raised' v /\
        (forall m, In m l -> q + base' < raised m -> follows K m v = true ->
           S (raised m) <= Nat.max (raised' v) (old v + base')) /\
        (raised' v = raised v \/ exists m, In m l /\ q + base' < raised m /\ follows K m v = true /\
           raised' v = S (raised m))).
      { intros v. destruct (offer_all_right K old base' (map (fun v => (v, raised v)) rising) raised v)
          as (O1 & O2 & O3). fold raised' in O1, O2, O3. repeat split; [exact O1| |].
        - intros m Hm Lt F. apply (O2 m (raised m)); [|exact F]. apply in_map_iff. exists m. split; [reflexivity|].
          apply filter_In. split; [exact Hm|]. apply Nat.ltb_lt. exact Lt.
        - destruct O3 as [E|(m & n & H & F & E)]; [left; exact E|right].
          apply in_map_iff in H as (m' & E' & H). injection E' as -> <-.
          apply filter_In in H as [H Lt]. apply Nat.ltb_lt in Lt. exists m. auto. }
      split.
      - constructor.
        + intros c v Pc Hv Lv Hc. destruct (Off v) as (O1 & O2 & _).
          destruct Pc as [->|[Hc' Lc]].
          * rewrite Nx. pose proof (offered _ _ _ _ St x v (or_introl eq_refl) Hv ltac:(lia) Hc). lia.
          * destruct (Nat.eq_dec (old c) q) as [E|D].
            -- assert (Il : In c l) by (apply Hl; auto). rewrite (Nl c Il).
               destruct (le_lt_dec (raised c) (q + base')) as [Le|Lt]; [lia|].
               specialize (O2 c Il Lt). rewrite follows_known in O2 by (simpl; auto).
               specialize (O2 (conj Hv Hc)). lia.
            -- assert (Pq : processed q c) by (right; split; [assumption|lia]). rewrite (Nold c Pq).
               pose proof (offered _ _ _ _ St c v Pq Hv ltac:(lia) Hc). lia.
        + intros v Hv Lv NZ. destruct (Off v) as (_ & _ & [E|(m & Hm & Lt & F & E)]).
          * rewrite E in *. destruct (comes_from _ _ _ _ St v Hv ltac:(lia) NZ) as (c & Pc & Hc & E').
            exists c. rewrite (Nold c Pc). repeat split; auto.
            destruct Pc as [->|[? ?]]; [left; reflexivity|right; split; [assumption|lia]].
          * exists m. pose proof (proj1 (Hl m) Hm) as [Km Em].
            apply (follows_known K x) in F as [_ Hc]; [|simpl; auto].
            repeat split; [right; split; [assumption|lia]|exact Hc|].
            rewrite (Nl m Hm), E. lia.
        + intros c Hc E. assert (Il : In c l) by (apply Hl; split; [exact Hc|lia]). rewrite (Nl c Il). lia.
        + intros Le. destruct full eqn:Ef.
          * simpl in guard. apply Nat.ltb_ge in guard. lia.
          * rewrite (Bpart eq_refl). apply (low _ _ _ _ St). lia.
      - intros v Hv. pose proof (proj1 (Hl v) Hv) as [Kv Ev].
        assert (Up : forall c, In c (known (x :: K) v) -> S (new' c) <= new' v).
        { intros c Hc. pose proof (known_below v c Kv Hc) as Pc. rewrite Ev in Pc.
          rewrite (Nold c Pc), (Nl v Hv).
          pose proof (offered _ _ _ _ St c v Pc Kv ltac:(lia) Hc) as H.
          destruct full eqn:Ef.
          - destruct (Bfull eq_refl) as [_ H']. specialize (H' v Hv). lia.
          - rewrite (Bpart eq_refl). lia. }
        repeat split.
        + exact Up.
        + destruct (le_lt_dec (raised v) (q + base')) as [Le|Lt].
          * (* it rises with the tail *)
            assert (Z : raised v <> 0 \/ full = false).
            { destruct full eqn:Ef; [left|right; reflexivity]. destruct (Bfull eq_refl) as [_ H'].
              specialize (H' v Hv). lia. }
            destruct full eqn:Ef.
            -- right. destruct Z as [Z|Z]; [|discriminate].
               destruct (comes_from _ _ _ _ St v Kv ltac:(lia) Z) as (c & Pc & Hc & E).
               exists c. split; [exact Hc|]. rewrite (Nold c Pc), (Nl v Hv).
               destruct (Bfull eq_refl) as [_ H']. specialize (H' v Hv). lia.
            -- rewrite (Bpart eq_refl) in Le, Nl. rewrite (Nl v Hv).
               destruct q as [|q].
               ++ left. rewrite (low _ _ _ _ St) in * by lia. lia.
               ++ right. destruct (want_attained causes K old v) as [E|(c & Hc & E)];
                    rewrite <- (K_settled v Kv), Ev in E; [discriminate|].
                  exists c. split; [apply known_more; exact Hc|].
                  assert (Kc : In c K) by (apply known_in in Hc; tauto).
                  pose proof (tail _ _ _ _ St c Kc ltac:(lia)) as T.
                  rewrite (Nold c) by (right; split; [assumption|lia]). lia.
          * right. destruct (comes_from _ _ _ _ St v Kv ltac:(lia) ltac:(lia)) as (c & Pc & Hc & E).
            exists c. split; [exact Hc|]. rewrite (Nold c Pc), (Nl v Hv). lia.
        + intros Z Lt. rewrite (Nl v Hv), Z. destruct full eqn:Ef.
          * simpl in guard. apply Nat.ltb_ge in guard. lia.
          * rewrite (Bpart eq_refl), (low _ _ _ _ St) by lia. lia.
    Qed.

    (* All levels from [q] on. *)
    Lemma sweep_levels : forall L q base raised new shifts exceptions all,
      state q base raised new -> (forall i v, In v (level i L) <-> In v K /\ old v = q + i) -> NoDup (concat L) ->
      sweep K old top L q base raised = Some (shifts, exceptions, all) ->
      length shifts = length L /\ (forall v, raised v <= all v) /\ NoDup (map (fun e => fst (fst e)) exceptions) /\
      exists new', (forall c, processed q c -> new' c = new c) /\
        (forall v, In v K -> q <= old v -> 
          (forall c, In c (known (x :: K) v) -> S (new' c) <= new' v) /\
          (new' v = 0 \/ exists c, In c (known (x :: K) v) /\ new' v <= S (new' c)) /\
          (all v = 0 -> old v < top -> new' v = old v) /\
          (~ In v (map (fun e => fst (fst e)) exceptions) ->
             new' v = old v + (base + list_sum (firstn (S (old v - q)) shifts)))) /\
        (forall v n rise, In (v, n, rise) exceptions -> In v K /\ q <= old v /\ n = new' v /\ 0 < rise /\
             new' v = old v + (base + list_sum (firstn (S (old v - q)) shifts)) + rise).
    Proof.
      induction L as [|l L IH]; intros q base raised new shifts exceptions all St HL N E.
      - injection E as <- <- <-. split; [reflexivity|]. split; [auto|]. split; [constructor|].
        assert (none : forall v, In v K -> q <= old v -> False).
        { intros v Hv Lv. destruct (HL (old v - q) v) as [_ H]. unfold level in H.
          destruct (old v - q) eqn:D; (destruct H; split; [assumption|lia]). }
        exists new. split; [auto|]. split; [intros v Hv Lv; destruct (none v Hv Lv)|]. intros ? ? ? [].
      - cbn [sweep] in E.
        assert (Hl : forall v, In v l <-> In v K /\ old v = q).
        { intros v. specialize (HL 0 v). unfold level in HL. simpl in HL. rewrite Nat.add_0_r in HL. exact HL. }
        assert (HL' : forall i v, In v (level i L) <-> In v K /\ old v = S q + i).
        { intros i v. specialize (HL (S i) v). unfold level in *. simpl in HL.
          replace (S q + i) with (q + S i) by lia. exact HL. }
        pose proof (base_right l q base raised) as B. cbv zeta in B.
        pose proof (sweep_step l q base raised new St Hl) as Step. cbv zeta in Step.
        remember (negb (is_some (find (fun v => raised v <=? q + base) l)) && (0 <? length l)) as full eqn:Ef.
        destruct (full && (q <? top)) eqn:G; [discriminate|]. specialize (Step eq_refl).
        remember (if full then least raised l - q else base) as base' eqn:Eb.
        remember (filter (fun v => q + base' <? raised v) l) as rising eqn:Er.
        remember (offer_all K old base' raised (map (fun v => (v, raised v)) rising)) as raised' eqn:Ea.
        remember (fun v => if mem v l then Nat.max (raised v) (q + base') else new v) as new1 eqn:En.
        destruct Step as [St' Here'].
        assert (Here : forall v, In v l ->
          (forall c, In c (known (x :: K) v) -> S (new1 c) <= new1 v) /\
          (new1 v = 0 \/ exists c, In c (known (x :: K) v) /\ new1 v <= S (new1 c)) /\
          (raised v = 0 -> old v < top -> new1 v = old v)) by (subst new1; exact Here').
        destruct (sweep K old top L (S q) base' raised') as [[[sh ex] al]|] eqn:Es; [|discriminate].
        injection E as <- <- <-.
        simpl in N. apply NoDup_app_inv in N as (Nl & NL & Dis).
        destruct (IH (S q) base' raised' new1 sh ex al St' HL' NL Es) as (Len & Mono & NDx & new' & Same & Right & Exc).
        assert (Grow : forall v, raised v <= raised' v).
        { intros v. subst raised'. apply (offer_all_right K old base'). }
        assert (N1l : forall v, In v l -> new' v = new1 v).
        { intros v Hv. apply Same. right. apply Hl in Hv. split; [tauto|lia]. }
        assert (N1p : forall c, processed q c -> new' c = new c /\ new1 c = new c).
        { intros c Pc. assert (new1 c = new c).
          { subst new1. destruct (mem c l) eqn:M; [|reflexivity]. apply mem_In, Hl in M.
            destruct Pc as [->|Pc]; [tauto|lia]. }
          split; [|assumption]. rewrite Same; [assumption|].
          destruct Pc as [->|[? ?]]; [left; reflexivity|right; split; [assumption|lia]]. }
        assert (Nval : forall v, In v l -> new' v = Nat.max (raised v) (q + base')).
        { intros v Hv. rewrite N1l by exact Hv. subst new1. rewrite (proj2 (mem_In v l) Hv). reflexivity. }
        assert (Names : map (fun e : nat * nat * nat => fst (fst e))
          (map (fun v => (v, raised v, raised v - (q + base'))) rising ++ ex) =
          rising ++ map (fun e => fst (fst e)) ex).
        { rewrite map_app, map_map. cbn [fst]. rewrite map_id. reflexivity. }
        rewrite Names. destruct B as [B _].
        assert (Exl : forall v, In v (map (fun e => fst (fst e)) ex) -> S q <= old v).
        { intros v Hv. apply in_map_iff in Hv as ([[v' n] d] & E' & Hv). simpl in E'. subst v'.
          destruct (Exc v n d Hv) as (_ & H & _). exact H. }
        assert (Sum : forall v, S q <= old v ->
          list_sum (firstn (S (old v - q)) (base' - base :: sh)) =
          base' - base + list_sum (firstn (S (old v - S q)) sh)).
        { intros v Hv. replace (old v - q) with (S (old v - S q)) by lia. reflexivity. }
        assert (Sum0 : forall v, old v = q -> list_sum (firstn (S (old v - q)) (base' - base :: sh)) = base' - base).
        { intros v ->. rewrite Nat.sub_diag. simpl. lia. }
        split; [simpl; lia|]. split; [intros v; specialize (Mono v); specialize (Grow v); lia|].
        split.
        { clear -Nl NDx Exl Er Hl. subst rising.
          assert (NDr : NoDup (filter (fun v => q + base' <? raised v) l)) by (apply NoDup_filter; exact Nl).
          assert (D : forall v, In v (filter (fun v => q + base' <? raised v) l) ->
            ~ In v (map (fun e : nat * nat * nat => fst (fst e)) ex)).
          { intros v Hv Hx. apply filter_In in Hv as [Hv _]. apply Hl in Hv. specialize (Exl v Hx). lia. }
          revert NDr D. generalize (filter (fun v => q + base' <? raised v) l) as k.
          induction k as [|a k IHk]; simpl; intros NDr D; [exact NDx|].
          inversion NDr; subst. constructor; [|apply IHk; auto].
          rewrite in_app_iff. intros [H|H]; [contradiction|]. apply (D a); auto. }
        exists new'. split; [intros c Pc; apply N1p; exact Pc|]. split.
        + intros v Kv Lv. destruct (Nat.eq_dec (old v) q) as [Ev|Dv].
          * assert (Il : In v l) by (apply Hl; auto).
            assert (Kn : forall c, In c (known (x :: K) v) -> new' c = new1 c).
            { intros c Hc. pose proof (known_below v c Kv Hc) as Pc. rewrite Ev in Pc.
              destruct (N1p c Pc). congruence. }
            destruct (Here v Il) as (H1 & H2 & H3). rewrite !N1l by exact Il. repeat split.
            -- intros c Hc. rewrite Kn by exact Hc. apply H1. exact Hc.
            -- destruct H2 as [H2|(c & Hc & H2)]; [left; exact H2|right; exists c; rewrite Kn by exact Hc; auto].
            -- intros Z. apply H3. specialize (Mono v). specialize (Grow v). lia.
            -- intros Nx. rewrite Sum0 by exact Ev. rewrite <- N1l, Nval by exact Il.
               destruct (le_lt_dec (raised v) (q + base')); [lia|]. exfalso. apply Nx.
               apply in_or_app. left. subst rising. apply filter_In. split; [exact Il|]. apply Nat.ltb_lt. assumption.
          * destruct (Right v Kv ltac:(lia)) as (H1 & H2 & H3 & H4). repeat split; auto.
            intros Nx. rewrite Sum by lia. rewrite H4; [lia|].
            intros H. apply Nx. apply in_or_app. auto.
        + intros v n rise H. apply in_app_or in H as [H|H].
          * apply in_map_iff in H as (v' & E' & H). injection E' as -> <- <-.
            subst rising. apply filter_In in H as [H Lt]. apply Nat.ltb_lt in Lt.
            pose proof (proj1 (Hl v) H) as [Kv Ev]. rewrite (Nval v H), (Sum0 v Ev).
            repeat split; auto; lia.
          * destruct (Exc v n rise H) as (Kv & Lv & En' & Pos & Val). rewrite (Sum v Lv).
            repeat split; auto; lia.
    Qed.

    (* Only what follows the new event is raised. *)
    Definition follows_x v := clos_trans nat (cause causes (x :: K)) x v.
    Definition only_future raised := forall v : nat, raised v <> 0 -> follows_x v.

    Lemma offers_reach_the_future base members : forall raised,
      (forall m new, In (m, new) members -> m = x \/ (In m K /\ follows_x m)) ->
      only_future raised -> only_future (offer_all K old base raised members).
    Proof.
      intros raised Hm O v NZ.
      destruct (offer_all_right K old base members raised v) as (_ & _ & [E|(m & new & H & F & _)]).
      - apply O. congruence.
      - assert (Im : In m (x :: K)) by (destruct (Hm m new H) as [->|[? _]]; simpl; auto).
        apply (follows_known K x) in F as [Hv Hc]; [|exact Im].
        assert (C : cause causes (x :: K) m v) by (split; [exact Hc|simpl; auto]).
        destruct (Hm m new H) as [->|[_ T]]; [apply t_step; exact C|].
        eapply t_trans; [exact T|apply t_step; exact C].
    Qed.

    (* On every level below a cause of the new event is something that leads to it. *)
    Lemma leads_up : forall c q, In c K -> q <= old c ->
      exists u, In u K /\ old u = q /\ (u = c \/ clos_trans nat (cause causes (x :: K)) u c).
    Proof.
      intros c q Hc Lq. remember (old c - q) as d eqn:Ed. revert c Hc Lq Ed.
      induction d as [|d IH]; intros c Hc Lq Ed.
      - exists c. split; [exact Hc|]. split; [lia|auto].
      - destruct (want_attained causes K old c) as [E|(b & Hb & E)]; rewrite <- (K_settled c Hc) in E; [lia|].
        assert (Kb : In b K) by (apply known_in in Hb; tauto).
        assert (C : cause causes (x :: K) b c) by (split; [apply known_more; exact Hb|simpl; auto]).
        destruct (IH b Kb ltac:(lia) ltac:(lia)) as (u & Hu & Eu & [->|T]).
        + exists b. split; [exact Kb|]. split; [exact Eu|]. right. apply t_step. exact C.
        + exists u. split; [exact Hu|]. split; [exact Eu|]. right. eapply t_trans; [exact T|apply t_step; exact C].
    Qed.

    (* Lemma "cycles show", the other way round: without a cycle none is found. *)
    Lemma no_false_alarm : (forall v, ~ clos_trans nat (cause causes (x :: K)) v v) ->
      forall L q base raised, only_future raised -> (forall i v, In v (level i L) <-> In v K /\ old v = q + i) ->
      exists shifts exceptions all, sweep K old top L q base raised = Some (shifts, exceptions, all) /\ only_future all.
    Proof.
      intros no_cycle. induction L as [|l L IH]; intros q base raised O HL.
      - exists [], [], raised. auto.
      - cbn [sweep].
        assert (Hl : forall v, In v l <-> In v K /\ old v = q).
        { intros v. specialize (HL 0 v). unfold level in HL. simpl in HL. rewrite Nat.add_0_r in HL. exact HL. }
        assert (HL' : forall i v, In v (level i L) <-> In v K /\ old v = S q + i).
        { intros i v. specialize (HL (S i) v). unfold level in *. simpl in HL.
          replace (S q + i) with (q + S i) by lia. exact HL. }
        pose proof (base_right l q base raised) as B. cbv zeta in B.
        remember (negb (is_some (find (fun v => raised v <=? q + base) l)) && (0 <? length l)) as full eqn:Ef.
        destruct (full && (q <? top)) eqn:G.
        + exfalso. apply andb_true_iff in G as [-> G]. apply Nat.ltb_lt in G.
          destruct B as (_ & B & _). destruct (B eq_refl) as [_ all].
          destruct (want_attained causes K old x) as [E|(c & Hc & E)]; rewrite <- x_top in E; [lia|].
          assert (Kc : In c K) by (apply known_in in Hc; tauto).
          destruct (leads_up c q Kc ltac:(lia)) as (u & Ku & Eu & Lead).
          assert (Il : In u l) by (apply Hl; auto). specialize (all u Il).
          assert (Fu : follows_x u) by (apply O; lia). apply (no_cycle x).
          assert (Cx : cause causes (x :: K) c x) by (split; [apply known_more; exact Hc|simpl; auto]).
          destruct Lead as [->|Lead].
          * eapply t_trans; [exact Fu|apply t_step; exact Cx].
          * eapply t_trans; [exact Fu|]. eapply t_trans; [exact Lead|apply t_step; exact Cx].
        + remember (if full then least raised l - q else base) as base' eqn:Eb.
          edestruct (IH (S q) base') as (sh & ex & all & E & O'); [|exact HL'|].
          2: { rewrite E. eauto. }
          apply offers_reach_the_future; [|exact O].
          intros m new H. right. apply in_map_iff in H as (v & E & H). injection E as <- _.
          apply filter_In in H as [H Lt]. apply Nat.ltb_lt in Lt. apply Hl in H.
          split; [tauto|]. apply O. lia.
    Qed.
  End One.
End Sweep.
