// node ssb-db2.js FOLDER SECRET: do what each line of stdin says, {"publish": CONTENT},
// {"delete": KEY} or {"compact": true}; print the key of what was published, or "done".
// npm install ssb-db2@8 secret-stack@6 ssb-caps ssb-keys@8

const { promisify } = require('util')
const [folder, secret] = process.argv.slice(2)
const keys = require('ssb-keys').loadOrCreateSync(secret)
const sbot = require('secret-stack')({ caps: require('ssb-caps') })
  .use(require('ssb-db2'))
  .call(null, { keys, path: folder })

const create = promisify(sbot.db.create)
const remove = promisify(sbot.db.del)
const compact = promisify(sbot.db.compact)
const flushed = promisify(sbot.db.onDrain)

const act = async (wanted) => {
  if (wanted.publish) {
    const made = await create({ keys, content: wanted.publish })
    await flushed('base')
    return made.key
  }
  if (wanted.delete) await remove(wanted.delete)
  if (wanted.compact) await compact()
  await flushed('base')
  return 'done'
}

const main = async () => {
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    console.log(await act(JSON.parse(line)).catch((error) => `${error}`))
  }
  sbot.close(true, () => process.exit(0))
}

main()
