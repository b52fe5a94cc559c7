// Preloaded into a server process by the bomb benchmark: tells on request for how long the event loop was held at most.
// A timer that is due every millisecond notices every hold; what it was late is the hold.
let longest = 0
let last = process.hrtime.bigint()
setInterval(() => {
  const now = process.hrtime.bigint()
  longest = Math.max(longest, Number(now - last) / 1e6 - 1)
  last = now
}, 1).unref()
process.on('message', (message) => {
  if (message === 'reset') longest = 0
  process.send?.(longest)
})
process.channel?.unref()
