// The original's linearizer on the entries that autobase.py sends: one JSON array a line,
// [writer, sequence, [names of causes]]. Prints the seconds that it took, and how much is confirmed.
//
// Called by `python bench/autobase.py --node FOLDER`, where `npm install autobase@7.28.1` was called.

const path = require('path')
const readline = require('readline')

const Linearizer = require(path.resolve('node_modules/autobase/lib/linearizer.js'))

class Writer {
  constructor (key) {
    this.core = { key: Buffer.from(key) }
    this.isActiveIndexer = true
    this.isRemoved = false
    this.all = []
    this.indexed = 0
    this.length = 0
    this.nodes = { offset: 0 }
  }

  get (seq) {
    return seq >= this.indexed && seq < this.length ? this.all[seq] : null
  }

  head () {
    return this.get(this.length - 1)
  }

  shift () {
    this.nodes.offset = ++this.indexed
  }
}

async function main () {
  const writers = new Map()
  const entries = []
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [key, sequence, after] = JSON.parse(line)
    if (!writers.has(key)) writers.set(key, new Writer(key))
    entries.push({ key, sequence, after })
  }
  const keys = [...writers.keys()].sort()
  const linearizer = new Linearizer(keys.map((key) => writers.get(key)))
  const known = new Map()
  let confirmed = 0
  const start = process.cpuUsage()
  for (const { key, sequence, after } of entries) {
    const writer = writers.get(key)
    const causes = after.map((name) => known.get(name))
    const heads = causes.map((cause) => ({ key: cause.writer.core.key, length: cause.length }))
    const open = new Set(causes.filter((cause) => !cause.yielded))
    const node = Linearizer.createNode(writer, sequence + 1, 'x', heads, 1, open, false)
    writer.all.push(node)
    writer.length++
    known.set(key + sequence, node)
    linearizer.addHead(node)
    const update = linearizer.update()
    for (const each of update.indexed) each.writer.shift()
    confirmed += update.indexed.length
  }
  const { user, system } = process.cpuUsage(start)
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, confirmed }))
}

main()
