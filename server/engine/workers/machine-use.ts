/**
 * Use of all processes' workers halves every {@link HALF_LIFE_MS}, so nothing is reset when a caller or process ends.
 */
import { nameOf, type Share, shareOrOwn } from './share'

const HALF_LIFE_MS = 2_000
const FORGOTTEN_BELOW_MS = 1
const MAX_NAMES_REMEMBERED = 2_000

export interface Used {
  readonly share: Share
  readonly milliseconds: number
}

interface Faded {
  milliseconds: number
  at: number
}

export class MachineUse {
  private readonly byName = new Map<string, Faded>()
  private readonly known: Faded = { milliseconds: 0, at: 0 }
  private readonly unknown: Faded = { milliseconds: 0, at: 0 }
  private readonly elsewhere: Faded = { milliseconds: 0, at: 0 }

  constructor(
    private readonly now: () => number,
    private readonly report: (used: Used) => void = () => undefined,
  ) {}

  get isShared(): boolean {
    return this.left(this.elsewhere) >= FORGOTTEN_BELOW_MS
  }

  get unknownAreBehind(): boolean {
    return this.left(this.unknown) <= this.left(this.known)
  }

  byKey({ key }: Share): number {
    return this.left(this.byName.get(key))
  }

  byMember(share: Share): number {
    return this.left(this.byName.get(nameOf(share)))
  }

  took(share: Share | null, milliseconds: number): void {
    const used = { share: shareOrOwn(share), milliseconds }
    this.count(used)
    this.report(used)
  }

  tookElsewhere(used: Used): void {
    this.add(this.elsewhere, used.milliseconds)
    this.count(used)
  }

  private count({ share, milliseconds }: Used): void {
    this.add(share.isUnknown ? this.unknown : this.known, milliseconds)
    for (const name of [share.key, nameOf(share)]) {
      const faded = this.byName.get(name) ?? { milliseconds: 0, at: 0 }
      this.add(faded, milliseconds)
      this.byName.set(name, faded)
    }
    if (this.byName.size > MAX_NAMES_REMEMBERED)
      for (const [name, faded] of this.byName) if (this.left(faded) < FORGOTTEN_BELOW_MS) this.byName.delete(name)
  }

  private add(faded: Faded, milliseconds: number): void {
    faded.milliseconds = this.left(faded) + milliseconds
    faded.at = this.now()
  }

  private left(faded: Faded | undefined): number {
    return faded === undefined ? 0 : faded.milliseconds * 2 ** ((faded.at - this.now()) / HALF_LIFE_MS)
  }
}
