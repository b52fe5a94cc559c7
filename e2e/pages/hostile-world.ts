/**
 * Every field of this namespace holds a text that would run if a page took it for HTML, an address or a template.
 * Refused texts are listed by field, so a test notices if a field accepts more.
 */
import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { ORIGIN } from './operator-links'
import { callMutation, callQuery, saveRuleset, signRevision } from './page-calls'
import { PASSWORD } from './people'
import { makeChain, sendFrame } from './target-calls'

/** Each sets `window.ran`, or leaves an element with the attribute `data-injected`. */
export const PAYLOADS: readonly string[] = [
  '<img data-injected src=x onerror="window.ran=1">',
  '"><svg data-injected onload=window.ran=1>',
  "'-(window.ran=1)-'",
  '</script></title></textarea><script data-injected>window.ran=1</script>',
  'javascript:window.ran=1//',
  '[link](javascript:window.ran=1)',
  '<iframe data-injected srcdoc="<script>parent.ran=1</script>">',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that must not be filled in
  '${window.ran=1}{{constructor.constructor("window.ran=1")()}}',
  '&lt;img data-injected src=x onerror=window.ran=1&gt;',
  '\u2028<a data-injected href=javascript:window.ran=1>',
]

/** Fields with restricted characters. */
export const REFUSED = [
  'name of a person',
  'name of a ruleset',
  'unit of a converter',
  'name of a service account',
  'e-mail address of an invitation',
  'label of a document',
]

export interface People {
  readonly author: Page
  readonly reviewer: Page
  readonly administrator: Page
}

export interface HostileWorld {
  readonly hash: string
  readonly recordId: string
  readonly name: string
  readonly rules: string
  readonly person: string
  readonly application: string
  readonly invitation: string
  /** Fields whose text the server refused. */
  readonly refused: readonly string[]
}

/** Names of people may have quotation marks, but no angle brackets. */
const QUOTED_NAME = `javascript:window.ran=1// " autofocus onfocus="window.ran=1" '`

/** Whole payloads, shorter than `limit` together. */
function textOf(payloads: readonly string[], limit: number): string {
  let text = ''
  for (const payload of payloads) if (text.length + payload.length < limit) text += ` ${payload}`
  return text.trim()
}

