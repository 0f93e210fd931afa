// node ssb-server.js FOLDER SECRET: open a folder with ssb-server 16, count, publish, count again.
// npm install ssb-server@16

const [folder, secret] = process.argv.slice(2)
const pull = require('pull-stream')
const keys = require('ssb-keys').loadOrCreateSync(secret)
const connections = { incoming: {}, outgoing: {} }
const sbot = require('ssb-server')(
  require('ssb-config/inject')('rescue', { path: folder, keys, connections })
)

const count = () =>
  new Promise((resolve, reject) =>
    pull(
      sbot.createLogStream(),
      pull.collect((error, found) => (error ? reject(error) : resolve(found.length)))
    ))

async function main () {
  const before = await count()
  const content = { type: 'post', text: 'after the rescue' }
  const message = await new Promise((resolve, reject) =>
    sbot.publish(content, (error, made) => (error ? reject(error) : resolve(made))))
  const { sequence, previous } = message.value
  console.log(JSON.stringify({ before, after: await count(), sequence, previous }))
  sbot.close(true, () => process.exit(0))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
