// Stores by pzp-db 1.0 and pzp-set 1.0.1 with several accounts, two devices that write to one set
// at the same time, and erased and deleted messages; and what the originals read in them.
//   npm install pzp-db@1.0.4 pzp-set@1.0.1 pzp-keypair pzp-caps secret-stack@8 ssb-box@1
//     secret-handshake-ext@0.0.10
//   node make.js FOLDER SEED > said.json
const path = require('path')
const { promisify: p } = require('util')
const Keypair = require('pzp-keypair')
const MsgV4 = require('pzp-db/msg-v4')

const [folder, seed] = process.argv.slice(2)
const DOMAIN = 'follows'
let state = Number(seed) + 1
const random = (n) => (state = (state * 48271) % 2147483647) % n
const values = ['alice', 'bob', 'carol', 'dan']

function peer(name, keypair) {
  return require('secret-stack/bare')()
    .use(require('secret-stack/plugins/net'))
    .use(require('secret-handshake-ext/secret-stack'))
    .use(require('pzp-db'))
    .use(require('ssb-box'))
    .use(require('pzp-set'))
    .call(null, {
      shse: { caps: require('pzp-caps') },
      global: {
        path: path.join(folder, name),
        keypair,
        connections: { incoming: {}, outgoing: {} },
      },
    })
}

async function records(device) {
  const found = []
  for await (const rec of device.db.records()) if (rec.msg) found.push(rec)
  return found
}

async function sync(from, to) {
  const had = new Set((await records(to)).map((rec) => rec.id))
  for (const { id, msg } of await records(from)) {
    if (had.has(id)) continue
    const tangle = Object.keys(msg.metadata.tangles)[0] ?? id
    await p(to.db.add)(msg, tangle)
  }
}

async function edit(device) {
  const value = values[random(values.length)]
  const act = random(7)
  if (act < 4) await p(device.set.add)(DOMAIN, value)
  else if (act < 6) await p(device.set.del)(DOMAIN, value)
  else await p(device.set.squeeze)(DOMAIN)
}

async function said(device, accounts) {
  const sets = []
  for (const account of accounts) {
    const root = MsgV4.getMootID(account, 'set_v1__' + DOMAIN)
    const tangle = await p(device.db.getTangle)(root)
    if (!tangle) continue
    sets.push({
      root,
      order: tangle.topoSort(),
      tips: [...tangle.tips].sort(),
      maxDepth: tangle.maxDepth,
      values: await p(device.set.values)(DOMAIN, account),
    })
  }
  return sets
}

async function main() {
  const shared = Keypair.generate('ed25519', 'shared' + seed)
  const [one, two] = [peer('one', shared), peer('two', shared)]
  const other = peer('other', Keypair.generate('ed25519', 'other' + seed))
  await p(one.db.loaded)(), await p(two.db.loaded)(), await p(other.db.loaded)()
  const account = await p(one.db.account.create)({ subdomain: 'person', _nonce: 'a' + seed })
  const second = await p(other.db.account.create)({ subdomain: 'person', _nonce: 'b' + seed })
  await sync(one, two)
  await p(one.set.load)(account), await p(two.set.load)(account), await p(other.set.load)(second)
  for (let round = 0; round < 5; round++) {
    for (const device of [one, two, other]) {
      for (let edits = random(3); edits >= 0; edits--) await edit(device)
    }
    await sync(one, two), await sync(two, one)
  }
  await sync(other, one)
  const before = await said(one, [account, second])

  // What pruning would do, as peers of pzp do it: from the least depth that is required.
  const erased = [], deleted = []
  for (const { root } of before) {
    const tangle = await p(one.db.getTangle)(root)
    const superseded = new Set()
    for (const id of tangle.topoSort()) {
      const msg = await p(one.db.get)(id)
      for (const each of msg?.data?.supersedes ?? []) superseded.add(each)
    }
    const roots = tangle.topoSort().filter((id) => id !== root && !superseded.has(id))
    const { deletables, erasables } = tangle.getDeletablesAndErasables(...roots)
    for (const id of erasables) if (id !== root) await p(one.db.erase)(id), erased.push(id)
    for (const id of deletables) await p(one.db.del)(id), deleted.push(id)
  }
  const after = await said(one, [account, second])
  await p(one.close)(), await p(two.close)(), await p(other.close)()
  console.log(JSON.stringify({ before, erased, deleted, after }))
  process.exit(0)
}
main().catch((error) => { console.error(error); process.exit(1) })
