/** Every order of steps by every role, as a sample: the product and the model agree after each step. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { repetitions } from '../../testing/repetitions'
import type { Caller } from '../calls/caller'
import { hashOf, SigningSteps } from '../signing/testing/signing-steps'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { ACTORS, type ReviewingActor, ReviewModel, type ReviewStep, STEPS } from './testing/review-model'

let under: ServicesUnderTest
let house: SigningSteps
let callers: Readonly<Record<ReviewingActor, Caller>>
let count = 0

beforeAll(async () => {
  under = await startServices(1)
  house = await SigningSteps.open(under)
  const viewer = { ...(await under.fullCaller('read_only')), namespaceId: house.namespaceId }
  const second = await house.colleague('reviewer')
  callers = { author: house.author, first: house.reviewer, second, administrator: house.administrator, viewer }
})
afterAll(() => under.stop())

/** One ruleset under its own name. */
class Story {
  readonly name = `story ${++count}`
  private revision = 0
  /** The latest review, and its comments. */
  private reviewId: string | null = null
  private openComments: string[] = []
  private readonly approvals = new Map<ReviewingActor, string[]>()

  async revise(by: ReviewingActor): Promise<void> {
    await house.save(this.source(this.revision + 1), this.name, callers[by])
    this.revision++
    this.approvals.clear()
  }

  async take(step: ReviewStep, actor: ReviewingActor): Promise<void> {
    const { rulesetReviews } = under.workbenches[0]!
    const caller = callers[actor]
    const hash = hashOf(this.source(this.revision))
    switch (step) {
      case 'open': {
        const request = { reviewerIds: [], anyReviewer: true, dueOn: null }
        const opened = await rulesetReviews.open(caller, { name: this.name, message: '', ...request })
        if (opened.kind === 'opened') this.openComments = []
        this.reviewId = opened.reviewId
        return
      }
      case 'comment': {
        const about = { hash, subject: { kind: 'claim', name: 'paid' } as const, parentId: null, suggestion: null }
        const comment = { reviewId: this.reviewId!, text: 'Why?', ...about }
        this.openComments.push((await rulesetReviews.comment(caller, comment)).commentId)
        return
      }
      case 'resolve':
        await rulesetReviews.resolve(caller, { commentId: this.openComments[0]!, resolved: true })
        this.openComments.shift()
        return
      case 'revise':
        return this.revise(actor)
      case 'request':
        await house.sign(hash, { meaning: 'changes_requested', note: 'Not yet.' }, caller)
        return
      case 'sign':
        this.approvals.set(actor, [...(this.approvals.get(actor) ?? []), await house.sign(hash, {}, caller)])
        return
      case 'withdraw': {
        const withdraws = this.approvals.get(actor)?.pop() ?? null
        await house.sign(hash, { meaning: 'withdrawn', note: 'No longer.', withdraws }, caller)
        return
      }
      case 'end':
        await rulesetReviews.end(caller, { reviewId: this.reviewId! })
    }
  }

  private source(revision: number): string {
    return `// ${this.name}, revision ${revision}\ndeclare paid as boolean;\nassert is_paid { paid };\n`
  }
}

const REFUSED = new Set(['CREDENTIAL_SCOPE', 'TIER_UNAVAILABLE', 'BAD_REQUEST'])

async function outcomeOf(step: Promise<void>): Promise<'done' | 'refused'> {
  try {
    await step
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && REFUSED.has(error.code)) return 'refused'
    throw error
  }
}

type Act = readonly [ReviewStep, ReviewingActor]

const act: fc.Arbitrary<Act> = fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom(...ACTORS))
/** Beginnings that random steps seldom reach. */
const BEGINNINGS: readonly (readonly Act[])[] = [
  [],
  [
    ['open', 'author'],
    ['sign', 'first'],
    ['withdraw', 'first'],
  ],
  [
    ['open', 'first'],
    ['comment', 'second'],
    ['resolve', 'second'],
  ],
  [
    ['open', 'second'],
    ['request', 'first'],
    ['revise', 'author'],
  ],
  [
    ['open', 'author'],
    ['sign', 'second'],
    ['end', 'author'],
  ],
]
const stories = fc
  .tuple(fc.constantFrom(...BEGINNINGS), fc.array(act, { minLength: 2, maxLength: 3 }), fc.array(act, { maxLength: 3 }))
  .map(([beginning, some, more]) => [...beginning, ...some, ...more].slice(0, MAX_STEPS))
const MAX_STEPS = 6

it('agrees with the model after each step of up to six, by every role', {
  tags: ['repeated'],
  timeout: 1_200_000,
}, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const [model, real] = [new ReviewModel(), new Story()]
      await real.revise('author')
      for (const [step, actor] of story) {
        const expected = model.expect(step, actor)
        if (expected === 'skipped') continue
        expect([step, actor, await outcomeOf(real.take(step, actor))]).toEqual([step, actor, expected])
        if (expected === 'done') model.take(step, actor)
        seen.add(`${step} ${expected}`)
        await expectAgreement(model, real.name)
      }
    }),
    { numRuns: repetitions(100) },
  )
  for (const step of STEPS) expect([...seen]).toContain(`${step} done`)
})

async function expectAgreement(model: ReviewModel, name: string): Promise<void> {
  const { rulesetReviews, revisions } = under.workbenches[0]!
  const view = await rulesetReviews.read(callers.viewer, { name, reviewId: null })
  const open = view.comments.filter(({ resolved }) => resolved === null)
  expect({
    state: view.state,
    revision: view.newest.revision,
    isOpen: view.review !== null && view.review.ended === null,
    ending: view.review?.ended?.how ?? null,
    comments: open.length,
  }).toEqual({
    state: model.state,
    revision: model.revision,
    isOpen: model.isOpen,
    ending: model.isOpen ? null : model.ending,
    comments: model.comments.length,
  })
  expect(view.may).toEqual({ open: false, comment: false, manage: false, author: false })
  // The list of rulesets and the other pages show the same state.
  const [row] = (await revisions.list(callers.viewer, { ...LISTED, search: name, state: model.state })).rows.filter(
    (each) => each.name === name,
  )
  expect(row).toMatchObject({ state: model.state })
  expect((await rulesetReviews.brief(callers.administrator, { name })).state).toBe(model.state)
}

const LISTED = { archived: false, order: 'state', descending: false, page: 1, limit: 100 } as const
