/** All sockets share one timer. A token is verified once per heartbeat, however many sockets use it. */
import { Refusal } from '../../api/refusal'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import type { PlatformClient } from '../../services/guardrails/machine-accounts/platform-client'
import type { StreamConnection } from './stream-connection'
import { CLOSE_CODES } from './stream-web-socket'

export interface SocketLimits {
  /** Per service account or person; clients without a token are not distinguished. */
  readonly perClient: number
  /** Per process. */
  readonly all: number
}

export interface SocketsDependencies {
  readonly gate: Pick<ClientGate, 'verify'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly tickMs: number
  readonly limits: SocketLimits
  readonly reportBug: (error: unknown) => void
}

export class StreamSockets {
  private readonly open = new Set<StreamConnection>()
  private readonly perClient = new Map<string, number>()
  private cancelTick: () => void

  constructor(private readonly dependencies: SocketsDependencies) {
    this.cancelTick = dependencies.after(dependencies.tickMs, () => this.tick())
  }

  get all(): readonly StreamConnection[] {
    return [...this.open]
  }

  /** Why the client may open no more sockets, or null. */
  full(client: PlatformClient): string | null {
    const { perClient, all } = this.dependencies.limits
    if (!client.isOpen && (this.perClient.get(keyOf(client)) ?? 0) >= perClient)
      return `This account has ${perClient} streams open, which are all it may have.`
    return this.open.size >= all ? `This server has ${all} streams open, which are all it takes.` : null
  }

  add(connection: StreamConnection): void {
    this.open.add(connection)
    const key = keyOf(connection.client)
    this.perClient.set(key, (this.perClient.get(key) ?? 0) + 1)
  }

  remove(connection: StreamConnection): void {
    if (!this.open.delete(connection)) return
    const key = keyOf(connection.client)
    const left = (this.perClient.get(key) ?? 0) - 1
    if (left > 0) this.perClient.set(key, left)
    else this.perClient.delete(key)
  }

  stop(): void {
    this.cancelTick()
  }

  private tick(): void {
    const { now, after, tickMs, reportBug } = this.dependencies
    this.cancelTick = after(tickMs, () => this.tick())
    const time = now()
    const byToken = new Map<string, StreamConnection[]>()
    for (const connection of this.open) {
      if (!connection.tick(time) || connection.token === undefined) continue
      const same = byToken.get(connection.token)
      if (same === undefined) byToken.set(connection.token, [connection])
      else same.push(connection)
    }
    if (byToken.size > 0) this.verifyAgain(byToken).catch(reportBug)
  }

  private async verifyAgain(byToken: ReadonlyMap<string, readonly StreamConnection[]>): Promise<void> {
    for (const [token, connections] of byToken) {
      const now = await this.stillHolds(token)
      if (now === 'unknown') continue
      for (const connection of connections)
        if (now === null)
          connection.close(CLOSE_CODES.token, 'The token holds no longer. Connect again with a new one.')
        else if (groupsOf(now) !== groupsOf(connection.client))
          connection.close(CLOSE_CODES.token, 'The groups of the account have changed. Connect again.')
    }
  }

  /** Null if the token is no longer valid; `unknown` if it cannot be verified now. */
  private async stillHolds(token: string): Promise<PlatformClient | null | 'unknown'> {
    try {
      return await this.dependencies.gate.verify(token, 'client')
    } catch (error) {
      if (!(error instanceof Refusal)) this.dependencies.reportBug(error)
      return isAboutToken(error) ? null : 'unknown'
    }
  }
}

export function isAboutToken(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code.startsWith('CREDENTIAL_')
}

function keyOf({ serviceAccountId, label }: PlatformClient): string {
  return serviceAccountId ?? label
}

function groupsOf({ groups }: PlatformClient): string {
  return groups
    .map(({ namespaceId }) => namespaceId)
    .toSorted()
    .join()
}
