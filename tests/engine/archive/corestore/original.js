// Makes Corestores with the original, and says what it shows of them (see test_original.py).
//
//   node original.js make FOLDER ENTRIES SEED PEERS plain|encrypted
//   node original.js append FOLDER          appends until its input ends; prints a line when ready

const { createHash } = require('crypto')
const fs = require('fs')
const path = require('path')

const fromHere = require('module').createRequire(path.join(process.cwd(), 'package.json'))
const Autobase = fromHere('autobase')
const Corestore = fromHere('corestore')
const { OplogMessage } = fromHere('autobase/lib/messages.js')

const NAMES = 'abcdefgh'
const hex = (key) => Buffer.from(key).toString('hex')
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time))

function randomBy (seed) {
  let state = seed
  const next = () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
  for (let i = 0; i < 20; i++) next()
  return next
}

async function apply (nodes, view, base) {
  for (const { value, from, length } of nodes) {
    if (value.add) {
      await base.addWriter(Buffer.from(value.add, 'hex'), { indexer: value.indexer })
    }
    if (value.remove) {
      const key = Buffer.from(value.remove, 'hex')
      if (base.removeable(key)) await base.removeWriter(key)
    }
    if (value.optimistic) {
      if (value.ignored) continue
      await base.ackWriter(from.key)
    }
    await view.append(`${hex(from.key)}:${length}`)
  }
}

function options (secret) {
  return {
    apply,
    open: (store) => store.get('view', { valueEncoding: 'utf-8' }),
    valueEncoding: 'json',
    encryptionKey: secret,
    encrypted: secret !== null,
    ackInterval: 0,
    optimistic: true
  }
}

async function exchange (bases) {
  const streams = []
  for (const [i, one] of bases.entries()) {
    for (const other of bases.slice(i + 1)) {
      const [a, b] = [one.replicate(true), other.replicate(false)]
      for (const stream of [a, b]) stream.on('error', () => {})
      a.pipe(b).pipe(a)
      streams.push(a, b)
    }
  }
  for (let round = 0; round < 40; round++) {
    for (const base of bases) await base.update()
    await pause(12)
    const lengths = new Set(bases.map((base) => base.view.length))
    if (round > 5 && lengths.size === 1) break
  }
  for (const stream of streams) stream.destroy()
  await pause(15)
}

async function act (base, i, keys, random) {
  const kind = random()
  const target = keys[1 + Math.floor(random() * (keys.length - 1))]
  if (!base.writable) {
    const ignored = random() < 0.3
    return base.append({ text: `${i}`, optimistic: true, ignored }, { optimistic: true })
  }
  if (kind < 0.1) return base.append({ add: target, indexer: random() < 0.75 })
  if (kind < 0.15) return base.append({ remove: target })
  if (kind < 0.3) {
    const count = 2 + Math.floor(random() * 3)
    return base.append(Array.from({ length: count }, (_, k) => ({ text: `${i}.${k}` })))
  }
  return base.append(kind < 0.4 ? null : { text: `entry ${i} ☃` })
}

async function truth (base, store, keys) {
  const state = base._applyState
  const settled = await state.system.getIndexedInfo(state.indexedLength)
  const view = []
  for (let i = 0; i < base.view.length; i++) view.push(await base.view.get(i))
  const nodes = {}
  for (const key of keys) {
    const encryption = base.getWriterEncryption()
    const core = store.get({ key: Buffer.from(key, 'hex'), valueEncoding: OplogMessage, encryption })
    await core.ready()
    for (let i = 0; i < core.length; i++) {
      const message = await core.get(i, { wait: false }).catch(() => null)
      if (message === null) continue
      const { heads, batch, value } = message.node
      nodes[`${key}:${i + 1}`] = {
        heads: heads.map((head) => `${hex(head.key)}:${head.length}`),
        batch,
        value: value && Buffer.from(value).toString(),
        optimistic: !!message.optimistic
      }
    }
    await core.close()
  }
  return {
    key: hex(base.key),
    view,
    nodes,
    signed: base.view.signedLength,
    confirmed: settled.views.length ? settled.views[0].length : 0,
    indexers: base.linearizer.indexers.map((writer) => hex(writer.core.key))
  }
}

async function make (folder, entries, seed, peers, secrecy) {
  const random = randomBy(seed)
  const secret = secrecy === 'encrypted' ? createHash('sha256').update('secret').digest() : null
  const names = [...NAMES].slice(0, peers)
  const stores = names.map((name) => new Corestore(path.join(folder, name)))
  const bases = []
  for (const store of stores) {
    const base = new Autobase(store, bases.length ? bases[0].key : null, options(secret))
    await base.ready()
    bases.push(base)
  }
  const keys = bases.map((base) => hex(base.local.key))
  await bases[0].append({ add: keys[1], indexer: true })
  await exchange(bases)
  for (let i = 0; i < entries; i++) {
    const one = Math.floor(random() * peers)
    await act(bases[one], i, keys, random).catch(() => {}) // it may not be a writer any more
    if (random() < 0.4) await exchange([bases[one], bases[(one + 1) % peers]])
  }
  if (seed % 2) await exchange(bases)
  const said = {}
  for (const [i, name] of names.entries()) said[name] = await truth(bases[i], stores[i], keys)
  fs.writeFileSync(path.join(folder, 'truth.json'), JSON.stringify(said))
  for (const each of [...bases, ...stores]) await each.close()
}

async function append (folder) {
  const store = new Corestore(folder)
  const base = new Autobase(store, null, options(null))
  await base.ready()
  let goesOn = true
  process.stdin.on('end', () => { goesOn = false }).resume()
  for (let i = 0; goesOn; i++) {
    await base.append({ text: `entry ${i}` })
    if (i === 10) console.log('ready')
    await pause(1)
  }
  await base.close()
  await store.close()
}

const [command, folder, ...rest] = process.argv.slice(2)
const [entries, seed, peers] = rest.map(Number)
const work = command === 'make' ? make(folder, entries, seed, peers, rest[3]) : append(folder)
work.catch((error) => {
  console.error(error)
  process.exit(1)
})
