// Orders graphs with the linearizer of autobase 7.28.1 itself: `npm install autobase@7.28.1`.
//
// A line of standard input is {writers: [{key, indexer}], nodes: [{id, writer, sequence, after}]},
// with every node after its causes; the answer is {order, confirmed}, the number of indexed nodes.
const path = require('path')
const readline = require('readline')

const folder = path.join(process.env.TANGLESCOPE_NODE_MODULES, 'autobase', 'lib')
const Linearizer = require(path.join(folder, 'linearizer.js'))

class Writer {
  constructor({ key, indexer }) {
    this.core = { key: Buffer.from(key) }
    this.isActiveIndexer = indexer
    this.isRemoved = false
    this.nodes = []
    this.indexed = 0 // by earlier updates
  }

  get length() {
    return this.nodes.length
  }

  get available() {
    return this.nodes.length
  }

  get(index) {
    return this.nodes[index] || null
  }

  head() {
    return this.nodes[this.nodes.length - 1] || null
  }
}

function linearize(graph) {
  const writers = new Map(graph.writers.map((each) => [each.key, new Writer(each)]))
  const byKey = { get: (key) => writers.get(key.toString()) }
  const indexers = [...writers.values()].filter((each) => each.isActiveIndexer)
  const base = new Linearizer(indexers, { writers: byKey })
  const nodes = new Map()
  const confirmed = []
  let tip = []
  for (const { id, writer, after } of graph.nodes) {
    const own = writers.get(writer)
    const causes = new Set(after.map((cause) => nodes.get(cause)))
    if (own.length) causes.add(own.head())
    const heads = [...causes].map((node) => ({ key: node.writer.core.key, length: node.length }))
    const node = Linearizer.createNode(own, own.length + 1, id, heads, 1, causes, false, [])
    own.nodes.push(node)
    nodes.set(id, node)
    base.addHead(node)
    const update = base.update()
    for (const each of update.indexed) {
      each.writer.indexed++
      confirmed.push(each.value)
    }
    tip = update.tip.map((each) => each.value)
  }
  return { order: [...confirmed, ...tip], confirmed: confirmed.length }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify(linearize(JSON.parse(line))))
})
