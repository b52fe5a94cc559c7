/**
 * A model of the rules of approval, written without the product's code, that a story is compared with. The author of the
 * bytes is a reviewer too, and an author never approves. A signer who is an administrator signs last.
 */
import type { ApprovalState } from '../../approval-status'

export const STEPS = [
  'author approves',
  'reviewer approves',
  'chief approves',
  'chief approves for a day',
  'program approves',
  'reviewer requests changes',
  'reviewer withdraws',
  'chief withdraws',
  'reviewer becomes administrator',
  'chief stops being administrator',
  'reviewer is removed',
  'one approval suffices',
  'two approvals are needed',
  'a day passes',
] as const
export type ApprovalStep = (typeof STEPS)[number]

export type Signer = 'reviewer' | 'chief'

/** `skipped`: nobody could take the step now, such as withdrawing an approval that was not given. */
export type ExpectedOutcome = 'done' | 'refused' | 'skipped'

interface Approval {
  readonly by: Signer
  readonly asAdministrator: boolean
  /** Null without an end. */
  readonly lastsUntilDay: number | null
  /** Place among all signatures. */
  readonly nth: number
}

export class ApprovalModel {
  /** Whether the revision was put in force. It stays in force. */
  isInForce = false
  private approvals: Approval[] = []
  /** Places of the requests for changes among all signatures. */
  private readonly requests: number[] = []
  private readonly administrators = new Set<Signer>(['chief'])
  private isRemoved = false
  private hasProgramApproval = false
  private needed = 2
  private day = 0
  private count = 0

  expect(step: ApprovalStep): ExpectedOutcome {
    if (step === 'author approves') return 'refused'
    if (step === 'chief withdraws') return this.lastApprovalOf('chief') === undefined ? 'skipped' : 'done'
    if (this.isRemoved && step.startsWith('reviewer')) return 'skipped'
    if (step === 'reviewer withdraws') return this.lastApprovalOf('reviewer') === undefined ? 'skipped' : 'done'
    return 'done'
  }

  take(step: ApprovalStep): void {
    switch (step) {
      case 'author approves':
        return
      case 'reviewer approves':
        this.approve('reviewer', null)
        return
      case 'chief approves':
        this.approve('chief', null)
        return
      case 'chief approves for a day':
        this.approve('chief', this.day + 1)
        return
      case 'program approves':
        this.hasProgramApproval = true
        return
      case 'reviewer requests changes':
        this.requests.push(this.count++)
        return
      case 'reviewer withdraws':
      case 'chief withdraws': {
        const last = this.lastApprovalOf(step === 'chief withdraws' ? 'chief' : 'reviewer')
        this.approvals = this.approvals.filter((each) => each !== last)
        return
      }
      case 'reviewer becomes administrator':
        this.administrators.add('reviewer')
        return
      case 'chief stops being administrator':
        this.administrators.delete('chief')
        return
      case 'reviewer is removed':
        this.isRemoved = true
        return
      case 'one approval suffices':
        this.needed = 1
        return
      case 'two approvals are needed':
        this.needed = 2
        return
      case 'a day passes':
        this.day++
    }
  }

  get state(): ApprovalState {
    if (this.areChangesRequested()) return 'changes_requested'
    if (this.isEnough()) return 'approved'
    return this.valid().length > 0 || this.hasProgramApproval ? 'not_counted' : 'none'
  }

  private isApproved(): boolean {
    return this.state === 'approved'
  }

  private approve(by: Signer, lastsUntilDay: number | null): void {
    const wasApproved = this.isApproved()
    const asAdministrator = this.administrators.has(by)
    this.approvals.push({ by, asAdministrator, lastsUntilDay, nth: this.count++ })
    if (!wasApproved && this.isApproved()) this.isInForce = true
  }

  private lastApprovalOf(by: Signer): Approval | undefined {
    return this.approvals.findLast((each) => each.by === by)
  }

  private valid(): readonly Approval[] {
    return this.approvals.filter(({ lastsUntilDay }) => lastsUntilDay === null || lastsUntilDay > this.day)
  }

  /** Whether some administrator signed after enough other people. */
  private isEnough(): boolean {
    const valid = this.valid()
    return valid.some(({ by, asAdministrator }, place) => {
      const others = valid.slice(0, place).filter((each) => each.by !== by)
      return asAdministrator && (this.needed === 1 || others.length > 0)
    })
  }

  /** A request ends with a later approval of the same person, as long as that is valid. */
  private areChangesRequested(): boolean {
    const answered = this.valid().findLast(({ by }) => by === 'reviewer')?.nth ?? -1
    return this.requests.some((nth) => nth > answered)
  }
}
