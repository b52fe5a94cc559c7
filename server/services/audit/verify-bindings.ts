/**
 * Whether names were bound as the log says, and point at the target that it recorded last.
 *
 * Promises: a binding without an entry, one that is gone, and a name that points elsewhere are reported. What was bound
 * before the log began is not judged.
 */
import type { LogCheck } from '../../attestation/log-check'
import type { LogLeaf } from '../../attestation/log-entry'
import type { LoggedBinding, LogReading } from '../../database/signing/log-snapshot'

export class ReplayedBindings {
  /** By what a binding says of itself; nearly always one. */
  private readonly entries = new Map<string, LogLeaf[]>()
  /** The last recorded target of each name. */
  private readonly targets = new Map<string, string>()

  note(leaf: LogLeaf): void {
    const { name, hash } = leaf.details
    // Older releases gave the entry the binding's own time.
    const at = String(leaf.details.bound_at ?? leaf.at)
    const key = keyOf({ name: String(name), hash: String(hash), at, by: leaf.actor })
    const same = this.entries.get(key)
    if (same === undefined) this.entries.set(key, [leaf])
    else same.push(leaf)
    this.targets.set(String(name), String(hash))
  }

  async compare(reading: LogReading, namespaceId: string, check: LogCheck, began: Date | null): Promise<void> {
    await this.compareBindings(reading, namespaceId, check, began)
    await this.compareNames(reading, namespaceId, check, began)
  }

  private async compareBindings(reading: LogReading, namespaceId: string, check: LogCheck, began: Date | null) {
    for (let after: bigint | null = null, full = true; full; ) {
      const page: LoggedBinding[] = await reading.readBindings(namespaceId, after, PAGE)
      full = page.length === PAGE
      after = page.at(-1)?.id ?? null
      for (const { name, hash, boundAt, boundBy } of page) {
        const key = keyOf({ name, hash, at: boundAt.toISOString(), by: boundBy })
        if (this.entries.get(key)?.shift() === undefined && !isBefore(boundAt, began))
          check.report(
            `no entry of the log records that ${boundBy} bound ${name} to ${hash} at ${boundAt.toISOString()}`,
          )
      }
    }
    for (const left of this.entries.values())
      for (const { index, details } of left)
        check.report(`the binding of ${String(details.name)}, which entry ${index} records, is gone`)
  }

  private async compareNames(reading: LogReading, namespaceId: string, check: LogCheck, began: Date | null) {
    const missing = new Map(this.targets)
    for (let after: string | null = null, full = true; full; ) {
      const page: { readonly name: string; readonly hash: string; readonly boundAt: Date }[] = await reading.readNames(
        namespaceId,
        after,
        PAGE,
      )
      full = page.length === PAGE
      after = page.at(-1)?.name ?? null
      for (const { name, hash, boundAt } of page) {
        const target = this.targets.get(name)
        if (target !== hash && !(target === undefined && isBefore(boundAt, began)))
          check.report(
            `the name ${name} points at ${hash}, and the last entry of the log for it says ${target ?? 'nothing'}`,
          )
        missing.delete(name)
      }
    }
    for (const [name, hash] of missing) check.report(`the name ${name}, which the log bound to ${hash}, is gone`)
  }
}

const PAGE = 500

interface Binding {
  readonly name: string
  readonly hash: string
  readonly at: string
  readonly by: string
}

function keyOf({ name, hash, at, by }: Binding): string {
  return JSON.stringify([name, hash, at, by])
}

/** An empty log began with nothing. */
function isBefore(at: Date, began: Date | null): boolean {
  return began === null || at < began
}
