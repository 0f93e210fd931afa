// node ssb-db2.js FOLDER SECRET: open a folder with ssb-db2 8, count, publish, count again.
// npm install ssb-db2@8 secret-stack@6 ssb-caps ssb-keys@8

const [folder, secret] = process.argv.slice(2)
const keys = require('ssb-keys').loadOrCreateSync(secret)
const sbot = require('secret-stack')({ caps: require('ssb-caps') })
  .use(require('ssb-db2'))
  .call(null, { keys, path: folder })

const indexed = () => new Promise((resolve) => sbot.db.onDrain('base', resolve))
const count = () =>
  new Promise((resolve) => {
    let found = 0
    sbot.db.getLog().stream({ gt: -1 }).pipe({
      paused: false,
      write: (record) => { if (record.value) found++ },
      end: () => resolve(found)
    })
  })

async function main () {
  await indexed()
  const before = await count()
  const content = { type: 'post', text: 'after the rescue' }
  const message = await new Promise((resolve, reject) =>
    sbot.db.create({ keys, content }, (error, made) => (error ? reject(error) : resolve(made))))
  await indexed()
  const { sequence, previous } = message.value
  console.log(JSON.stringify({ before, after: await count(), sequence, previous }))
  sbot.close(true, () => process.exit(0))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
