(* Reads a graph a line, "NAME:CAUSE,CAUSE NAME: ...", its events as they arrive, and answers with a
   line: the order by definition | the order that the timeline shows, and how many edits it
   made | the order of the bulk load. A timeline that refuses an event says "cycle". *)
let event word =
  match String.split_on_char ':' word with
  | [name; after] ->
      let causes = List.filter (fun cause -> cause <> "") (String.split_on_char ',' after) in
      (int_of_string name, List.map int_of_string causes)
  | _ -> failwith word

let shown names = String.concat " " (List.map string_of_int names)

let answer line =
  let events = List.map event (List.filter (( <> ) "") (String.split_on_char ' ' line)) in
  let causes name = try List.assoc name events with Not_found -> [] in
  let names = List.map fst events in
  let arrive state name =
    match state with
    | None -> None
    | Some (levels, edits) ->
        Option.map (fun (levels, more) -> (levels, edits + List.length more)) (Extracted.timeline_add causes levels name)
  in
  let whole levels = shown (List.concat levels) in
  let timeline =
    match List.fold_left arrive (Some ([], 0)) names with
    | Some (levels, edits) -> Printf.sprintf "%s, %d" (whole levels) edits
    | None -> "cycle"
  in
  let loaded = match Extracted.load_at_once causes names with Some levels -> whole levels | None -> "cycle" in
  let ordered = if loaded = "cycle" then "cycle" else shown (Extracted.order_by_definition causes names) in
  print_endline (String.concat " | " [ordered; timeline; loaded])

let () = try while true do answer (read_line ()) done with End_of_file -> ()
