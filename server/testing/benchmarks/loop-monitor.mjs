// Preloaded into a server process by the bomb benchmark: reports on request how long the event loop was blocked at most.
// A timer is due every millisecond; its delay is the time for which the loop was blocked.
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
