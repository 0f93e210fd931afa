// Answers for each drawing of the JSON array on stdin what the original programs read: mermaid 11
// for a flowchart, Graphviz (@viz-js/viz) for a graph in DOT; null where they refuse it.
//
//     npm install mermaid@11 jsdom @viz-js/viz
//
// [{"format": "mermaid" or "dot", "text"}] -> [{"boxes": {name: label}, "arrows": [[from, to]]}]
const path = require('path');
const { pathToFileURL } = require('url');

const modules = process.env.TANGLESCOPE_NODE_MODULES;

const isArrow = (edge) => edge.type === 'arrow_point';

const ofMermaid = async (mermaid, text) => {
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  if (!db.getVertices || !db.getSubGraphs) return null;
  const inner = new Set(db.getSubGraphs().map((each) => each.id));
  const boxes = {};
  for (const [name, box] of db.getVertices()) if (!inner.has(name)) boxes[name] = box.text ?? name;
  const arrows = db.getEdges().filter(isArrow).map((edge) => [edge.start, edge.end]);
  return { boxes, arrows: arrows.filter((ends) => !ends.some((name) => inner.has(name))) };
};

const ofGraphviz = (viz, text) => {
  const { objects = [], edges = [], directed, _subgraph_cnt } = viz.renderJSON(text, { engine: 'nop' });
  const names = objects.map((each) => each.name);
  const boxes = {};
  for (const each of objects.slice(_subgraph_cnt)) boxes[each.name] = each.label ?? '';
  const ways = { forward: true, back: true };
  const arrows = [];
  for (const edge of directed ? edges : []) {
    const way = edge.dir ?? 'forward';
    const ends = [names[edge.tail], names[edge.head]];
    if (ways[way]) arrows.push(way === 'back' ? ends.reverse() : ends);
  }
  return { boxes, arrows };
};

const main = async () => {
  const { JSDOM } = require(path.join(modules, 'jsdom'));
  const { window } = new JSDOM('');
  Object.assign(globalThis, { window, document: window.document });
  const load = (file) => import(pathToFileURL(path.join(modules, file)));
  const { default: mermaid } = await load('mermaid/dist/mermaid.core.mjs');
  mermaid.initialize({ maxEdges: 100000, maxTextSize: 1e8, logLevel: 'fatal' });
  const viz = await (await load('@viz-js/viz/dist/viz.js')).instance();
  const answers = [];
  const drawings = JSON.parse(require('fs').readFileSync(0, 'utf8'));
  for (const { format, text } of drawings) {
    try {
      answers.push(format === 'dot' ? ofGraphviz(viz, text) : await ofMermaid(mermaid, text));
    } catch (error) {
      answers.push(null);
    }
  }
  process.stdout.write(JSON.stringify(answers), () => process.exit(0));
};

main();