/** @param payloads used together in each field; the first one in short names */
export async function makeHostileWorld(people: People, payloads: readonly string[]): Promise<HostileWorld> {
  const { author, reviewer, administrator } = people
  await author.goto('/')
  const namespaceId = /namespace\\?":\{\\?"id\\?":\\?"([0-9a-f-]{36})/.exec(await author.content())?.[1] ?? ''
  const long = textOf(payloads, 1_000)
  const short = textOf(payloads, 120)
  const quoted = JSON.stringify(short)
  const refused: string[] = []
  const tried = async (field: string, page: Page, procedure: string, input: unknown) => {
    const answer = await page.request.post(`/api/trpc/${procedure}`, {
      data: input,
      headers: { origin: ORIGIN },
    })
    const text = await answer.text()
    expect(answer.status(), `${field}: ${text}`).toBeLessThan(500)
    // A refused operation of /v1 still answers the page's call.
    const { result } = JSON.parse(text) as { readonly result?: { readonly data?: { readonly ok?: boolean } } }
    if (!answer.ok() || result?.data?.ok === false) refused.push(field)
  }
  const operation = (id: string, request: unknown) => ({ operation: id, request: JSON.stringify(request) })

  const name = `hostile-${randomUUID().slice(0, 8)}`
  const line = long.replaceAll('\u2028', ' ')
  const source = `version 1.3;
// ${line}
// @ask has_receipt ${line}
declare has_receipt as boolean;
// @unit amount USD
declare amount as numeric;
declare grade as enum ["low", ${quoted.replaceAll('\u2028', ' ')}];
assert receipt_when_large { Implies(amount > 75 "USD", has_receipt) };
assert grade_is_good { grade == "low" };
`
  const hash = await saveRuleset(author, name, source)
  const second = `${source}// second\n`
  await tried('message of a revision', author, 'revisions.save', {
    namespaceId,
    name,
    source: second,
    message: long,
    base: hash,
    label: null,
  })
  await tried('name of a ruleset', author, 'operations.run', operation('saveRuleset', { name: short, source }))
  await tried(
    'topic of a label',
    author,
    'operations.run',
    operation('saveRuleset', {
      name: `${name}-label`,
      source,
      label: { domain: 'finance', topic: textOf(payloads, 190) },
    }),
  )
  await tried(
    'attribution of a converter',
    author,
    'operations.run',
    operation('addConverter', {
      from_unit: 'EUR',
      to_unit: 'USD',
      factor: 2,
      attribution: textOf(payloads, 400).replaceAll('\u2028', ' '),
    }),
  )
  await tried(
    'unit of a converter',
    author,
    'operations.run',
    operation('addConverter', {
      from_unit: short,
      to_unit: 'kg',
      factor: 2,
    }),
  )
  const title = { name, id: null, version: 0, claims: JSON.stringify({ grade: short }), expected: {} }
  await tried('title of a test case', author, 'testCases.save', { ...title, title: short })
  const content = { kind: 'text', text: `1. ${long}\n2. ${payloads.join('\n\n')}\n`, format: 'text' }
  await tried('label of a document', author, 'documents.add', { label: payloads[0], title: short, content })
  await tried('title and text of a document', author, 'documents.add', { label: name, title: short, content })
  const html = { kind: 'file', name: `${short}.html`, bytes: Buffer.from(payloads.join('\n')).toString('base64') }
  await tried('name and HTML of a file', author, 'documents.revise', { label: name, base: 1, content: html })
  const mark = { kind: 'mark', start: 0, mark: { kind: 'not_checkable', reason: long } }
  await tried('reason of a clause', author, 'documents.edit', { label: name, revision: 2, seen: 0, edit: mark })
  const everyReviewer = { reviewerIds: [], anyReviewer: true, dueOn: null }
  await tried('message of a review', author, 'rulesetReviews.open', { name, message: long, ...everyReviewer })
  const opened = (await callQuery(reviewer, 'rulesetReviews.read', { name, reviewId: null })) as {
    readonly newest: { readonly hash: string }
    readonly review: { readonly id: string }
  }
  const comment = { reviewId: opened.review.id, hash: opened.newest.hash, parentId: null, text: long }
  const claim = { kind: 'claim', name: 'grade' }
  await tried('text of a comment', reviewer, 'rulesetReviews.comment', { ...comment, subject: claim, suggestion: null })
  await tried('text of a suggestion', reviewer, 'rulesetReviews.comment', {
    ...{ ...comment, subject: { kind: 'whole', name: null } },
    suggestion: { text: `${source}// suggested: ${line}\n`, replaces: 'ruleset' },
  })
  const recordId = await signRevision(reviewer, hash, PASSWORD, 'approved', long)
  const members = await administrator.request.get('/api/trpc/members.list')
  const { result } = (await members.json()) as {
    readonly result: { readonly data: readonly { readonly personId: string; readonly name: string }[] }
  }
  const personId = result.data.find(({ name }) => name.endsWith('Author') || name === QUOTED_NAME)?.personId ?? ''
  await tried('name of a person', administrator, 'members.rename', { personId, name: payloads[0] })
  await callMutation(administrator, 'members.rename', { personId, name: QUOTED_NAME })
  await tried('name of a namespace', administrator, 'settings.change', { displayName: short })
  // Group names are unique in a deployment, and a second run meets the first one's.
  const group = `${textOf(payloads, 55)} ${randomUUID().slice(0, 8)}`
  await tried('name of a group', administrator, 'serviceAccounts.renameGroup', { name: group })
  const webhook = { url: 'https://example.org/hooks', format: 'standard', kinds: ['approved'] }
  await tried('label of a webhook', administrator, 'webhooks.add', {
    ...webhook,
    label: textOf(payloads, 100),
  })
  await tried('name of a service account', administrator, 'serviceAccounts.add', { username: short, description: long })
  const username = `hostile-${randomUUID().slice(0, 8)}`
  await tried('description of a service account', administrator, 'serviceAccounts.add', {
    username,
    description: short,
  })
  const issued = await callMutation(administrator, 'credentials.issue', {
    label: short,
    tier: 'standard',
    expiresAt: null,
  })
  const approval = await administrator.request.post('/v1/approvals', {
    headers: { 'x-service-credential': (issued as { readonly token: string }).token },
    data: { ruleset_hash: hash, approver: textOf(payloads, 190).replaceAll('\u2028', ' '), note: long },
  })
  expect(approval.status(), await approval.text()).toBe(200)
  await tried('e-mail address of an invitation', administrator, 'members.invite', {
    roles: ['author'],
    email: `${payloads[0]}@example.org`,
  })
  const { link } = (await callMutation(administrator, 'members.invite', { roles: ['author'], email: null })) as {
    link: string
  }

  const { rules, person, application, projectId } = await makeChain(author, short, hash)
  await tried('description of a project', author, 'targets.addProject', { name: `${short} 2`, description: long })
  const configuration = { instructions: long }
  await tried('instructions of a guardrail', author, 'targets.addGuardrail', {
    projectId,
    content: { name: `${short} 3`, type: 'human_review', configuration },
  })
  const graph = { nodes: [{ id: 'person', guardrail_id: person }], edges: [] }
  await tried('context of an application', author, 'targets.addApplication', {
    projectId,
    content: { name: `${short} 4`, contextDocument: long, aggregation: 'any', graph },
  })
  await sendFrame(author, person, { C: [long, ...payloads], Q: long, A: long })
  await sendFrame(author, person, { C: [], Q: null, A: JSON.stringify({ grade: short, amount: long }) })
  const waiting = async () => {
    const queue = await callQuery(reviewer, 'reviews.list', { state: 'waiting', cursor: null, limit: 10 })
    return (queue as { readonly items: readonly { readonly id: string }[] }).items
  }
  await expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(2)
  const [first] = await waiting()
  await tried('note of a review', reviewer, 'reviews.answer', { id: first?.id ?? '', conclusion: 'YES', note: long })
  return { hash, recordId, name, rules, person, application, invitation: link, refused }
}
