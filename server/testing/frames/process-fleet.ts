/** Runs server processes of several roles that are killed and restarted, as an orchestrator does. */
import { type RunningServer, startServer } from '../running-server'

interface Slot {
  readonly role: string
  readonly environment: Readonly<Record<string, string>>
  running: RunningServer | null
  starting: Promise<void>
}

export class ProcessFleet {
  private readonly slots: Slot[] = []
  private turn = 0

  /** Resolves when the process listens. */
  async add(
    environment: Readonly<Record<string, string>>,
    role: string = environment.ROLE ?? 'all',
  ): Promise<RunningServer> {
    const slot: Slot = { role, environment, running: null, starting: Promise.resolve() }
    this.slots.push(slot)
    await this.start(slot)
    if (slot.running === null) throw new Error('the process was killed while it started')
    return slot.running
  }

  /**
   * Returns the address of the next running process of a role, or of any that is not an evaluator; if no process runs,
   * an address where nothing listens.
   */
  url(role?: string): string {
    const servers = this.slots.filter((slot) => slot.role === role || (role === undefined && slot.role !== 'evaluator'))
    const running = servers.filter((slot) => slot.running !== null)
    return running[this.turn++ % Math.max(running.length, 1)]?.running?.url ?? 'http://127.0.0.1:1'
  }

  /**
   * Kills a process of these roles, which is restarted at once.
   * @returns when it has ended; false if no such process runs
   */
  async kill(roles: readonly string[], choose: (count: number) => number): Promise<boolean> {
    const running = this.slots.filter((slot) => roles.includes(slot.role) && slot.running !== null)
    const slot = running[choose(running.length)]
    const server = slot?.running
    if (slot === undefined || server == null) return false
    slot.running = null
    const ended = new Promise((resolve) => server.process.once('exit', resolve))
    server.process.kill('SIGKILL')
    await ended
    slot.starting = this.start(slot).catch(() => undefined)
    return true
  }

  /** Resolves when everything runs again. */
  async whole(): Promise<void> {
    await Promise.all(this.slots.map(({ starting }) => starting))
  }

  async stop(): Promise<void> {
    await this.whole()
    await Promise.all(this.slots.map(({ running }) => running?.stop()))
  }

  private async start(slot: Slot): Promise<void> {
    for (let tries = 0; ; tries++)
      try {
        slot.running = await startServer(slot.environment)
        return
      } catch (error) {
        // Its database or bus may be unavailable.
        if (tries === 10) throw error
      }
  }
}
