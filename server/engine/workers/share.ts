export interface Share {
  /** Namespace, or address of a client without one. */
  readonly key: string
  /** Credential or person. */
  readonly member: string
  /**
   * Not known to the operator. Such a key leaves one of several workers free; together they hold at most half while a
   * known caller waits.
   */
  readonly isUnknown: boolean
}

const OWN: Share = { key: '', member: '', isUnknown: false }

export function shareOrOwn(share: Share | null): Share {
  return share ?? OWN
}

export class Holdings {
  private readonly counts = new Map<string, number>()
  readonly unknown: number
  readonly shares: readonly Share[]

  /** @param held for each busy worker */
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

/** Unique: neither contains a line break. */
export function nameOf({ key, member }: Share): string {
  return `${key}\n${member}`
}
