/**
 * Whose work a job is, and what each caller holds of the workers.
 *
 * Promises: a share names callers on two levels. Keys take turns at the workers, and within a key its members do.
 */

export interface Share {
  /** The namespace, or the address of a client without one. */
  readonly key: string
  /** The credential or person within it. */
  readonly member: string
  /**
   * Whether the operator does not know the caller. Such a key leaves one of several workers to others at all times, and
   * all of them together hold at most half of the workers while a known caller waits.
   */
  readonly isUnknown: boolean
}

/** The work of the product itself. */
const OWN: Share = { key: '', member: '', isUnknown: false }

export function shareOrOwn(share: Share | null): Share {
  return share ?? OWN
}

/** Workers that are held. */
export class Holdings {
  private readonly counts = new Map<string, number>()
  /** Workers that unknown callers hold together. */
  readonly unknown: number
  readonly shares: readonly Share[]

  /** @param held the share of the job of each worker that is at one; null for work of the product itself */
  constructor(held: readonly (Share | null)[]) {
    this.shares = held.map(shareOrOwn)
    this.unknown = this.shares.filter(({ isUnknown }) => isUnknown).length
    for (const share of this.shares)
      for (const name of [share.key, nameOf(share)]) this.counts.set(name, this.count(name) + 1)
  }

  byKey({ key }: Share): number {
    return this.count(key)
  }

  byMember(share: Share): number {
    return this.count(nameOf(share))
  }

  private count(name: string): number {
    return this.counts.get(name) ?? 0
  }
}

/** Names a member among those of all keys, and differs from every key: none holds a line break. */
export function nameOf({ key, member }: Share): string {
  return `${key}\n${member}`
}
