// node ssb-server.js FOLDER SECRET: publish each line of stdin, a content in JSON; print its key.
// npm install ssb-server@16

const [folder, secret] = process.argv.slice(2)
const keys = require('ssb-keys').loadOrCreateSync(secret)
const connections = { incoming: {}, outgoing: {} }
const sbot = require('ssb-server')(
  require('ssb-config/inject')('revisions', { path: folder, keys, connections })
)

const lines = require('readline').createInterface({ input: process.stdin })
lines.on('line', (line) =>
  sbot.publish(JSON.parse(line), (error, made) => console.log(error ? `${error}` : made.key)))
lines.on('close', () => sbot.close(true, () => process.exit(0)))
