(* What each theorem rests on. "Closed under the global context": on nothing but Coq's logic. *)
From Tanglescope Require Import Bulk Edits Settled.
Print Assumptions ranks_are_unique.
Print Assumptions settled_is_acyclic.
Print Assumptions repair_converges.
Print Assumptions replicas_agree.
Print Assumptions lift_right.
Print Assumptions lift_all_right.
Print Assumptions sweep_levels.
Print Assumptions no_false_alarm.
Print Assumptions rise_alone_right.
Print Assumptions rise_right.
Print Assumptions add_right.
Print Assumptions add_refuses_cycles.
Print Assumptions convergence.
Print Assumptions edits_needed.
Print Assumptions moves_suffice.
Print Assumptions every_delivery_ends_in_the_order.
Print Assumptions no_level_is_empty.
Print Assumptions load_right.
Print Assumptions load_succeeds.
Print Assumptions at_once_or_in_turn.
Print Assumptions what_is_settled_stays.
Print Assumptions same_before.
