import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_COMMENT_EDITS, MAX_REVIEW_TEXT_CHARS, MAX_REVIEWERS } from '../../api/terms/review-terms'
import type { Caller } from '../calls/caller'
import { refusalOf, SigningSteps, SOURCE } from '../signing/testing/signing-steps'
import { readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { RulesetReviews } from './ruleset-reviews'

const WHOLE = { kind: 'whole', name: null } as const
const NOBODY = { reviewerIds: [], anyReviewer: true, dueOn: null } as const

let under: ServicesUnderTest
let steps: SigningSteps
let reviews: RulesetReviews
let hash: string
beforeAll(async () => {
  under = await startServices(2)
  reviews = under.workbenches[0]!.rulesetReviews
})
afterAll(() => under.stop())
beforeEach(async () => {
  steps = await SigningSteps.open(under)
  hash = await steps.save()
})

const idOf = (caller: Caller) => caller.person!.id
const open = async (by = steps.author, more: Partial<Parameters<RulesetReviews['open']>[1]> = {}) =>
  (await reviews.open(by, { name: 'policy', message: 'Please read it.', ...NOBODY, ...more })).reviewId
const comment = async (
  reviewId: string,
  by = steps.reviewer,
  more: Partial<Parameters<RulesetReviews['comment']>[1]> = {},
) => {
  const plain = { reviewId, hash, subject: WHOLE, parentId: null, text: 'Why?', suggestion: null }
  return (await reviews.comment(by, { ...plain, ...more })).commentId
}
const read = (by = steps.author, reviewId: string | null = null) => reviews.read(by, { name: 'policy', reviewId })
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code

describe('a review', () => {
  it('shows message, reviewers, due date and rights', async () => {
    const dueOn = new Date(under.now() + 86_400_000).toISOString().slice(0, 10)
    await open(steps.author, { reviewerIds: [idOf(steps.reviewer)], anyReviewer: false, dueOn })
    const view = await read(steps.reviewer)
    expect(view).toMatchObject({
      state: 'in_review',
      newest: { hash, revision: 1 },
      review: { message: 'Please read it.', openedBy: steps.author.label, openedRevision: 1, dueOn, isOverdue: false },
      reviewers: [{ personId: idOf(steps.reviewer), isAsked: true, canSign: true, mine: true, signature: null }],
      may: { open: false, comment: true, manage: false, author: false },
    })
    expect(view.subjects).toEqual([
      { kind: 'assertion', name: 'is_paid', title: expect.any(String) },
      { kind: 'claim', name: 'paid', title: expect.any(String) },
    ])
    expect((await read(steps.administrator)).may).toEqual({ open: false, comment: false, manage: false, author: false })
  })

  it('is overdue after its day', async () => {
    const dueOn = new Date(under.now()).toISOString().slice(0, 10)
    await open(steps.author, { dueOn })
    expect((await read()).review?.isOverdue).toBe(false)
    under.pass(86_400_000)
    expect((await read()).review?.isOverdue).toBe(true)
    under.pass(-86_400_000)
  })

  it('exists once when two people open one at once', async () => {
    const both = await Promise.all(
      [0, 1, 2, 3].map((nth) =>
        under.workbenches[nth % 2]!.rulesetReviews.open(nth < 2 ? steps.author : steps.reviewer, {
          name: 'policy',
          message: `${nth}`,
          ...NOBODY,
        }),
      ),
    )
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['open_already', 'open_already', 'open_already', 'opened'])
    expect(new Set(both.map(({ reviewId }) => reviewId)).size).toBe(1)
  })

  it('is refused for an archived ruleset and under a former name, and says where to ask', async () => {
    const names = under.workbenches[0]!.names
    await names.archive(steps.author, { name: 'policy' })
    expect(await refusalOf(open())).toMatchObject({
      code: 'BAD_REQUEST',
      message: '"policy" is archived. Restore it before you ask for a review.',
    })
    await names.restore(steps.author, { name: 'policy' })
    await names.rename(steps.author, { name: 'policy', to: 'policy two' })
    expect(await refusalOf(open())).toMatchObject({
      code: 'BAD_REQUEST',
      message: '"policy" was renamed to "policy two". Ask for a review of that ruleset.',
    })
    expect(await open(steps.author, { name: 'policy two' })).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('works for a name with a slash', async () => {
    await steps.save(SOURCE, 'travel/expenses v2')
    await reviews.open(steps.author, { name: 'travel/expenses v2', message: '', ...NOBODY })
    expect((await reviews.brief(steps.author, { name: 'travel/expenses v2' })).state).toBe('in_review')
    expect((await reviews.brief(steps.author, { name: 'policy' })).state).toBe('draft')
  })

  it('asks only active reviewers of the namespace', async () => {
    const elsewhere = await under.personCaller(['reviewer'])
    const disabled = await steps.colleague('reviewer')
    await under.workbenches[0]!.memberAccounts.disable(steps.administrator, idOf(disabled))
    for (const person of [steps.author, steps.administrator, elsewhere, disabled])
      expect(await codeOf(open(steps.author, { reviewerIds: [idOf(person)] }))).toBe('BAD_REQUEST')
    expect(await codeOf(open(steps.author, { reviewerIds: [randomUUID()] }))).toBe('BAD_REQUEST')
    expect(await codeOf(open(steps.author, { anyReviewer: false }))).toBe('BAD_REQUEST')
    const many = Array.from({ length: MAX_REVIEWERS + 1 }, () => randomUUID())
    expect(await codeOf(open(steps.author, { reviewerIds: many }))).toBe('BUDGET_EXCEEDED')
    expect((await read()).review).toBeNull()
  })

  it('keeps a reviewer who left, and shows that they cannot sign', async () => {
    const second = await steps.colleague('reviewer')
    const reviewId = await open(steps.author, { reviewerIds: [idOf(second), idOf(steps.reviewer)], anyReviewer: false })
    await under.workbenches[0]!.members.removeMember(steps.administrator, idOf(second))
    expect((await read()).reviewers.map(({ canSign }) => canSign)).toEqual(expect.arrayContaining([true, false]))
    // The reviewer may stay while another one is added.
    const third = await steps.colleague('reviewer')
    const reviewerIds = [idOf(second), idOf(third)]
    await reviews.change(steps.author, { reviewId, reviewerIds, anyReviewer: false, dueOn: null })
    expect((await read()).reviewers.map(({ personId }) => personId).toSorted()).toEqual(reviewerIds.toSorted())
  })

  it('ends as withdrawn, or as completed when the newest revision is approved', async () => {
    const first = await open()
    expect(await reviews.end(steps.author, { reviewId: first })).toEqual({ ending: 'withdrawn' })
    const second = await open(steps.reviewer)
    await steps.sign(hash)
    expect(await reviews.end(steps.reviewer, { reviewId: second })).toEqual({ ending: 'completed' })
    const view = await read()
    expect(view).toMatchObject({ state: 'approved', review: { id: second, ended: { how: 'completed' } } })
    expect(view.others).toMatchObject([{ id: first, how: 'withdrawn' }])
    expect(await codeOf(reviews.end(steps.author, { reviewId: second }))).toBe('BAD_REQUEST')
    expect(await codeOf(comment(second))).toBe('BAD_REQUEST')
    expect((await read(steps.author, first)).review?.id).toBe(first)
  })

  it('is changed and ended by its opener and by authors only', async () => {
    const reviewId = await open()
    expect(await codeOf(reviews.end(steps.reviewer, { reviewId }))).toBe('CREDENTIAL_SCOPE')
    expect(await codeOf(reviews.change(steps.reviewer, { reviewId, ...NOBODY }))).toBe('CREDENTIAL_SCOPE')
    const other = await steps.colleague('author')
    expect(await reviews.end(other, { reviewId })).toEqual({ ending: 'withdrawn' })
  })

  it('records every step in the log without its texts', async () => {
    const reviewerIds = [idOf(steps.reviewer)]
    const reviewId = await open(steps.author, { reviewerIds })
    await reviews.change(steps.author, { reviewId, reviewerIds: [], anyReviewer: true, dueOn: '2099-01-31' })
    await reviews.change(steps.author, { reviewId, reviewerIds: [], anyReviewer: true, dueOn: '2099-01-31' })
    const text = `A secret for @${steps.author.person!.name}`
    const commentId = await comment(reviewId, steps.reviewer, { text, subject: { kind: 'claim', name: 'paid' } })
    await reviews.edit(steps.reviewer, { commentId, text: 'Another secret' })
    await reviews.resolve(steps.author, { commentId, resolved: true })
    await reviews.resolve(steps.author, { commentId, resolved: true })
    await reviews.resolve(steps.reviewer, { commentId, resolved: false })
    await reviews.end(steps.author, { reviewId })
    const log = (await readLog(under, steps.namespaceId)).slice(2)
    const named = { review_id: reviewId, name: 'policy' }
    const sha = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(log.map(({ kind, details }) => [kind, details])).toEqual([
      [
        'review_opened',
        {
          ...named,
          ...{ hash, reviewer_ids: reviewerIds, any_reviewer: true, due_on: null, message_digest: expect.anything() },
        },
      ],
      [
        'review_changed',
        { ...named, added_ids: [], removed_ids: reviewerIds, any_reviewer: true, due_on: '2099-01-31' },
      ],
      [
        'comment_added',
        {
          ...{ ...named, hash, comment_id: commentId, parent_id: null, subject: { kind: 'claim', name: 'paid' } },
          ...{ mentioned_ids: [idOf(steps.author)], is_suggestion: false, text_sha256: sha },
        },
      ],
      ['comment_edited', { ...named, comment_id: commentId, mentioned_ids: [], text_sha256: sha }],
      ['comment_resolved', { ...named, comment_id: commentId }],
      ['comment_reopened', { ...named, comment_id: commentId }],
      ['review_ended', { ...named, how: 'withdrawn' }],
    ])
    expect(JSON.stringify(log)).not.toContain('secret')
  })
})

describe('a comment', () => {
  it('has replies of one level, edits with history, and is resolved', async () => {
    const reviewId = await open()
    const parentId = await comment(reviewId, steps.reviewer, { subject: { kind: 'assertion', name: 'is_paid' } })
    const replyId = await comment(reviewId, steps.author, { parentId, text: 'Because.' })
    expect(await codeOf(comment(reviewId, steps.author, { parentId: replyId }))).toBe('RULESET_NOT_FOUND')
    await reviews.edit(steps.reviewer, { commentId: parentId, text: 'Why is it so?' })
    await reviews.resolve(steps.author, { commentId: parentId, resolved: true })
    const { comments, words } = await read(steps.reviewer)
    expect(comments).toMatchObject([
      {
        ...{ id: parentId, author: steps.reviewer.label, mine: true, text: 'Why is it so?', revision: 1 },
        subject: { kind: 'assertion', name: 'is_paid' },
        place: { status: 'current', name: 'is_paid', by: 'name' },
        edits: [{ text: 'Why?' }],
        resolved: { by: steps.author.label },
        replies: [{ id: replyId, mine: false, text: 'Because.' }],
      },
    ])
    expect(words[parentId]?.fields.length).toBeGreaterThan(0)
    expect(await codeOf(reviews.resolve(steps.author, { commentId: replyId, resolved: true }))).toBe(
      'RULESET_NOT_FOUND',
    )
  })

  it('is edited only by its author, and resolved by its author, the opener or an author', async () => {
    const reviewId = await open()
    const commentId = await comment(reviewId)
    const second = await steps.colleague('reviewer')
    expect(await codeOf(reviews.edit(steps.author, { commentId, text: 'Mine' }))).toBe('CREDENTIAL_SCOPE')
    expect(await codeOf(reviews.edit(second, { commentId, text: 'Mine' }))).toBe('CREDENTIAL_SCOPE')
    expect(await codeOf(reviews.resolve(second, { commentId, resolved: true }))).toBe('CREDENTIAL_SCOPE')
    expect(await codeOf(reviews.resolve(steps.administrator, { commentId, resolved: true }))).toBe('CREDENTIAL_SCOPE')
    await reviews.resolve(steps.reviewer, { commentId, resolved: true })
    await reviews.resolve(second, { commentId, resolved: false })
    expect((await read()).comments[0]?.resolved).toBeNull()
  })

  it('is refused on a part or a revision that does not exist, and with unfit texts', async () => {
    const reviewId = await open()
    const other = await steps.save('declare sent as boolean;\nassert is_sent { sent };\n', 'other')
    const refused = async (more: Parameters<typeof comment>[2]) => codeOf(comment(reviewId, steps.reviewer, more))
    for (const subject of [
      { kind: 'assertion', name: 'nothing' },
      { kind: 'claim', name: 'is_paid' },
      { kind: 'clause', name: '4.2(b)' },
      { kind: 'assertion', name: null },
      { kind: 'whole', name: 'is_paid' },
    ] as const)
      expect([subject, await refused({ subject })]).toEqual([subject, 'BAD_REQUEST'])
    expect(await refused({ hash: other })).toBe('BAD_REQUEST')
    expect(await refused({ hash: 'f'.repeat(64) })).toBe('RULESET_NOT_FOUND')
    for (const text of ['', '  \n', 'a\u0000b', 'a\u001bb', 'a\ud800'])
      expect([text, await refused({ text })]).toEqual([text, 'BAD_REQUEST'])
    expect(await refused({ text: 'x'.repeat(MAX_REVIEW_TEXT_CHARS + 1) })).toBe('BUDGET_EXCEEDED')
    // Counted in characters.
    const longest = '😀'.repeat(MAX_REVIEW_TEXT_CHARS)
    await comment(reviewId, steps.reviewer, { text: longest })
    expect((await read()).comments.map(({ text }) => text)).toEqual([longest])
  })

  it('keeps HTML as text, and at most a number of edits', async () => {
    const reviewId = await open()
    const text = '<script>alert(1)</script> & “quotes”'
    const commentId = await comment(reviewId, steps.reviewer, { text })
    expect((await read()).comments[0]?.text).toBe(text)
    for (let nth = 0; nth < MAX_COMMENT_EDITS; nth++) await reviews.edit(steps.reviewer, { commentId, text: `${nth}` })
    expect(await codeOf(reviews.edit(steps.reviewer, { commentId, text: 'one more' }))).toBe('BUDGET_EXCEEDED')
  })

  it('cannot be reached from another namespace', async () => {
    const reviewId = await open()
    const commentId = await comment(reviewId)
    const theirs = await SigningSteps.open(under)
    await theirs.save()
    const calls = [
      () => reviews.read(theirs.author, { name: 'policy', reviewId }),
      () => reviews.change(theirs.author, { reviewId, ...NOBODY }),
      () => reviews.end(theirs.author, { reviewId }),
      () => reviews.edit(theirs.author, { commentId, text: 'x' }),
      () => reviews.resolve(theirs.author, { commentId, resolved: true }),
      () => reviews.suggestion(theirs.author, { commentId }),
      () => comment(reviewId, theirs.author),
    ]
    for (const call of calls) expect(await codeOf(call())).toBe('RULESET_NOT_FOUND')
    const own = (await reviews.open(theirs.author, { name: 'policy', message: '', ...NOBODY })).reviewId
    expect(await codeOf(comment(own, theirs.author, { parentId: commentId }))).toBe('RULESET_NOT_FOUND')
  })

  it('is refused at the limit of the review', async () => {
    const reviewId = await open()
    await under.query(`
      INSERT INTO review_comment (id, namespace_id, review_id, hash, subject_kind, author, by_agent, text, created_at)
      SELECT gen_random_uuid(), '${steps.namespaceId}', '${reviewId}', '${hash}', 'whole', 'x', false, 'x', now()
      FROM generate_series(1, 1999)`)
    const both = await Promise.allSettled([comment(reviewId), comment(reviewId, steps.author)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a later revision', () => {
  it('joins the review, and earlier signatures name their revision', async () => {
    await open(steps.author, { reviewerIds: [idOf(steps.reviewer)], anyReviewer: false })
    await steps.sign(hash, { meaning: 'changes_requested', note: 'Name the receipt.' })
    expect(await reviews.brief(steps.author, { name: 'policy' })).toMatchObject({
      state: 'changes_requested',
      requests: [{ by: steps.reviewer.person!.name, note: 'Name the receipt.' }],
    })
    const next = await steps.save('declare paid as boolean;\nassert is_paid { Not(Not(paid)) };\n')
    const view = await read()
    expect(view).toMatchObject({
      state: 'in_review',
      newest: { hash: next, revision: 2 },
      review: { openedRevision: 1 },
    })
    expect(view.reviewers[0]?.signature).toMatchObject({ revision: 1, isNewest: false, meaning: 'changes_requested' })
    expect((await reviews.brief(steps.author, { name: 'policy' })).requests).toEqual([])
  })

  it('takes comments along by name, by words and by meaning', async () => {
    const source = (name: string, condition: string, limit = 'lim', value = '5') =>
      `declare amount as numeric;\ndeclare paid as boolean;\nlet ${limit} = ${value};\nassert ${name} { ${condition} };\nassert other { paid };\n`
    hash = await steps.save(source('small', 'amount <= lim'))
    const reviewId = await open()
    const on = (kind: 'assertion' | 'definition' | 'claim', name: string) =>
      comment(reviewId, steps.reviewer, { subject: { kind, name }, text: name })
    for (const [kind, name] of [
      ['assertion', 'small'],
      ['assertion', 'other'],
      ['definition', 'lim'],
      ['claim', 'amount'],
    ] as const)
      await on(kind, name)
    const places = async () =>
      Object.fromEntries((await read()).comments.map(({ subject, place }) => [subject.name, place]))
    await steps.save(source('not_large', 'Not(amount > ceiling)', 'ceiling'))
    expect(await places()).toEqual({
      small: { status: 'current', name: 'not_large', by: 'meaning' },
      other: { status: 'current', name: 'other', by: 'name' },
      lim: { status: 'current', name: 'ceiling', by: 'meaning' },
      amount: { status: 'current', name: 'amount', by: 'name' },
    })
    await steps.save(source('not_large', 'amount <= ceiling', 'ceiling', '6'))
    expect(await places()).toMatchObject({ small: { status: 'outdated' }, lim: { status: 'outdated' } })
    const outdated = (await read()).comments.find(({ subject }) => subject.name === 'small')!
    expect((await read()).words[outdated.id]?.fields.length).toBeGreaterThan(0)
    // A revision that does not compile has no parts; nothing is lost.
    await steps.save('declare paid as boolean;\nassert other { paid };\n')
    expect(await places()).toMatchObject({ amount: { status: 'outdated' }, other: { status: 'current' } })
  })

  describe('of a ruleset that cites a policy', () => {
    const POLICY = '1. Meals cost at most USD 60 a day.\n2. Guests are welcome.\n'
    const RULES =
      'version 1.4;\n// @unit cost USD\ndeclare cost as numeric;\n// @cite meal TE-07 1\nassert meal { cost <= 60 "USD" };\n'
    const documents = () => under.workbenches[0]!.documents
    const text = (policy: string) => ({ kind: 'text', text: policy, format: 'text' }) as const
    const clause = (name: string) => ({ kind: 'clause', name }) as const

    beforeEach(async () => {
      await documents().add(steps.author, { label: 'TE-07', title: 'Travel', content: text(POLICY) })
      hash = await steps.save(RULES)
    })

    it('carries comments on clauses over by their labels, even on a clause without a rule', async () => {
      const reviewId = await open()
      expect((await read()).subjects.slice(-2)).toEqual([
        { kind: 'clause', name: 'TE-07 1', title: '1. Meals cost at most USD 60 a day.' },
        { kind: 'clause', name: 'TE-07 2', title: '2. Guests are welcome.' },
      ])
      const first = await comment(reviewId, steps.reviewer, { subject: clause('TE-07 1') })
      const second = await comment(reviewId, steps.reviewer, { subject: clause('TE-07 2') })
      const shown = async (id: string) => {
        const { comments, words } = await read()
        return { place: comments.find((each) => each.id === id)?.place, words: words[id]?.fields }
      }
      const current = (name: string) => ({ status: 'current', name, by: 'name' })
      const quoted = (line: string) => [{ kind: 'quotation', label: '', lines: [line] }]
      expect(await shown(second)).toEqual({ place: current('TE-07 2'), words: quoted('2. Guests are welcome.') })

      under.pass(1_000)
      const revised = '1. Meals cost at most USD 70 a day.\n'
      await documents().revise(steps.author, { label: 'TE-07', base: 1, content: text(revised) })
      expect(await shown(first)).toEqual({
        place: current('TE-07 1'),
        words: quoted('1. Meals cost at most USD 70 a day.'),
      })
      // The words of a clause that is gone are those that the comment was about.
      expect(await shown(second)).toEqual({
        place: { status: 'outdated' },
        words: quoted('2. Guests are welcome.'),
      })

      await steps.save(RULES.replace('60', '70').replace('meal', 'lunch').replace('assert meal', 'assert lunch'))
      expect((await shown(first)).place).toEqual(current('TE-07 1'))
      await steps.save(RULES.replace('// @cite meal TE-07 1\n', ''))
      expect((await shown(first)).place).toEqual({ status: 'outdated' })
    })

    it('refuses clauses that no cited document has', async () => {
      await documents().add(steps.author, { label: 'HR-1', title: 'Other', content: text(POLICY) })
      const reviewId = await open()
      for (const name of ['TE-07 3', 'TE-07', '1', 'HR-1 1', 'TE-07  1', 'TE-07 1 ', '', 'te-07 1']) {
        const { code, message } = await refusalOf(comment(reviewId, steps.reviewer, { subject: clause(name) }))
        expect([name, code]).toEqual([name, 'BAD_REQUEST'])
        expect(message).toContain('as in `TE-07 4.2(b)`')
      }
    })

    it('gives a suggestion about a clause the whole text, and one about a rule its statement', async () => {
      const replaced = (
        subject: Parameters<RulesetReviews['replaced']>[1]['subject'],
        replaces: 'statement' | 'ruleset',
      ) => reviews.replaced(steps.reviewer, { hash, subject, replaces })
      expect(await replaced(clause('TE-07 1'), 'ruleset')).toEqual({ text: RULES })
      expect(await codeOf(replaced(clause('TE-07 1'), 'statement'))).toBe('BAD_REQUEST')
      expect(await replaced({ kind: 'assertion', name: 'meal' }, 'statement')).toEqual({
        text: 'assert meal { cost <= 60 "USD" };',
      })
      const theirs = await SigningSteps.open(under)
      const foreign = reviews.replaced(theirs.author, { hash, subject: WHOLE, replaces: 'ruleset' })
      expect(await codeOf(foreign)).toBe('RULESET_NOT_FOUND')
    })
  })

  it('can be signed again in one step if its meaning is proved equal', async () => {
    await open()
    await steps.sign(hash)
    expect(await reviews.signAgain(steps.reviewer, { name: 'policy' })).toBeNull()
    const next = await steps.save('declare paid as boolean;\nassert is_paid { Not(Not(paid)) };\n')
    const offer = await reviews.signAgain(steps.reviewer, { name: 'policy' })
    expect(offer).toMatchObject({ hash: next, given: { revision: 1 } })
    const second = await steps.colleague('reviewer')
    expect(await reviews.signAgain(second, { name: 'policy' })).toBeNull()
    expect(await reviews.signAgain(steps.author, { name: 'policy' })).toBeNull()
    await steps.sign(next)
    expect(await reviews.signAgain(steps.reviewer, { name: 'policy' })).toBeNull()
    const other = await steps.save('declare paid as boolean;\nassert is_paid { Not(paid) };\n')
    expect(other).not.toBe(next)
    expect(await reviews.signAgain(steps.reviewer, { name: 'policy' })).toBeNull()
  })
})

describe('a suggestion', () => {
  const ON_RULE = { kind: 'assertion', name: 'is_paid' } as const

  it('replaces a statement or the whole text', async () => {
    const reviewId = await open()
    const statement = await comment(reviewId, steps.reviewer, {
      subject: ON_RULE,
      suggestion: { text: 'assert is_paid { Not(Not(paid)) };', replaces: 'statement' },
    })
    expect(await reviews.suggestion(steps.author, { commentId: statement })).toMatchObject({
      name: 'policy',
      hash,
      base: SOURCE,
      suggested: 'declare paid as boolean;\nassert is_paid { Not(Not(paid)) };\n',
    })
    const whole = 'declare settled as boolean;\nassert is_paid { settled };\n'
    const all = await comment(reviewId, steps.reviewer, { suggestion: { text: whole, replaces: 'ruleset' } })
    expect((await reviews.suggestion(steps.author, { commentId: all })).suggested).toBe(whole)
    expect((await read()).comments.map(({ suggestion }) => suggestion)).toEqual([
      { text: 'assert is_paid { Not(Not(paid)) };', before: 'assert is_paid { paid };' },
      { text: whole, before: null },
    ])
    // Nothing is saved by itself.
    expect((await read()).newest.hash).toBe(hash)
  })

  it('must compile and change something', async () => {
    const reviewId = await open()
    const suggest = (
      text: string,
      replaces: 'statement' | 'ruleset',
      subject: typeof ON_RULE | typeof WHOLE = ON_RULE,
    ) => refusalOf(comment(reviewId, steps.reviewer, { subject, suggestion: { text, replaces } }))
    const broken = await suggest('assert is_paid { unpaid };', 'statement')
    expect(broken.code).toBe('COMPILE_FAILED')
    expect(broken.details.diagnostics?.length).toBeGreaterThan(0)
    expect((await suggest('', 'ruleset')).code).toBe('COMPILE_FAILED')
    expect((await suggest('assert is_paid { paid };', 'statement')).code).toBe('BAD_REQUEST')
    expect((await suggest('x', 'statement', WHOLE)).code).toBe('BAD_REQUEST')
    expect((await read()).comments).toEqual([])
  })

  it('is not a reply, and other comments have none', async () => {
    const reviewId = await open()
    const parentId = await comment(reviewId)
    const suggestion = { text: SOURCE, replaces: 'ruleset' } as const
    expect(await codeOf(comment(reviewId, steps.reviewer, { parentId, suggestion }))).toBe('BAD_REQUEST')
    expect(await codeOf(reviews.suggestion(steps.author, { commentId: parentId }))).toBe('RULESET_NOT_FOUND')
  })
})
