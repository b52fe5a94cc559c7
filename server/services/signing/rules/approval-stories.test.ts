/**
 * Random orders of signatures, withdrawals, changes of roles, removals and expiry, against a model that keeps the
 * signatures in force. Two approvals are needed; an administrator signs last.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repetitions, SEED } from '../../../testing/repetitions'
import type { Caller } from '../../calls/caller'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { SigningSteps } from '../testing/signing-steps'

const STEPS = [
  'reviewer signs',
  'chief signs',
  'chief signs for a day',
  'reviewer withdraws',
  'chief withdraws',
  'reviewer becomes administrator',
  'chief stops being administrator',
  'reviewer is removed',
  'a day passes',
] as const
type Step = (typeof STEPS)[number]

const DAY_MS = 86_400_000

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1)
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

interface Signature {
  readonly recordId: string
  readonly by: 'reviewer' | 'chief'
  readonly asAdministrator: boolean
  readonly until: number | null
}

class Story {
  private signatures: Signature[] = []
  private readonly administrators = new Set(['chief'])
  private removed = false

  private constructor(
    private readonly steps: SigningSteps,
    private readonly hash: string,
    private readonly people: Readonly<Record<'reviewer' | 'chief', Caller>>,
  ) {}

  static async begin(): Promise<Story> {
    const steps = await SigningSteps.open(under)
    const chief = await steps.colleague('reviewer', 'administrator')
    const rules = { approvalsNeeded: 2, neededRole: 'administrator', neededRoleLast: true } as const
    await under.workbenches[0]!.settings.change(steps.administrator, rules)
    return new Story(steps, await steps.save(), { reviewer: steps.reviewer, chief })
  }

  async take(step: Step): Promise<void> {
    under.pass(1_000)
    switch (step) {
      case 'reviewer signs':
        return this.removed ? undefined : this.sign('reviewer', null)
      case 'chief signs':
        return this.sign('chief', null)
      case 'chief signs for a day':
        return this.sign('chief', under.now() + DAY_MS)
      case 'reviewer withdraws':
        return this.removed ? undefined : this.withdraw('reviewer')
      case 'chief withdraws':
        return this.withdraw('chief')
      case 'reviewer becomes administrator':
        if (this.removed) return
        this.administrators.add('reviewer')
        return this.setRoles('reviewer', 'reviewer,administrator')
      case 'chief stops being administrator':
        this.administrators.delete('chief')
        return this.setRoles('chief', 'reviewer')
      case 'reviewer is removed':
        this.removed = true
        await under.query(`DELETE FROM membership WHERE ${this.memberSql('reviewer')}`)
        return
      case 'a day passes':
        under.pass(DAY_MS)
    }
  }

  /** An administrator's signature after that of another person. */
  isApproved(): boolean {
    const inForce = this.signatures.filter(({ until }) => until === null || until > under.now())
    return inForce.some((last, nth) => last.asAdministrator && inForce.slice(0, nth).some(({ by }) => by !== last.by))
  }

  async shownState(): Promise<string> {
    const reader = await this.steps.fresh(this.steps.author)
    return (await under.workbenches[0]!.revisions.open(reader, 'policy')).approval
  }

  private async sign(by: Signature['by'], until: number | null): Promise<void> {
    const signer = await this.steps.fresh(this.people[by])
    const expiresAt = until === null ? null : new Date(until).toISOString()
    const recordId = await this.steps.sign(this.hash, { expiresAt }, signer)
    this.signatures.push({ recordId, by, asAdministrator: this.administrators.has(by), until })
  }

  private async withdraw(by: Signature['by']): Promise<void> {
    const own = this.signatures.findLast((each) => each.by === by)
    if (own === undefined) return
    const signer = await this.steps.fresh(this.people[by])
    const withdrawal = { meaning: 'withdrawn', withdraws: own.recordId, note: 'A mistake.' } as const
    await this.steps.sign(this.hash, withdrawal, signer)
    this.signatures = this.signatures.filter((each) => each !== own)
  }

  private async setRoles(who: Signature['by'], roles: string): Promise<void> {
    await under.query(`UPDATE membership SET roles = '{${roles}}' WHERE ${this.memberSql(who)}`)
  }

  private memberSql(who: Signature['by']): string {
    return `person_id = '${this.people[who].person!.id}' AND namespace_id = '${this.steps.namespaceId}'`
  }
}

it('the pages agree with the signatures in force after each of six steps', {
  tags: ['repeated'],
  timeout: 600_000,
}, async () => {
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 6, maxLength: 6 })
  let approved = 0
  for (const story of fc.sample(steps, { numRuns: repetitions(60), seed: SEED })) {
    const current = await Story.begin()
    for (const [nth, step] of story.entries()) {
      await current.take(step)
      const expected = current.isApproved()
      const taken = story.slice(0, nth + 1).join(', ')
      expect([taken, (await current.shownState()) === 'approved']).toEqual([taken, expected])
      if (expected) approved++
    }
  }
  expect(approved).toBeGreaterThan(3)
})
