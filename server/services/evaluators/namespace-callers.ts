/** Concurrent frames share one read of the account. */
import { LRUCache } from 'lru-cache'
import { type Account, type Caller, createServiceCaller } from '../calls/caller'

/** Milliseconds. */
export const ACCOUNT_REUSE_MS = 900
const MAX_KNOWN = 1_000
const LABEL = 'guardrail platform'

export interface NamespaceCallersDependencies {
  readonly accountOf: (namespaceId: string) => Promise<Account | null>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export class NamespaceCallers {
  private readonly known = new LRUCache<string, { readonly caller: Promise<Caller | null>; readonly until: number }>({
    max: MAX_KNOWN,
  })

  constructor(private readonly dependencies: NamespaceCallersDependencies) {}

  /** Null if there is no such namespace. */
  callerOf(namespaceId: string): Promise<Caller | null> {
    const now = this.dependencies.now()
    const cached = this.known.get(namespaceId)
    if (cached !== undefined && now < cached.until) return cached.caller
    const caller = this.read(namespaceId)
    this.known.set(namespaceId, { caller, until: now + ACCOUNT_REUSE_MS })
    return caller
  }

  private async read(namespaceId: string): Promise<Caller | null> {
    try {
      const account = await this.dependencies.accountOf(namespaceId)
      return account === null ? null : createServiceCaller(namespaceId, LABEL, account)
    } catch (error) {
      this.known.delete(namespaceId)
      throw error
    }
  }
}
