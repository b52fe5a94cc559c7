/**
 * Server processes of several roles that are killed and started again, as whatever runs a deployment does.
 */
import { type RunningServer, startServer } from '../running-server'

interface Place {
  readonly role: string
  readonly environment: Readonly<Record<string, string>>
  running: RunningServer | null
  starting: Promise<void>
}

export class ProcessFleet {
  private readonly places: Place[] = []
  private turn = 0

  /** Resolves when the process listens. */
  async add(
    environment: Readonly<Record<string, string>>,
    role: string = environment.ROLE ?? 'all',
  ): Promise<RunningServer> {
    const place: Place = { role, environment, running: null, starting: Promise.resolve() }
    this.places.push(place)
    await this.start(place)
    if (place.running === null) throw new Error('the process was killed while it started')
    return place.running
  }

  /** Address of one that runs and is no evaluator, each in its turn; of a dead one where none runs. */
  url(role?: string): string {
    const doors = this.places.filter(
      (place) => place.role === role || (role === undefined && place.role !== 'evaluator'),
    )
    const running = doors.filter((place) => place.running !== null)
    return running[this.turn++ % Math.max(running.length, 1)]?.running?.url ?? 'http://127.0.0.1:1'
  }

  /**
   * `kill -9` of one of these roles, which is started again at once.
   * @returns when it is dead; false where none runs
   */
  async kill(roles: readonly string[], choose: (count: number) => number): Promise<boolean> {
    const running = this.places.filter((place) => roles.includes(place.role) && place.running !== null)
    const place = running[choose(running.length)]
    const server = place?.running
    if (place === undefined || server == null) return false
    place.running = null
    const ended = new Promise((resolve) => server.process.once('exit', resolve))
    server.process.kill('SIGKILL')
    await ended
    place.starting = this.start(place).catch(() => undefined)
    return true
  }

  /** Resolves when everything that was killed runs again. */
  async whole(): Promise<void> {
    await Promise.all(this.places.map(({ starting }) => starting))
  }

  async stop(): Promise<void> {
    await this.whole()
    await Promise.all(this.places.map(({ running }) => running?.stop()))
  }

  private async start(place: Place): Promise<void> {
    for (let tries = 0; ; tries++)
      try {
        place.running = await startServer(place.environment)
        return
      } catch (error) {
        // Its database or its bus may be away.
        if (tries === 10) throw error
      }
  }
}
