import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOURCE } from '../signing/testing/signing-steps'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Notifier } from './notifier'
import { idOf, NotifySteps, notifierOf } from './testing/notify-steps'

let under: ServicesUnderTest
let notifier: Notifier

beforeAll(async () => {
  under = await startServices(2, { clock: () => Date.now() })
  notifier = notifierOf(under)
})
afterAll(() => under.stop())

const DAY_MS = 86_400_000
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

describe('notifications from the log', () => {
  it('tells the author about a signature and nobody about an own act', async () => {
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save()
    await steps.signing.sign(hash)
    await notifier.derive()
    const name = steps.reviewer.person!.name
    expect(await steps.inbox(steps.author)).toEqual([
      `in_force: ${name} put a revision of “policy” in force from ${DAY.format(under.now())}.`,
      `approved: ${name} approved “policy”.`,
    ])
    expect(await steps.inbox(steps.reviewer)).toEqual([])
    expect(await steps.inbox(steps.administrator)).toEqual([])
    await notifier.derive()
    expect(await steps.inbox(steps.author)).toHaveLength(2)
  })

  it('follows a review from the request to the new revision that ends what waits', async () => {
    const steps = await NotifySteps.open(under)
    const second = await steps.signing.colleague('reviewer')
    const hash = await steps.signing.save()
    const review = await steps.openReview(hash, [steps.reviewer])
    await notifier.derive()
    const author = steps.author.person!.name
    expect(await steps.inbox(steps.reviewer, 'waiting')).toEqual([
      `review_requested: ${author} asks you to review “policy”. Please answer by 3 December 2026.`,
    ])
    expect(await steps.inbox(second)).toEqual([])

    const change = { review_id: review, name: 'policy', any_reviewer: false, due_on: null }
    await steps.note('review_changed', steps.author, { ...change, added_ids: [idOf(second)], removed_ids: [] })
    await steps.note('review_changed', steps.author, {
      ...change,
      ...{ added_ids: [], removed_ids: [idOf(steps.reviewer)] },
    })
    await notifier.derive()
    expect(await steps.inbox(second, 'waiting')).toHaveLength(1)
    expect(await steps.inbox(steps.reviewer, 'waiting')).toEqual([])
    // Somebody who was removed can be asked again.
    await steps.note('review_changed', steps.author, {
      ...change,
      ...{ added_ids: [idOf(steps.reviewer)], removed_ids: [] },
    })
    await notifier.derive()
    expect(await steps.inbox(steps.reviewer, 'waiting')).toHaveLength(1)

    await steps.signing.sign(hash, { meaning: 'changes_requested', note: 'No.' })
    await notifier.derive()
    expect(await steps.inbox(steps.reviewer, 'waiting')).toEqual([])
    expect(await steps.inbox(steps.author, 'waiting')).toEqual([
      `changes_requested: ${steps.reviewer.person!.name} requests changes to “policy”.`,
    ])

    await steps.signing.save(`${SOURCE}// two\n`)
    await notifier.derive()
    expect(await steps.inbox(steps.author, 'waiting')).toEqual([])
    expect(await steps.inbox(second, 'waiting')).toEqual([
      `new_revision: ${author} saved a new revision of “policy”, which you are asked to review.`,
    ])
    await steps.note('review_ended', steps.author, { review_id: review, name: 'policy', how: 'withdrawn' })
    await notifier.derive()
    expect(await steps.inbox(second, 'waiting')).toEqual([])
    expect((await steps.inbox(second))[0]).toBe(`withdrawn: ${author} withdrew the request to review “policy”.`)
  })

  it('tells about a comment once: who is mentioned, the author, and who wrote in the thread', async () => {
    const steps = await NotifySteps.open(under)
    const [second, third] = [await steps.signing.colleague('reviewer'), await steps.signing.colleague('author')]
    const hash = await steps.signing.save()
    const review = await steps.openReview(hash, [steps.reviewer, second])
    await notifier.derive()
    const first = await steps.comment(review, steps.reviewer, { hash, mentioned: [third, steps.author] })
    await steps.comment(review, second, { hash, parent: first })
    await steps.note('comment_edited', steps.reviewer, {
      ...{ review_id: review, name: 'policy', comment_id: first, text_sha256: '' },
      mentioned_ids: [idOf(third), idOf(second)],
    })
    await steps.note('comment_resolved', steps.author, { review_id: review, name: 'policy', comment_id: first })
    await notifier.derive()
    const [a, b] = [steps.reviewer.person!.name, second.person!.name]
    const on = 'the assertion “is_paid” of “policy”'
    expect(await steps.inbox(third, 'mentions')).toEqual([`mention: ${a} mentioned you in a comment on ${on}.`])
    expect(await steps.inbox(second, 'mentions')).toEqual([`mention: ${a} mentioned you in a comment on “policy”.`])
    expect(await steps.inbox(steps.author)).toEqual([
      `comment: ${b} commented on ${on}.`,
      `mention: ${a} mentioned you in a comment on ${on}.`,
    ])
    expect((await steps.inbox(steps.reviewer)).slice(0, 2)).toEqual([
      `comment: ${steps.author.person!.name} resolved a comment on “policy”.`,
      `comment: ${b} commented on ${on}.`,
    ])
  })

  it('names a ruleset as it was named at the time', async () => {
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save(SOURCE, 'before')
    await steps.signing.sign(hash)
    under.pass(1_000)
    await steps.signing.save(`${SOURCE}// other\n`, 'before')
    await steps.signing.save(SOURCE, 'after')
    await notifier.derive()
    expect((await steps.inbox(steps.author)).at(-1)).toMatch(/approved “before”\.$/)
  })

  it('does not tell disabled people, members without a role, other namespaces or strangers', async () => {
    const [steps, others] = [await NotifySteps.open(under), await NotifySteps.open(under)]
    const [disabled, removed] = [await steps.signing.colleague('reviewer'), await steps.signing.colleague('reviewer')]
    const hash = await steps.signing.save()
    await others.signing.save()
    await under.workbenches[0]!.memberAccounts.disable(steps.administrator, idOf(disabled))
    await under.workbenches[0]!.members.removeMember(steps.administrator, idOf(removed))
    await steps.openReview(hash, [disabled, removed, others.reviewer, steps.reviewer])
    await notifier.derive()
    const rows = await under.query<{ person_id: string }>(
      `SELECT person_id::text FROM notification WHERE namespace_id = '${steps.namespaceId}'`,
    )
    expect(rows.map(({ person_id }) => person_id)).toEqual([idOf(steps.reviewer)])
    expect(await others.inbox(others.reviewer)).toEqual([])
  })

  it('shows and changes only the own notifications of the own namespace', async () => {
    const [steps, others] = [await NotifySteps.open(under), await NotifySteps.open(under)]
    await steps.openReview(await steps.signing.save(), [steps.reviewer])
    await notifier.derive()
    const { notifications } = under.workbenches[0]!
    const { rows } = await notifications.list(steps.reviewer, 'all', null)
    const ids = rows.map(({ id }) => id)
    expect(ids).toHaveLength(1)
    for (const foreign of [others.reviewer, steps.author, others.administrator]) {
      await notifications.markRead(foreign, ids, true)
      await notifications.dismiss(foreign, ids)
      await notifications.markAllRead(foreign)
    }
    expect(await notifications.count(steps.reviewer)).toEqual({ unread: 1, waiting: 1 })
    await notifications.markRead(steps.reviewer, ids, true)
    expect(await notifications.count(steps.reviewer)).toEqual({ unread: 0, waiting: 1 })
    await notifications.dismiss(steps.reviewer, ids)
    expect(await notifications.count(steps.reviewer)).toEqual({ unread: 0, waiting: 0 })
    const program = { ...(await under.fullCaller()), namespaceId: steps.namespaceId }
    await expect(notifications.list(program, 'all', null)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    await expect(under.workbenches[0]!.webhooks.list(steps.author)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    await expect(under.workbenches[0]!.webhooks.list(program)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })

  it('ignores entries that do not fit, and old ones', async () => {
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save()
    await steps.note('review_opened', steps.author, { review_id: 'x', name: 3 })
    await steps.note('comment_added', steps.author, {})
    await steps.openReview(hash, [steps.reviewer])
    under.pass(8 * DAY_MS)
    await notifier.derive()
    expect(await steps.inbox(steps.reviewer)).toEqual([])
    // What an old entry says about a review still counts.
    await steps.signing.save(`${SOURCE}// two\n`)
    await notifier.derive()
    expect(await steps.inbox(steps.reviewer, 'waiting')).toHaveLength(1)
  })

  it('reads each entry once, whichever of several processes does', async () => {
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save()
    const review = await steps.openReview(hash, [steps.reviewer])
    const comments = 60
    for (let nth = 0; nth < comments; nth++) await steps.comment(review, steps.reviewer, { hash })
    const processes = [notifierOf(under), notifierOf(under), notifierOf(under)]
    await Promise.all(processes.map((each) => each.derive()))
    await notifier.derive()
    const counted = await under.query<{ count: string }>(
      `SELECT count(*) FROM notification WHERE namespace_id = '${steps.namespaceId}' AND kind = 'comment'`,
    )
    expect(counted[0]!.count).toBe(String(comments))
  })

  it('pages through everything once, and counts up to a hundred', async () => {
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save()
    const review = await steps.openReview(hash, [steps.reviewer])
    for (let nth = 0; nth < 120; nth++) await steps.comment(review, steps.reviewer, { hash })
    await notifier.derive()
    const { notifications } = under.workbenches[0]!
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await notifications.list(steps.author, 'all', after)
      seen.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(new Set(seen).size).toBe(120)
    expect(await notifications.count(steps.author)).toEqual({ unread: 100, waiting: 0 })
    expect(seen).toHaveLength(120)
  })
})

describe('approvals whose time ends', () => {
  it('tell the signer, the author and, if a guardrail uses the ruleset, the administrators, once at each stage', async () => {
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save()
    const expiresAt = new Date(under.now() + 20 * DAY_MS).toISOString()
    await steps.signing.sign(hash, { expiresAt })
    await notifier.derive()
    const expiries = async (who = steps.reviewer) =>
      (await steps.inbox(who)).filter((each) => each.startsWith('expiry'))
    // At most hourly, so a fresh one each time.
    const look = () => notifierOf(under).deriveExpiries()
    await look()
    expect(await expiries()).toEqual([])
    under.pass(7 * DAY_MS)
    await Promise.all([look(), look()])
    await look()
    expect(await expiries()).toEqual([expect.stringMatching(/^expiry: Your approval of “policy” expires on /)])
    expect(await expiries(steps.author)).toEqual([
      expect.stringContaining(`The approval by ${steps.reviewer.person!.name} of “policy” expires on`),
    ])
    expect(await expiries(steps.administrator)).toEqual([])

    await useInGuardrail(steps, hash)
    under.pass(11 * DAY_MS)
    await look()
    expect(await expiries()).toHaveLength(2)
    expect(await expiries(steps.administrator)).toHaveLength(1)
    under.pass(3 * DAY_MS)
    await look()
    await look()
    expect((await expiries())[0]).toMatch(/Your approval of “policy” expired on/)
    expect(await expiries()).toHaveLength(3)
    expect((await steps.inbox(steps.reviewer, 'waiting')).length).toBe(3)

    // Signing again ends the wait, and replaces the earlier approval.
    await steps.signing.sign(hash)
    await notifier.derive()
    expect(await steps.inbox(steps.reviewer, 'waiting')).toEqual([])
  })

  it('tell nobody if they were withdrawn, replaced, or nothing uses the bytes', async () => {
    const steps = await NotifySteps.open(under)
    const [first, second] = [await steps.signing.save(SOURCE, 'one'), await steps.signing.save(`${SOURCE}//\n`, 'two')]
    const unused = await steps.signing.save(`${SOURCE}// unused\n`, 'three')
    const expiresAt = new Date(under.now() + 2 * DAY_MS).toISOString()
    const record = await steps.signing.sign(first, { expiresAt })
    await steps.signing.sign(first, { meaning: 'withdrawn', withdraws: record, note: 'No.' })
    await steps.signing.sign(second, { expiresAt })
    await steps.signing.sign(second)
    await steps.signing.sign(unused, { expiresAt })
    await steps.signing.save(`${SOURCE}// used\n`, 'three')
    under.pass(DAY_MS)
    await notifierOf(under).deriveExpiries()
    expect((await steps.inbox(steps.reviewer)).filter((each) => each.startsWith('expiry'))).toEqual([])
  })
})

async function useInGuardrail({ namespaceId }: NotifySteps, hash: string): Promise<void> {
  const [project, at] = [randomUUID(), new Date(under.now())]
  const add = { limit: 100, at, by: 'test' }
  await under.store.addProject(namespaceId, { id: project, name: 'Main', description: '', ...add })
  const configuration = { ruleset_hash: hash, ruleset_name: 'policy', extraction_runs: 1, model: null }
  const guardrail = { id: randomUUID(), name: 'rules', type: 'policy_rules' as const, configuration }
  await under.store.addGuardrail(namespaceId, project, { ...guardrail, ...add })
}
