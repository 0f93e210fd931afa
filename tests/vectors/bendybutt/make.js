// Makes messages.json with the original programs: npm install ssb-bendy-butt@1.0.2 ssb-bfe@3
// ssb-keys@8 ssb-meta-feeds@0.39 bencode@2, then: node make.js > messages.json
const crypto = require('crypto')
const bencode = require('bencode')
const BFE = require('ssb-bfe')
const keys = require('ssb-keys')
const butt = require('ssb-bendy-butt/format')
const { validateSingle } = require('ssb-meta-feeds/validate')

const seeded = (label) => crypto.createHash('sha256').update(label).digest()
const pair = (label, format) => keys.generate('ed25519', seeded(label), format)
const root = pair('root', 'bendybutt-v1')
const shard = pair('shard', 'bendybutt-v1')
const main = pair('main', 'classic')
const index = pair('index', 'indexed-v1')
const hmacKey = seeded('network').toString('base64')

const none = { metafeed: { root: null, previous: null } }
const add = (feed, more) => ({
  type: 'metafeed/add/derived', feedpurpose: 'v1', subfeed: feed.id, metafeed: root.id,
  nonce: seeded('nonce'), tangles: none, ...more
})
const existing = (feed) => ({
  type: 'metafeed/add/existing', feedpurpose: 'main', subfeed: feed.id, metafeed: root.id, tangles: none
})

const cases = []
function keep(name, nativeMsg, previous, hmac) {
  const value = butt.fromNativeMsg(nativeMsg)
  let message
  try {
    butt.validate(nativeMsg, previous, hmac || null, (err) => { message = err ? err.message : null })
  } catch (err) { message = err.message }
  let content = null
  try {
    const err = validateSingle([value.content, value.contentSignature], hmac || null)
    content = err ? err.message : null
  } catch (err) { content = err.message }
  let again = null
  try { again = butt.toNativeMsg(value).toString('hex') } catch (err) {}
  cases.push({
    name, native: nativeMsg.toString('hex'), key: butt.getMsgId(nativeMsg), value,
    roundtrip: again === nativeMsg.toString('hex'),
    hmac: hmac || null, refused: message, content_refused: content
  })
  return nativeMsg
}
function say(name, content, contentKeys, more) {
  return keep(name, butt.newNativeMsg({
    keys: root, contentKeys, content, previous: null, timestamp: 1700000000000, ...more
  }), more && more.before || null, more && more.hmacKey)
}
const next = (before) => ({
  before, previous: { key: butt.getMsgId(before), value: { sequence: butt.getSequence(before) } }
})

// Genuine.
const first = say('add/derived of a metafeed', add(shard), shard)
const second = say('add/existing of a classic feed', existing(main), main, next(first))
say('add/derived of an indexed feed', add(index, { feedpurpose: 'index', extra: [true, false, null, 7, -7, 'x'] }), index, next(second))
say('tombstone', {
  type: 'metafeed/tombstone', subfeed: main.id, metafeed: root.id, reason: 'no longer used',
  tangles: { metafeed: { root: butt.getMsgId(second), previous: butt.getMsgId(second) } }
}, main, next(second))
say('update', { type: 'metafeed/update', subfeed: main.id, metafeed: root.id, tangles: none }, main)
say('free content', { type: 'greet', text: 'Good morning! \u00e9\ud83d\ude00', '\ue000': 1, '\ud83d\ude00': 2, a: {}, b: [] })
say('ids of all kinds', {
  type: 'ids', feed: main.id, other: index.id, message: '%' + seeded('m').toString('base64') + '.sha256',
  cloaked: '%' + seeded('c').toString('base64') + '.cloaked', blob: '&' + seeded('b').toString('base64') + '.sha256',
  group: 'ssb:identity/group/' + seeded('g').toString('base64').replace(/\+/g, '-').replace(/\//g, '_'),
  box: 'aGVsbG8='.slice(0, 8) + '.box', box2: Buffer.from('hello world').toString('base64') + '.box2', empty: '.box', bytes: Buffer.from('xyz'), nothing: Buffer.alloc(0)
})
say('of a network', add(shard), shard, { hmacKey })
say('encrypted', Buffer.from('a ciphertext').toString('base64') + '.box2', shard)

// What the originals refuse, of the message.
say('sequence 2 without a previous one', add(shard), shard, { previous: { key: null, value: { sequence: 1 } } })
say('sequence 1 with a previous one', add(shard), shard, { previous: { key: butt.getMsgId(first), value: { sequence: 0 } } })
say('before 1970', add(shard), shard, { timestamp: -1 })
say('too long', { type: 'greet', text: 'x'.repeat(8192) })
const longest = 8192 - butt.newNativeMsg({ keys: root, content: { type: 'greet', text: 'x'.repeat(1000) }, previous: null, timestamp: 1700000000000 }).length + 1000
say('as long as can be', { type: 'greet', text: 'x'.repeat(longest) })
say('one byte too long', { type: 'greet', text: 'x'.repeat(longest + 1) })
keep('of a classic author', butt.newNativeMsg({ keys: main, contentKeys: shard, content: add(shard), previous: null, timestamp: 1 }), null)
{
  const [payload] = bencode.decode(first)
  keep('signed by another', bencode.encode([payload, BFE.encode(keys.sign(shard, null, bencode.encode(payload)))]), null)
  keep('of a network, without its key', butt.newNativeMsg({ keys: root, contentKeys: shard, content: add(shard), previous: null, timestamp: 1, hmacKey }), null)
}

// What the originals refuse, of the content.
say('signed by the metafeed in the place of the subfeed', add(shard), root)
say('a nonce of 31 bytes', add(shard, { nonce: seeded('nonce').subarray(1) }), shard)
say('a nonce that is a text', add(shard, { nonce: seeded('nonce').toString('hex').slice(0, 31) }), shard)
say('without a nonce', (({ nonce, ...rest }) => rest)(add(shard)), shard)
say('a subfeed that is none', add(shard, { subfeed: 'me' }), shard)
say('without a subfeed', (({ subfeed, ...rest }) => rest)(add(shard)), shard)
say('in a classic metafeed', add(shard, { metafeed: main.id }), shard)
say('without a metafeed', (({ metafeed, ...rest }) => rest)(add(shard)), shard)

console.log(JSON.stringify(cases, null, 1))
