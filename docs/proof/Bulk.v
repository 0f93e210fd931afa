(* Many events at once (engine/linear/scuttlesort/events.py): layer by layer, by Kahn's algorithm.

   The engine counts down for every event how many of its causes are not out yet; here a layer is
   what has all its known causes in the layers before. *)
From Tanglescope Require Export Oracle.

Section Bulk.
  Variable causes : nat -> list nat.
  Notation known := (known causes).

  Definition free K out v := forallb (fun c => mem c out) (known K v).

  (* The layers, lowest first, and what is stuck. [turns] is more than there can be layers. *)
  Fixpoint layers turns K out rest : levels * list nat :=
    match turns with
    | 0 => ([], rest)
    | S turns =>
        match filter (free K out) rest with
        | [] => ([], rest)
        | layer =>
            let (above, stuck) :=
              layers turns K (layer ++ out) (filter (fun v => negb (free K out v)) rest) in
            (fold_right insert [] layer :: above, stuck)
        end
    end.

  (* None: a cycle. *)
  Definition load K : option levels :=
    match layers (length K) K [] K with (L, []) => Some L | _ => None end.

  Lemma sort_perm l : Permutation (fold_right insert [] l) l.
  Proof. induction l as [|x l IH]; simpl; auto. rewrite insert_perm. constructor. exact IH. Qed.

  Lemma sort_sorted l : NoDup l -> StronglySorted lt (fold_right insert [] l).
  Proof.
    induction 1 as [|x l F N IH]; simpl; [constructor|]. apply insert_sorted; [exact IH|].
    intros H. apply F, (Permutation_in _ (sort_perm l)). exact H.
  Qed.

  Lemma parted {A} (f : A -> bool) l : Permutation (filter f l ++ filter (fun v => negb (f v)) l) l.
  Proof.
    induction l as [|x l IH]; simpl; auto. destruct (f x); simpl; [constructor; exact IH|].
    rewrite <- Permutation_middle. constructor. exact IH.
  Qed.

  (* What is out already has its ranks, below [q]; of what is not, each has a known cause in the layer
     right below, if there is one. *)
  Lemma layers_right : forall turns K out rest q ranked L stuck,
    Permutation (rest ++ out) K -> NoDup K ->
    (forall v, In v out -> ranked v < q /\ ranked v = want causes K ranked v) ->
    (forall v, In v rest -> q = 0 \/ exists c, In c (known K v) /\ (In c out -> S (ranked c) = q)) ->
    (forall v, In v out -> forall c, In c (known K v) -> In c out) ->
    layers turns K out rest = (L, stuck) ->
    ascending L /\ Permutation (concat L ++ stuck) rest /\
    (forall v, In v stuck -> length rest <= turns -> exists c, In c (known K v) /\ In c stuck) /\
    exists ranked', (forall v, In v out -> ranked' v = ranked v) /\
      (forall i v, In v (level i L) -> ranked' v = q + i) /\
      (forall v, In v (concat L) -> ranked' v = want causes K ranked' v).
  Proof.
    induction turns as [|turns IH]; intros K out rest q ranked L stuck P N Out Rest Closed E.
    - injection E as <- <-. repeat split; [constructor|reflexivity| |].
      + intros v Hv Len. destruct rest; [destruct Hv|simpl in Len; lia].
      + exists ranked. repeat split; auto.
        * intros i v H. destruct i; destruct H.
        * intros v [].
    - cbn [layers] in E. remember (filter (free K out) rest) as layer eqn:El.
      destruct layer as [|a layer0] eqn:Ea.
      + injection E as <- <-. repeat split; [constructor|reflexivity| |].
        * intros v Hv _. assert (F : free K out v = false).
          { destruct (free K out v) eqn:F; [|reflexivity]. exfalso.
            assert (H : In v (filter (free K out) rest)) by (apply filter_In; auto). rewrite <- El in H. destruct H. }
          unfold free in F. assert (X : exists c, In c (known K v) /\ mem c out = false).
          { clear -F. induction (known K v) as [|c l IHl]; simpl in *; [discriminate|].
            destruct (mem c out) eqn:M; [|exists c; auto]. destruct (IHl F) as (d & Hd & Md). exists d. auto. }
          destruct X as (c & Hc & M). exists c. split; [exact Hc|]. apply mem_not in M.
          assert (Kc : In c K) by (apply known_in in Hc; tauto).
          apply (Permutation_in _ (Permutation_sym P)), in_app_or in Kc. tauto.
        * exists ranked. repeat split; auto.
          -- intros i v H. destruct i; destruct H.
          -- intros v [].
      + assert (NE : layer <> []) by congruence. rewrite <- Ea in *. clear Ea.
        destruct (layers turns K (layer ++ out) (filter (fun v => negb (free K out v)) rest)) as [above stuck'] eqn:E'.
        injection E as <- <-. remember (filter (fun v => negb (free K out v)) rest) as rest' eqn:Er.
        assert (Pr : Permutation (layer ++ rest') rest) by (subst layer rest'; apply parted).
        assert (Nro : NoDup (rest ++ out)) by (apply (Permutation_NoDup (Permutation_sym P)); exact N).
        apply NoDup_app_inv in Nro as (Nrest & Nout & Dis).
        assert (Nlr : NoDup (layer ++ rest')) by (apply (Permutation_NoDup (Permutation_sym Pr)); exact Nrest).
        apply NoDup_app_inv in Nlr as (Nlayer & Nrest' & Dis').
        assert (Lin : forall v, In v layer -> In v rest /\ forall c, In c (known K v) -> In c out).
        { intros v Hv. subst layer. apply filter_In in Hv as [Hv F]. split; [exact Hv|].
          intros c Hc. unfold free in F. rewrite forallb_forall in F. apply mem_In, F, Hc. }
        remember (fun v => if mem v layer then q else ranked v) as ranked1 eqn:E1.
        assert (R1o : forall v, In v out -> ranked1 v = ranked v).
        { intros v Hv. subst ranked1. destruct (mem v layer) eqn:M; [|reflexivity].
          apply mem_In in M. exfalso. apply (Dis v); [apply Lin; exact M|exact Hv]. }
        assert (R1l : forall v, In v layer -> ranked1 v = q).
        { intros v Hv. subst ranked1. rewrite (proj2 (mem_In v layer) Hv). reflexivity. }
        assert (W1 : forall v, In v (layer ++ out) -> ranked1 v < S q /\ ranked1 v = want causes K ranked1 v).
        { intros v Hv. apply in_app_or in Hv as [Hv|Hv].
          - rewrite (R1l v Hv). split; [lia|]. symmetry. destruct (Lin v Hv) as [Hr Hc]. apply want_is.
            + intros c H. rewrite (R1o c (Hc c H)). destruct (Out c (Hc c H)). lia.
            + destruct (Rest v Hr) as [Z|(c & H & E)]; [left; exact Z|right]. exists c. split; [exact H|].
              rewrite (R1o c (Hc c H)). rewrite (E (Hc c H)). lia.
          - rewrite (R1o v Hv). destruct (Out v Hv) as [Lt W]. split; [lia|]. rewrite W at 1. apply want_ext.
            intros c Hc. symmetry. apply R1o. apply (Closed v Hv c Hc). }
        destruct (IH K (layer ++ out) rest' (S q) ranked1 above stuck') as (A & Pa & St & ranked2 & Same & Lev & W2);
          [|exact N|exact W1| | |exact E'|].
        * rewrite <- P, <- Pr, <- !app_assoc. rewrite (Permutation_app_comm layer (rest' ++ out)).
          rewrite <- app_assoc. apply Permutation_app_head, Permutation_app_comm.
        * intros v Hv. right. subst rest'. apply filter_In in Hv as [Hv F]. apply negb_true_iff in F.
          unfold free in F. assert (X : exists c, In c (known K v) /\ mem c out = false).
          { clear -F. induction (known K v) as [|c l IHl]; simpl in *; [discriminate|].
            destruct (mem c out) eqn:M; [|exists c; auto]. destruct (IHl F) as (d & Hd & Md). exists d. auto. }
          destruct X as (c & Hc & M). exists c. split; [exact Hc|]. apply mem_not in M.
          intros H. apply in_app_or in H as [H|H]; [|contradiction]. rewrite (R1l c H). reflexivity.
        * intros v Hv c Hc. apply in_app_or in Hv as [Hv|Hv].
          -- apply in_or_app. right. destruct (Lin v Hv) as [_ H]. auto.
          -- apply in_or_app. right. apply (Closed v Hv c Hc).
        * assert (Psort : Permutation (fold_right insert [] layer) layer) by apply sort_perm.
          split; [constructor; [apply sort_sorted; exact Nlayer|exact A]|]. split.
          { cbn [concat]. rewrite Psort, <- app_assoc, Pa. exact Pr. }
          split.
          { intros v Hv Len. apply St; [exact Hv|].
            assert (length layer + length rest' = length rest) by (rewrite <- app_length; apply Permutation_length; exact Pr).
            assert (0 < length layer); [|lia].
            destruct layer; [congruence|simpl; lia]. }
          exists ranked2. split; [|split].
          -- intros v Hv. rewrite Same by (apply in_or_app; auto). apply R1o. exact Hv.
          -- intros [|i] v H.
             ++ unfold level in H. simpl in H. apply (Permutation_in _ Psort) in H.
                rewrite Same by (apply in_or_app; auto). rewrite (R1l v H). lia.
             ++ rewrite (Lev i v H). lia.
          -- intros v H. cbn [concat] in H. apply in_app_or in H as [H|H]; [|apply W2; exact H].
             apply (Permutation_in _ Psort) in H.
             destruct (W1 v ltac:(apply in_or_app; auto)) as [_ W].
             rewrite Same by (apply in_or_app; auto). rewrite W. apply want_ext. intros c Hc.
             symmetry. apply Same. apply in_or_app. right. destruct (Lin v H) as [_ Hx]. auto.
  Qed.

  Theorem load_right K L : NoDup K -> load K = Some L -> timeline causes L /\ Permutation (concat L) K.
  Proof.
    unfold load. intros N E. destruct (layers (length K) K [] K) as [L' stuck] eqn:El.
    destruct stuck as [|]; [|discriminate]. injection E as ->.
    destruct (layers_right (length K) K [] K 0 (fun _ => 0) L []) as (A & P & _ & r & _ & Lev & W);
      [rewrite app_nil_r; reflexivity|exact N|intros v []|auto|intros v []|exact El|].
    rewrite app_nil_r in P.
      assert (NL : NoDup (concat L)) by (apply (Permutation_NoDup (Permutation_sym P)); exact N).
      split; [|exact P]. split; [exact NL|]. split; [exact A|].
      assert (Rr : forall v, In v (concat L) -> r v = rank L v).
      { intros v Hv. destruct (rank_level L v Hv) as [H _]. rewrite (Lev _ v H). lia. }
      apply (settled_ext causes (concat L) r); [exact Rr|]. intros v Hv. rewrite (W v Hv) at 1.
      unfold want. rewrite (known_same causes K (concat L) v); [reflexivity|].
      intros u. split; intros H; [apply (Permutation_in _ (Permutation_sym P))|apply (Permutation_in _ P)]; exact H.
  Qed.

  (* Without a cycle nothing is stuck: among what is stuck each has a cause, so one could walk back
     for ever. *)
  Theorem load_succeeds K : NoDup K -> acyclic causes K -> exists L, load K = Some L.
  Proof.
    intros N wf. unfold load. destruct (layers (length K) K [] K) as [L stuck] eqn:E.
    destruct (layers_right (length K) K [] K 0 (fun _ => 0) L stuck) as (_ & P & St & _);
      [rewrite app_nil_r; reflexivity|exact N|intros v []|auto|intros v []|exact E|].
    assert (none : forall v, ~ In v stuck).
      { intros v. induction (wf v) as [v _ IH]. intros H. destruct (St v H (le_n _)) as (c & Hc & Hs).
        apply (IH c); [|exact Hs]. split; [exact Hc|]. apply (Permutation_in _ P), in_or_app. auto. }
      destruct stuck as [|v]; [eauto|]. destruct (none v). simpl. auto.
  Qed.

  (* The same list, at once or one after the other. *)
  Theorem at_once_or_in_turn K delivery L : NoDup K -> acyclic causes K -> Permutation delivery K ->
    load K = Some L -> exists L', run causes [] delivery = Some L' /\ concat L = concat L'.
  Proof.
    intros N wf P E. destruct (load_right K L N E) as [T PL].
    destruct (every_delivery_ends_in_the_order causes K delivery N wf P) as (L' & R & E').
    exists L'. split; [exact R|]. rewrite E'. apply timeline_is_order; assumption.
  Qed.
End Bulk.
