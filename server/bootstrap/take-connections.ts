/** Serves the primary's connections. Each is confirmed before anything is read. */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { ProcessGroup } from '../services/access/process-group'
import { GroupOfPrimary } from './group-of-primary'
import type { Metrics } from './observability/metrics'
import type { Closers } from './open-database'
import type { FromServing, ToServing } from './process-messages'

export function takeConnections(server: Server, closers: Closers): void {
  process.on('message', (message: ToServing, socket: unknown) => {
    if (message.kind !== 'connection') return
    sendToPrimary({ kind: 'taken', id: message.id })
    // Undefined if the client is gone.
    if (!(socket instanceof Socket)) return
    // As in connections that a server accepts itself, a client may end its side and wait for the answer.
    socket.allowHalfOpen = true
    server.emit('connection', socket)
  })
  // Starts the timeouts for slow requests, which otherwise start when a server listens itself.
  server.emit('listening')
  closers.push(() => sendToPrimary({ kind: 'leaving' }))
  sendToPrimary({ kind: 'ready' })
}

/** Does nothing if the primary is gone. */
function sendToPrimary(message: FromServing): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}

export function groupOfPrimary(log: Logger): ProcessGroup {
  const group = new GroupOfPrimary(sendToPrimary, (error) =>
    log.error({ err: error }, 'what another process published was not handled'),
  )
  process.on('message', (message: ToServing) => group.receive(message))
  return group
}

export function answerMetrics(metrics: Metrics, log: Logger): void {
  process.on('message', (message: ToServing) => {
    if (message.kind !== 'count') return
    metrics.snapshot().then(
      (snapshot) => sendToPrimary({ kind: 'counted', id: message.id, snapshot }),
      (error: unknown) => log.error({ err: error }, 'the metrics could not be collected'),
    )
  })
}

/** Ends this process, because another primary may soon use the same database. */
export function endWithPrimary(): void {
  process.on('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
}
