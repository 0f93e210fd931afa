(* The order and the timeline as OCaml, for the tests: build/proof/extracted.ml. Numbers become
   machine integers, lists and pairs those of OCaml. *)
From Tanglescope Require Import Bulk.
Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.

Definition order_by_definition := order.
Definition timeline_add := add.
Definition load_at_once := load.
Extraction "extracted.ml" order_by_definition timeline_add load_at_once.
