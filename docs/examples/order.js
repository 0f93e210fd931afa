// An order as a program: (rank, id), where the rank is the longest path from a root.
// tanglescope shuffle --by "node docs/examples/order.js"

const readline = require("node:readline");

function order(graph) {
  const after = new Map(graph.nodes.map((node) => [node.id, node.after])); // ids may be __proto__
  const rank = new Map();
  while (rank.size < after.size) {
    for (const [name, causes] of after) {
      const known = causes.filter((cause) => after.has(cause));
      if (!rank.has(name) && known.every((cause) => rank.has(cause))) {
        rank.set(name, 1 + Math.max(-1, ...known.map((cause) => rank.get(cause))));
      }
    }
  }
  return [...after.keys()].sort((a, b) => rank.get(a) - rank.get(b) || byCodePoint(a, b));
}

// `<` compares UTF-16 code units, which is another order beyond U+FFFF.
function byCodePoint(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify({ order: order(JSON.parse(line)) }));
});
