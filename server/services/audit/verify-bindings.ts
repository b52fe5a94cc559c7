/** Bindings older than the log are not judged. */
import type { LogCheck } from '../../attestation/log-check'
import type { LogLeaf } from '../../attestation/log-entry'
import type { LogReading } from '../../database/signing/log-snapshot'
import { PartitionedRecords } from '../../database/signing/partitioned-records'
import { formatStoredTime } from './replayed-rows'

/** As stored in temporary files. */
type Item =
  | readonly ['entry', name: string, hash: string, at: string, by: string, index: string]
  | readonly ['binding', name: string, hash: string, at: string, by: string]
  | readonly ['name', name: string, hash: string, at: string]

export class ReplayedBindings {
  private readonly items = new PartitionedRecords<Item>()

  constructor(private readonly check: LogCheck) {}

  note({ index, at, actor, details }: LogLeaf): void {
    const name = String(details.name)
    // Older releases used the binding's time for the entry.
    this.items.add(name, ['entry', name, String(details.hash), String(details.bound_at ?? at), actor, index])
  }

  /** @param began null for an empty log */
  async compare(reading: LogReading, namespaceId: string, began: Date | null): Promise<void> {
    for (let after: bigint | null = null, full = true; full; ) {
      const page = await reading.readBindings(namespaceId, after, PAGE_ROWS)
      full = page.length === PAGE_ROWS
      after = page.at(-1)?.id ?? null
      for (const { name, hash, boundAt, boundBy } of page)
        this.items.add(name, ['binding', name, hash, formatStoredTime(boundAt), boundBy])
    }
    for (let after: string | null = null, full = true; full; ) {
      const page = await reading.readNames(namespaceId, after, PAGE_ROWS)
      full = page.length === PAGE_ROWS
      after = page.at(-1)?.name ?? null
      for (const { name, hash, boundAt } of page) this.items.add(name, ['name', name, hash, formatStoredTime(boundAt)])
    }
    for (const items of this.items.all()) this.comparePartition(items, began && formatStoredTime(began))
  }

  close(): void {
    this.items.close()
  }

  private comparePartition(items: Iterable<Item>, began: string | null): void {
    /** Nearly always one index for each binding. */
    const entries = new Map<string, string[]>()
    const targets = new Map<string, string>()
    const missing = new Map<string, string>()
    for (const item of items) {
      const [what, name, hash, at, by] = item
      if (what === 'entry') {
        const key = JSON.stringify([name, hash, at, by])
        const same = entries.get(key)
        if (same === undefined) entries.set(key, [item[5]])
        else same.push(item[5])
        targets.set(name, hash)
        missing.set(name, hash)
      } else if (what === 'binding') {
        if (entries.get(JSON.stringify([name, hash, at, by]))?.shift() === undefined && !isBefore(at, began))
          this.check.report(`no entry of the log records that ${by} bound ${name} to ${hash} at ${at}`)
      } else {
        const target = targets.get(name)
        if (target !== hash && !(target === undefined && isBefore(at, began)))
          this.check.report(
            `the name ${name} points at ${hash}, and the last entry of the log for it says ${target ?? 'nothing'}`,
          )
        missing.delete(name)
      }
    }
    for (const [key, indexes] of entries)
      for (const index of indexes)
        this.check.report(`the binding of ${(JSON.parse(key) as string[])[0]}, which entry ${index} records, is gone`)
    for (const [name, hash] of missing) this.check.report(`the name ${name}, which the log bound to ${hash}, is gone`)
  }
}

const PAGE_ROWS = 500

/** Compares a time, as ISO 8601 in UTC. An empty log proves no binding. */
function isBefore(at: string, began: string | null): boolean {
  return began === null || new Date(at) < new Date(began)
}
