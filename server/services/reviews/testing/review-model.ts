/** What must hold for a review, written without the product's code: a model that a story is compared with. */
import type { ReviewEnding, ReviewState } from '../../../api/terms/review-terms'

export const ACTORS = ['author', 'first', 'second', 'administrator', 'viewer'] as const
export type ReviewingActor = (typeof ACTORS)[number]

export const STEPS = ['open', 'comment', 'resolve', 'revise', 'request', 'sign', 'withdraw', 'end'] as const
export type ReviewStep = (typeof STEPS)[number]

type Signature = 'request' | 'approval' | 'ended approval'

/** `skipped`: nobody could take the step now, such as resolving a comment that does not exist. */
export type ExpectedOutcome = 'done' | 'refused' | 'skipped'

const REVIEWERS: readonly ReviewingActor[] = ['first', 'second']
const WRITERS: readonly ReviewingActor[] = ['author', ...REVIEWERS]

export class ReviewModel {
  revision = 1
  isOpen = false
  wasOpened = false
  opener: ReviewingActor | null = null
  ending: ReviewEnding | null = null
  /** Authors of the open comments of the review, oldest first. */
  comments: ReviewingActor[] = []
  /** Signatures of the newest revision, oldest first. */
  private readonly signatures = new Map<ReviewingActor, Signature[]>()

  expect(step: ReviewStep, actor: ReviewingActor): ExpectedOutcome {
    switch (step) {
      case 'open':
        return WRITERS.includes(actor) ? 'done' : 'refused'
      case 'comment':
        if (!this.wasOpened) return 'skipped'
        return this.isOpen && WRITERS.includes(actor) ? 'done' : 'refused'
      case 'resolve':
        if (this.comments.length === 0) return 'skipped'
        return this.isOpen && this.mayResolve(actor) ? 'done' : 'refused'
      case 'revise':
        return actor === 'author' ? 'done' : 'refused'
      case 'request':
      case 'sign':
        return REVIEWERS.includes(actor) ? 'done' : 'refused'
      case 'withdraw':
        return this.signaturesOf(actor).includes('approval') ? 'done' : 'skipped'
      case 'end':
        if (!this.wasOpened) return 'skipped'
        return this.isOpen && this.mayManage(actor) ? 'done' : 'refused'
    }
  }

  take(step: ReviewStep, actor: ReviewingActor): void {
    const own = this.signaturesOf(actor)
    switch (step) {
      case 'open':
        if (this.isOpen) return
        this.isOpen = true
        this.wasOpened = true
        this.opener = actor
        this.ending = null
        this.comments = []
        return
      case 'comment':
        this.comments.push(actor)
        return
      case 'resolve':
        this.comments.shift()
        return
      case 'revise':
        this.revision++
        this.signatures.clear()
        return
      case 'request':
        this.signatures.set(actor, [...own, 'request'])
        return
      case 'sign':
        this.signatures.set(actor, [...own, 'approval'])
        return
      case 'withdraw': {
        const last = own.lastIndexOf('approval')
        this.signatures.set(
          actor,
          own.map((signature, position) => (position === last ? 'ended approval' : signature)),
        )
        return
      }
      case 'end':
        this.ending = this.state === 'approved' ? 'completed' : 'withdrawn'
        this.isOpen = false
    }
  }

  get state(): ReviewState {
    const all = [...this.signatures.values()]
    // A request is settled by a later approval in force of the same person.
    if (all.some((own) => own.lastIndexOf('request') > own.lastIndexOf('approval'))) return 'changes_requested'
    if (all.some((own) => own.includes('approval'))) return 'approved'
    return this.isOpen ? 'in_review' : 'draft'
  }

  private mayManage(actor: ReviewingActor): boolean {
    return actor === 'author' || (WRITERS.includes(actor) && actor === this.opener)
  }

  private mayResolve(actor: ReviewingActor): boolean {
    return this.mayManage(actor) || (WRITERS.includes(actor) && actor === this.comments[0])
  }

  private signaturesOf(actor: ReviewingActor): readonly Signature[] {
    return this.signatures.get(actor) ?? []
  }
}
