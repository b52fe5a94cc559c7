/**
 * Gives each connection to the serving process with the fewest unconfirmed ones. The port stays open while processes
 * end and start.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { ServingProcess } from './serving-process'

/** Further connections are closed. */
const MAX_WAITING_CONNECTIONS = 1_000

export class ConnectionDispatcher {
  private readonly waiting = new Set<Socket>()
  private turn = 0
  /** The owner calls `listen`. */
  readonly server: Server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    // The client may be gone.
    socket.on('error', () => socket.destroy())
    this.dispatch(socket)
  })

  constructor(private readonly processes: () => readonly ServingProcess[]) {}

  /** Called when a process becomes ready. */
  wake(): void {
    for (const socket of this.waiting) {
      this.waiting.delete(socket)
      this.dispatch(socket)
    }
  }

  /** Connections that were handed out continue. */
  close(): void {
    this.server.close()
    for (const socket of this.waiting) socket.destroy()
  }

  /** Takes a connection before anything of it was read. */
  dispatch(socket: Socket): void {
    if (!this.server.listening) {
      socket.destroy()
      return
    }
    const process = this.choose()
    if (process !== null) process.take(socket)
    else if (this.waiting.size >= MAX_WAITING_CONNECTIONS) socket.destroy()
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
