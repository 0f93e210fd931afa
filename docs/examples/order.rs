// An order as a program: (rank, id), where the rank is the longest path from a root.
// cargo new order && cd order && cargo add serde_json, with this file as src/main.rs:
// cargo build --release && tanglescope shuffle --by target/release/order

use serde_json::{json, Value};
use std::collections::HashMap;
use std::io::{self, BufRead};

fn order(graph: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let mut after: HashMap<String, Vec<String>> = HashMap::new();
    for node in graph["nodes"].as_array().unwrap() {
        let causes = node["after"].as_array().unwrap().iter().map(text).collect();
        after.insert(text(&node["id"]), causes);
    }
    let mut rank: HashMap<String, i64> = HashMap::new();
    while rank.len() < after.len() {
        for (name, causes) in &after {
            let known: Vec<_> = causes.iter().filter(|cause| after.contains_key(*cause)).collect();
            if !rank.contains_key(name) && known.iter().all(|cause| rank.contains_key(*cause)) {
                let highest = known.iter().map(|cause| rank[*cause]).max().unwrap_or(-1);
                rank.insert(name.clone(), highest + 1);
            }
        }
    }
    let mut names: Vec<String> = after.into_keys().collect();
    names.sort_by_key(|name| (rank[name], name.clone())); // by bytes of UTF-8: by code point
    names
}

fn main() {
    for line in io::stdin().lock().lines() {
        let graph: Value = serde_json::from_str(&line.unwrap()).unwrap();
        println!("{}", json!({ "order": order(&graph) })); // stdout is flushed at each line's end
    }
}
