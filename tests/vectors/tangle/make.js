// The records of random graphs, as @tangle/reduce adds them up.
//   npm install @tangle/strategy@4.1.2 @tangle/reduce@5.0.5 @tangle/overwrite@3.0.1
//     @tangle/simple-set@3.0.1 @tangle/linear-append@2.0.1
//   node make.js < graphs.json > records.json
const Reduce = require('@tangle/reduce')
const Strategy = require('@tangle/strategy')
const strategy = new Strategy({
  title: require('@tangle/overwrite')(),
  place: require('@tangle/overwrite')(),
  who: require('@tangle/simple-set')(),
  log: require('@tangle/linear-append')()
})

const graphs = JSON.parse(require('fs').readFileSync(0, 'utf8'))
const answers = graphs.map((nodes) => {
  try {
    const { graph, state } = new Reduce(strategy, { nodes })
    const tips = Object.keys(state)
    return {
      tips: Object.fromEntries(tips.map((tip) => [tip, strategy.mapToOutput(state[tip])])),
      conflict: strategy.isConflict(graph, tips)
    }
  } catch (error) {
    return null // it stumbles over nodes that it has made invalid
  }
})
process.stdout.write(JSON.stringify(answers))
