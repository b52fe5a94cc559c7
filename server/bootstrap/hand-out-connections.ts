/**
 * Accepts connections and gives each to a process that serves.
 *
 * Promises: the port stays open while processes end and start; a connection waits for one of them, within bounds. It goes
 * to the process that has the fewest waiting, so one that computes holds up no other's clients.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { ServingProcess } from './serving-process'

/** Connections that wait while no process is ready; others are closed. */
const MAX_WAITING = 1_000

export class ConnectionDispatcher {
  private readonly waiting = new Set<Socket>()
  private turn = 0
  /** Accepts for all processes; it listens when its owner says so. */
  readonly server: Server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    // Its client may be gone.
    socket.on('error', () => socket.destroy())
    this.dispatch(socket)
  })

  constructor(private readonly processes: () => readonly ServingProcess[]) {}

  /** A process became ready. */
  wake(): void {
    for (const socket of this.waiting) {
      this.waiting.delete(socket)
      this.dispatch(socket)
    }
  }

  /** Accepts nothing more. What processes have been given stays with them. */
  close(): void {
    this.server.close()
    for (const socket of this.waiting) socket.destroy()
  }

  /** Gives an accepted connection of which no byte was read to a process, now or when one is ready. */
  dispatch(socket: Socket): void {
    if (!this.server.listening) {
      socket.destroy()
      return
    }
    const process = this.choose()
    if (process !== null) process.take(socket)
    else if (this.waiting.size >= MAX_WAITING) socket.destroy()
    else {
      this.waiting.add(socket)
      socket.once('close', () => this.waiting.delete(socket))
    }
  }

  private choose(): ServingProcess | null {
    const all = this.processes()
    let chosen: ServingProcess | null = null
    for (let i = 0; i < all.length; i++) {
      const each = all[(this.turn + i) % all.length]
      if (each?.isReady && (chosen === null || each.backlog < chosen.backlog)) chosen = each
    }
    this.turn++
    return chosen
  }
}
