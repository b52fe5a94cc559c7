/**
 * Fills every table that a log proves, only by functions of the product. Tables whose rows a test exchanges get at
 * least two.
 */
import { randomUUID } from 'node:crypto'
import { guardrailRequest } from '../../api/schemas/guardrail'
import { TILE_WIDTH } from '../../attestation/log-tiles'
import type { PublishedKey } from '../../attestation/published-keys'
import { hashOf, PASSWORD, SigningSteps, SOURCE } from '../signing/testing/signing-steps'
import { callOperation, type ServicesUnderTest } from './services-under-test'
import { SoftwareAuthenticator } from './software-authenticator'

export async function fillEveryTable(under: ServicesUnderTest): Promise<PublishedKey[]> {
  const [service, workbench, platform] = [under.services[0]!, under.workbenches[0]!, under.platforms[0]!.platform]
  const steps = await SigningSteps.open(under)
  const keys = await steps.publishedKeys()
  const { namespaceId, author, administrator } = steps
  const program = await under.fullCaller()
  const own = { ...program, namespaceId }
  const at = new Date(under.now())

  const hash = await steps.save()
  await workbench.revisions.save(author, {
    ...{
      namespaceId,
      name: 'policy',
      source: `${SOURCE}// two\n`,
      base: hash,
      label: null,
      message: 'The second one.',
    },
  } as never)
  await workbench.revisions.save(author, {
    namespaceId,
    name: 'other',
    source: `${SOURCE}// three\n`,
    base: null,
    label: { declined: true },
    message: 'Another.',
  } as never)
  const approved = await steps.sign(hash, { note: 'Fine.', expiresAt: '2999-01-01T00:00:00.000Z' })
  await workbench.inForce.put(author, { name: 'policy', hash, from: null, until: '2999-01-01T00:00:00.000Z' })
  await workbench.memberAccounts.confirm(administrator, author.person!.id)
  await workbench.memberAccounts.confirm(administrator, steps.reviewer.person!.id)
  // Compared with the approved one.
  await steps.sign(hashOf(`${SOURCE}// two\n`), { meaning: 'reviewed' })
  await steps.sign(hash, { meaning: 'withdrawn', withdraws: approved, note: 'No longer.' })
  await callOperation(service, 'recordApproval', own, { ruleset_hash: hash, approver: 'A script', note: 'By night.' })
  const third = hashOf(`${SOURCE}// three\n`)
  await steps.sign(third)
  const map = { lookups: {}, claims: { paid: { from: 'session', path: '$.paid', read: 'value' } } } as const
  const guard = { name: 'guard', server: 'shop', tool: 'refund', ruleset_hash: third, wait_seconds: 60 }
  const { id, version, digest } = await platform.guards.addGuard(author, { ...guard, unknown: 'ask', map })
  await platform.guards.confirmGuard(steps.reviewer, id, { version, digest })
  const callTool = () => callOperation(service, 'decideToolCall', own, { guard: 'guard', arguments: { order: 1 } })
  await callTool()
  const { items } = await platform.calls.list(steps.reviewer, 'waiting', { cursor: null, limit: 1 })
  await platform.calls.answer(steps.reviewer, items[0]!.id, { isGranted: true, reason: 'Fine.', minutes: 5 })
  await callTool()
  await service.addConverter({ caller: own, channel: 'program', addressKey: () => 'test' }, {
    from_unit: 'EUR',
    to_unit: 'USD',
    factor: { text: '1.1' },
    offset: { text: '0' },
    attribution: 'A bank',
  } as never)
  await steps.signing.receipt(steps.reviewer, { recordId: approved })
  for (const number of [1, 2]) {
    const { scenarios, digest } = await workbench.blindTests.scenarios(steps.reviewer, { hash })
    const answers = scenarios.map(() => 'met' as const)
    const { testId } = await workbench.blindTests.answer(steps.reviewer, { hash, digest, number, answers })
    const { results } = await workbench.blindTests.list(steps.reviewer, { hash })
    const answered = results.find(({ id }) => id === testId)!.scenarios!
    const scenario = answered.findIndex((each) => each.reply !== each.answer)
    await workbench.blindTests.comment(steps.reviewer, { testId, scenario, text: `Try ${number}.` })
  }

  const { id: credential } = (await workbench.credentials.issue(administrator, {
    label: 'Nightly',
    tier: 'standard',
    expiresAt: new Date(at.getTime() + 1e9),
  })) as { readonly id: string }
  await workbench.credentials.revoke(administrator, credential as never)
  await workbench.members.invite(administrator, ['author'], 'new@example.org')
  const key = new SoftwareAuthenticator()
  const session = await under.signedIn(steps.reviewer)
  const question = await workbench.passkeys.beginAdding(steps.reviewer, session, 'test', {
    kind: 'password',
    password: PASSWORD,
  })
  await workbench.passkeys.endAdding(steps.reviewer, {
    ceremonyId: question.ceremonyId,
    label: 'Laptop',
    registration: key.register(question),
  })
  await under.store.linkIdentity({ issuer: 'https://id.example.org', subject: 'a' }, author.person!.id, at)
  await workbench.testCases.save(author, {
    name: 'policy',
    title: 'Paid',
    claims: '{"paid":true}',
    expected: { is_paid: 'TRUE' },
    id: null,
    version: 0,
  } as never)

  for (const label of ['TE-07', 'HR-2']) {
    const revision = (text: string) =>
      ({ kind: 'text', text: `1. ${label} ${text}.\n2. Keep the receipt.\n`, format: 'text' }) as const
    await workbench.documents.add(author, { label, title: label, content: revision('At most 60 USD') })
    await workbench.documents.revise(author, { label, base: 1, content: revision('At most 75 USD') })
    await workbench.documents.edit(author, {
      ...{ label, revision: 2, seen: 0 },
      edit: { kind: 'mark', start: 0, mark: { kind: 'not_checkable', reason: 'Nobody counts.' } },
    })
  }

  const { id: account } = await platform.accounts.add(administrator, { username: 'robot-1', description: 'Runs' })
  await platform.accounts.issueSecret(administrator, account, { kind: 'api_key', label: 'night', expiresAt: null })
  const add = { limit: 100, at, by: author.label }
  const project = randomUUID()
  await under.store.addProject(namespaceId, { id: project, name: 'Main', description: 'All', ...add } as never)
  const guardrail = randomUUID()
  const judge = guardrailRequest.parse({ name: 'judge', type: 'llm_judge', configuration: { instructions: 'Look.' } })
  await under.store.addGuardrail(namespaceId, project, { id: guardrail, ...judge, ...add } as never)
  await under.store.addApplication(namespaceId, project, {
    id: randomUUID(),
    name: 'chain',
    contextDocument: 'Context',
    aggregation: 'all',
    ...add,
    graph: { nodes: [{ id: 'n', guardrail_id: guardrail }], edges: [] },
  } as never)
  await under.evaluationCaller()
  await under.store.putLabel({
    namespaceId,
    hash,
    at,
    actor: author.label,
    label: { vocabularyVersion: '1', levelOne: 'finance', levelTwo: null, confidence: 'low', declined: false },
  })
  // As many entries as a tile of the log has.
  for (let nth = 0; nth < TILE_WIDTH; nth++)
    await under.store.noteEvent(namespaceId, at, { kind: 'exported', actor: author.label, details: { nth } })
  await workbench.audit.checkpoint(administrator)
  return keys
}
