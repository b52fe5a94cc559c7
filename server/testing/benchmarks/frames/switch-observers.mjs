// Preloaded into the server process of the benchmark of metrics and traces. Under a constant load it answers requests in
// turn with and without the observers, in slices of a fraction of a second, and counts calls and processor time of each.
// Two processes of one program differ by more than the observers cost, and so do rounds that are seconds apart.
import { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const removeAll = Server.prototype.removeAllListeners
/** By server, the listeners before and after `observeRequests` replaced them. */
const replaced = new Map()
let calls = 0
const count = () => {
  calls++
}

Server.prototype.removeAllListeners = function (name) {
  if (name === 'request') replaced.set(this, { plain: this.listeners(name), observed: null })
  return removeAll.call(this, name)
}

function observe(isObserved) {
  for (const [server, listeners] of replaced) {
    listeners.observed ??= server.listeners('request')
    removeAll.call(server, 'request')
    for (const listener of [count, ...(isObserved ? listeners.observed : listeners.plain)])
      server.on('request', listener)
  }
}

/** @param skippedMs of each slice, while calls of the slice before end */
async function measure(isObserved, { sliceMs, skippedMs }) {
  observe(isObserved)
  await sleep(skippedMs)
  const [before, began, used] = [calls, performance.now(), process.cpuUsage()]
  await sleep(sliceMs - skippedMs)
  const { user, system } = process.cpuUsage(used)
  return { rate: ((calls - before) / (performance.now() - began)) * 1_000, cost: (user + system) / (calls - before) }
}

process.on('message', async (slices) => {
  const pairs = []
  for (let pair = 0; pair < slices.pairs; pair++) {
    const isFirst = pair % 2 === 0
    const one = await measure(isFirst, slices)
    const other = await measure(!isFirst, slices)
    pairs.push(isFirst ? { observed: one, plain: other } : { observed: other, plain: one })
  }
  process.send?.({ servers: replaced.size, pairs })
})
process.channel?.unref()
