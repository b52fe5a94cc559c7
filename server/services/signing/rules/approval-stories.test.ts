/** Random orders of steps by every role: the product and the model agree after each step. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../../api/refusal'
import { IS_LONG, repetitions } from '../../../testing/repetitions'
import type { Caller } from '../../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { SigningSteps } from '../testing/signing-steps'
import { ApprovalModel, type ApprovalStep, type Signer, STEPS } from './testing/approval-model'

const DAY_MS = 86_400_000

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1)
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

/** One ruleset in its own namespace. */
class Story {
  private readonly approvals: Record<Signer, string[]> = { reviewer: [], chief: [] }

  private constructor(
    private readonly steps: SigningSteps,
    private readonly hash: string,
    private readonly people: Readonly<Record<'author' | Signer, Caller>>,
  ) {}

  static async begin(): Promise<Story> {
    const steps = await SigningSteps.open(under)
    const author = await steps.colleague('author', 'reviewer')
    const chief = await steps.colleague('reviewer', 'administrator')
    const rules = { approvalsNeeded: 2, neededRole: 'administrator', neededRoleLast: true } as const
    await under.workbenches[0]!.settings.change(steps.administrator, { ...rules, separateApprover: true })
    const hash = await steps.save(undefined, undefined, await steps.fresh(author))
    return new Story(steps, hash, { author, reviewer: steps.reviewer, chief })
  }

  async take(step: ApprovalStep): Promise<void> {
    under.pass(1_000)
    switch (step) {
      case 'author approves':
        await this.steps.sign(this.hash, {}, await this.steps.fresh(this.people.author))
        return
      case 'reviewer approves':
        return this.approve('reviewer', null)
      case 'chief approves':
        return this.approve('chief', null)
      case 'chief approves for a day':
        return this.approve('chief', new Date(under.now() + DAY_MS).toISOString())
      case 'program approves': {
        const program = { ...(await under.fullCaller()), namespaceId: this.steps.namespaceId }
        const approval = { ruleset_hash: this.hash, approver: 'A script' }
        await callOperation(under.services[0]!, 'recordApproval', program, approval)
        return
      }
      case 'reviewer requests changes': {
        const reviewer = await this.steps.fresh(this.people.reviewer)
        await this.steps.sign(this.hash, { meaning: 'changes_requested', note: 'Not yet.' }, reviewer)
        return
      }
      case 'reviewer withdraws':
        return this.withdraw('reviewer')
      case 'chief withdraws':
        return this.withdraw('chief')
      case 'reviewer becomes administrator':
        return this.changeMember('reviewer', `UPDATE membership SET roles = '{reviewer,administrator}'`)
      case 'chief stops being administrator':
        return this.changeMember('chief', `UPDATE membership SET roles = '{reviewer}'`)
      case 'reviewer is removed':
        return this.changeMember('reviewer', 'DELETE FROM membership')
      case 'one approval suffices':
        return this.needApprovals(1)
      case 'two approvals are needed':
        return this.needApprovals(2)
      case 'a day passes':
        under.pass(DAY_MS)
    }
  }

  async shown() {
    const { revisions, inForce } = under.workbenches[0]!
    const reader = await this.steps.fresh(this.people.author)
    const opened = await revisions.open(reader, 'policy')
    const [row] = (await revisions.list(reader)).rows
    const { now } = await inForce.timeline(reader, { name: 'policy' })
    return {
      opened: opened.approval,
      listed: row?.approval,
      isInForce: now !== null,
      isInForceApproved: now?.approved ?? null,
    }
  }

  private async approve(by: Signer, expiresAt: string | null): Promise<void> {
    const signer = await this.steps.fresh(this.people[by])
    this.approvals[by].push(await this.steps.sign(this.hash, { expiresAt }, signer))
  }

  private async withdraw(by: Signer): Promise<void> {
    const withdraws = this.approvals[by].pop() ?? null
    const signer = await this.steps.fresh(this.people[by])
    await this.steps.sign(this.hash, { meaning: 'withdrawn', withdraws, note: 'A mistake.' }, signer)
  }

  private async changeMember(who: Signer, change: string): Promise<void> {
    const personId = this.people[who].person!.id
    await under.query(`${change} WHERE person_id = '${personId}' AND namespace_id = '${this.steps.namespaceId}'`)
  }

  private async needApprovals(needed: number): Promise<void> {
    await under.query(`UPDATE namespace SET approvals_needed = ${needed} WHERE id = '${this.steps.namespaceId}'`)
  }
}

async function outcomeOf(step: Promise<void>): Promise<'done' | 'refused'> {
  try {
    await step
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CREDENTIAL_SCOPE') return 'refused'
    throw error
  }
}

/** Beginnings that random steps seldom reach. */
const BEGINNINGS: readonly (readonly ApprovalStep[])[] = [
  [],
  ['reviewer approves', 'chief approves'],
  ['reviewer approves', 'chief approves for a day'],
  ['reviewer requests changes', 'chief approves', 'reviewer approves'],
  ['chief approves', 'reviewer becomes administrator', 'reviewer approves'],
  ['reviewer approves', 'chief stops being administrator', 'chief approves'],
  ['one approval suffices', 'chief approves', 'two approvals are needed'],
  ['one approval suffices', 'chief approves', 'reviewer requests changes'],
  ['one approval suffices', 'chief approves', 'chief withdraws'],
  // Approved by a rule and not by a signature, so nothing is put in force.
  ['chief approves', 'one approval suffices'],
]
const MAX_STEPS = 6
const stories = fc
  .tuple(
    fc.constantFrom(...BEGINNINGS),
    fc.array(fc.constantFrom(...STEPS), { minLength: MAX_STEPS, maxLength: MAX_STEPS }),
  )
  .map(([beginning, steps]) => [...beginning, ...steps].slice(0, MAX_STEPS))

it('every page agrees with the model after each of six steps', { tags: ['repeated'], timeout: 1_200_000 }, async () => {
  const seen = new Map<string, number>()
  const runs = repetitions(IS_LONG ? 100 : 50)
  const run = async (steps: readonly ApprovalStep[]) => {
    const [model, real] = [new ApprovalModel(), await Story.begin()]
    for (const step of steps) {
      const expected = model.expect(step)
      if (expected === 'skipped') continue
      expect([step, await outcomeOf(real.take(step))]).toEqual([step, expected])
      model.take(step)
      const { state, isInForce } = model
      expect(await real.shown()).toEqual({
        ...{ opened: state, listed: state, isInForce },
        isInForceApproved: isInForce ? state === 'approved' : null,
      })
      const label = `${state}${isInForce ? ', in force' : ''}`
      seen.set(label, (seen.get(label) ?? 0) + 1)
    }
  }
  const examples = BEGINNINGS.map((steps): [ApprovalStep[]] => [[...steps]])
  await fc.assert(fc.asyncProperty(stories, run), { numRuns: examples.length + runs, examples })
  expect([...seen.keys()].sort()).toEqual([
    'approved',
    'approved, in force',
    'changes_requested',
    'changes_requested, in force',
    'none',
    'none, in force',
    'not_counted',
    'not_counted, in force',
  ])
  expect(seen.get('approved, in force')).toBeGreaterThan(runs / 2)
})
