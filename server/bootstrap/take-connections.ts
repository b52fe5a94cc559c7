/**
 * Serves the connections that the primary accepts.
 *
 * Promises: each is confirmed before a byte of it is read; a process that ends says so first.
 */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { ProcessGroup } from '../services/access/process-group'
import { GroupOfPrimary } from './group-of-primary'
import type { Metrics } from './observability/metrics'
import type { FromServing, ToServing } from './process-messages'
import type { Closers } from './start-context'

export function takeConnections(server: Server, closers: Closers): void {
  process.on('message', (message: ToServing, socket: unknown) => {
    if (message.kind !== 'connection') return
    sendToPrimary({ kind: 'taken', id: message.id })
    // Absent where the client has gone meanwhile.
    if (!(socket instanceof Socket)) return
    // As the connections that an HTTP server accepts itself: a client may end its side and wait for the answer.
    socket.allowHalfOpen = true
    server.emit('connection', socket)
  })
  // Starts the server's watch over slow requests, which otherwise begins when it listens by itself.
  server.emit('listening')
  closers.push(() => sendToPrimary({ kind: 'leaving' }))
  sendToPrimary({ kind: 'ready' })
}

/** Nothing comes of it where the primary is gone: this process ends then. */
function sendToPrimary(message: FromServing): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}

/** What this process knows together with the others of its primary. */
export function groupOfPrimary(log: Logger): ProcessGroup {
  const group = new GroupOfPrimary(sendToPrimary, (error) =>
    log.error({ err: error }, 'what another process published was not handled'),
  )
  process.on('message', (message: ToServing) => group.receive(message))
  return group
}

/** Answers the primary what this process has counted, each time it asks. */
export function answerMetrics(metrics: Metrics, log: Logger): void {
  process.on('message', (message: ToServing) => {
    if (message.kind !== 'count') return
    metrics.snapshot().then(
      (snapshot) => sendToPrimary({ kind: 'counted', id: message.id, snapshot }),
      (error: unknown) => log.error({ err: error }, 'the metrics could not be collected'),
    )
  })
}

/** Ends this process when its primary is gone: another primary may soon use the same database. */
export function endWithPrimary(): void {
  process.on('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
}
