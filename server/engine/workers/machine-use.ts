/**
 * How long callers used the workers of all processes of a machine, of late.
 *
 * Promises: use fades, to half in each {@link HALF_LIFE_MS}, so nothing has to be taken back when a caller goes or a
 * process ends. Trusts the processes to report each turn of their workers once.
 */
import { nameOf, type Share, shareOrOwn } from './share'

/** A caller that had all workers stands behind others for a few seconds at most. */
const HALF_LIFE_MS = 2_000
/** Less than this is forgotten. */
const LEAST_MS = 1
/** Callers and members remembered before those that faded are dropped. */
const MANY = 2_000

/** A turn of a worker, or several of one share. */
export interface Used {
  readonly share: Share
  readonly milliseconds: number
}

interface Faded {
  milliseconds: number
  /** When it was that much. */
  at: number
}

export class MachineUse {
  private readonly byName = new Map<string, Faded>()
  private readonly known: Faded = { milliseconds: 0, at: 0 }
  private readonly unknown: Faded = { milliseconds: 0, at: 0 }
  private readonly elsewhere: Faded = { milliseconds: 0, at: 0 }

  /**
   * @param now milliseconds from any fixed moment
   * @param report is given each turn of this process, for the others
   */
  constructor(
    private readonly now: () => number,
    private readonly report: (used: Used) => void = () => undefined,
  ) {}

  /** Whether other processes of the machine worked of late. */
  get isShared(): boolean {
    return this.left(this.elsewhere) >= LEAST_MS
  }

  /** Whether unknown callers used less together than known ones did. */
  get unknownAreBehind(): boolean {
    return this.left(this.unknown) <= this.left(this.known)
  }

  byKey({ key }: Share): number {
    return this.left(this.byName.get(key))
  }

  byMember(share: Share): number {
    return this.left(this.byName.get(nameOf(share)))
  }

  /** A turn of this process is over. @param share null for work of the product itself */
  took(share: Share | null, milliseconds: number): void {
    const used = { share: shareOrOwn(share), milliseconds }
    this.count(used)
    this.report(used)
  }

  /** Turns of another process are over. */
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
    if (this.byName.size > MANY)
      for (const [name, faded] of this.byName) if (this.left(faded) < LEAST_MS) this.byName.delete(name)
  }

  private add(faded: Faded, milliseconds: number): void {
    faded.milliseconds = this.left(faded) + milliseconds
    faded.at = this.now()
  }

  private left(faded: Faded | undefined): number {
    return faded === undefined ? 0 : faded.milliseconds * 2 ** ((faded.at - this.now()) / HALF_LIFE_MS)
  }
}
