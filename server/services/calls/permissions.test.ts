/**
 * Tests each cell of the permission matrix with real calls over a real database. A permission without a probe does not
 * compile, and neither does a workbench or platform function that is missing here.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { readRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import { sendRequest } from '../../api/schemas/frame'
import { newSession } from '../accounts/session'
import type { Service } from '../create-service'
import type { Platform } from '../guardrails/platform'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Workbench } from '../workbench'
import { actorsOf, type Caller, callerWithoutCredential, PLAYGROUND_CALLER } from './caller'
import {
  ACTORS,
  type Actor,
  hasPermission,
  OPERATION_PERMISSIONS,
  PERMISSIONS,
  type Permission,
  ROLES,
} from './permissions'

const SOURCE = 'declare a as boolean;\nassert x { a };\n'
const NAMESPACE = '00000000-0000-4000-8000-00000000cafe'

let under: ServicesUnderTest
let service: Service
let bench: Workbench
let platform: Platform
const callers = new Map<Actor, Caller>()
let hash: string
let nth = 0

beforeAll(async () => {
  under = await startServices(1, { platform: {} })
  service = under.services[0]!
  bench = under.workbenches[0]!
  platform = under.platforms[0]!.platform
  await bench.signing.publishedKeys()
  for (const role of ROLES) callers.set(role, await under.personCaller([role], NAMESPACE))
  callers.set('service_account', await under.groupCaller(NAMESPACE))
  callers.set('open', callerWithoutCredential('open', NAMESPACE))
  callers.set('playground', PLAYGROUND_CALLER)
  callers.set('evaluation', await under.evaluationCaller())
  callers.set('standard', await under.fullCaller())
  callers.set('read_only', await under.fullCaller('read_only'))
  // Every namespace holds the ruleset that the probes use.
  for (const { namespaceId } of callers.values()) {
    if (namespaceId === null) continue
    const saved = await callOperation(service, 'saveRuleset', callerWithoutCredential('open', namespaceId), {
      source: SOURCE,
      name: 'x',
    })
    hash = (JSON.parse(saved) as { ruleset_hash: string }).ruleset_hash
  }
})
afterAll(() => under.stop())

const context = (caller: Caller) => ({ caller, channel: 'program', addressKey: () => 'test' }) as const

/** A real call that needs the permission. */
const PROBES: Readonly<Record<Permission, (caller: Caller) => Promise<unknown>>> = {
  compile: (caller) => callOperation(service, 'compile', caller, { source: SOURCE }),
  compute: (caller) => callOperation(service, 'check', caller, { source: SOURCE, claims: { a: true } }),
  read: async (caller) => service.listRulesets(context(caller), {}),
  save: (caller) => callOperation(service, 'saveRuleset', caller, { source: SOURCE, name: `saved-${++nth}` }),
  organise: (caller) => bench.names.restore(caller, { name: 'x' }),
  convert: async (caller) => {
    const text = JSON.stringify({ from_unit: 'EUR', to_unit: 'USD', factor: 1 + ++nth / 100 })
    const input = readRequest<z.ZodType>(OPERATIONS.addConverter.body.schema, text, true)
    return service.addConverter(context(caller), input as never)
  },
  approve_unsigned: (caller) =>
    callOperation(service, 'recordApproval', caller, { ruleset_hash: hash, approver: 'A reviewer' }),
  review: (caller) =>
    bench.rulesetReviews.open(caller, { name: 'x', message: '', reviewerIds: [], anyReviewer: true, dueOn: null }),
  sign,
  put_in_force: putInForce,
  manage_credentials: (caller) => bench.credentials.issue(caller, { label: 'c', tier: 'standard', expiresAt: null }),
  manage_members: (caller) => bench.members.invite(caller, ['author'], null),
  manage_settings: (caller) => bench.settings.change(caller, { labelingAllowed: true }),
  read_guardrails: (caller) => platform.targets.listProjects(caller, { cursor: null, limit: 10 }),
  edit_guardrails: (caller) => platform.targets.addProject(caller, { name: `project ${++nth}`, description: '' }),
  send_frames: sendFrame,
  label_frames: (caller) =>
    unlessMissing(
      platform.labels.label(caller, randomUUID(), { set: 's', assertion: null, expected: 'YES', note: null }),
    ),
  answer_reviews: answerReview,
  manage_service_accounts: (caller) => platform.accounts.add(caller, { username: `account-${++nth}`, description: '' }),
  call_guards: (caller) =>
    unlessMissing(callOperation(service, 'decideToolCall', caller, { guard: 'g', arguments: {} })),
  edit_guards: (caller) => unlessMissing(platform.guards.removeGuard(caller, randomUUID(), 1)),
  confirm_guards: (caller) =>
    unlessMissing(platform.guards.confirmGuard(caller, randomUUID(), { version: 1, digest: 'a'.repeat(64) })),
  grant_calls: (caller) =>
    unlessMissing(platform.calls.answer(caller, randomUUID(), { isGranted: true, reason: '', minutes: 1 })),
  read_checks: (caller) =>
    bench.decisionLog.list(caller, { rulesetHash: null, from: null, to: null, claim: null, after: null, limit: 10 }),
  erase_checks: (caller) => bench.decisionLog.erase(caller, { checkIds: [randomUUID()] }),
  read_audit: (caller) =>
    bench.audit.list(caller, { kind: null, actor: null, from: null, to: null, after: null, limit: 10 }),
}

/** A person sends with a page's token, a program with its own token, which names its groups. */
async function sendFrame(caller: Caller): Promise<unknown> {
  if (caller.grade !== 'service') return platform.gate.issueForPerson(caller)
  const { namespaceId } = caller
  if (namespaceId === null) throw new Error('a service account acts for a group')
  const { targets, accounts, frames } = platform
  const { name } = await accounts.view(callers.get('administrator')!)
  const project = await targets.addProject(caller, { name: `project ${++nth}`, description: '' })
  const guardrail = await targets.addGuardrail(caller, project.id, {
    name: 'a person',
    type: 'human_review',
    configuration: { instructions: '' },
  })
  const client = { label: caller.label, serviceAccountId: null, groups: [{ namespaceId, name }], isOpen: false }
  const frame = sendRequest.parse({
    trace_id: randomUUID(),
    response_topic: ['answers'],
    entailment_frame: { Q: 'Does it rain?', A: 'It rains.' },
  })
  return frames.send({ ...client, expiresAt: null }, guardrail.id, frame)
}

/** A permitted caller gets a 404, because the name never had this revision. */
function putInForce(caller: Caller): Promise<unknown> {
  return unlessMissing(bench.inForce.put(caller, { name: 'not saved', hash, from: null, until: null }))
}

async function unlessMissing(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return
    throw error
  })
}

/** A permitted caller gets a 404, because no such review waits. Other callers do not learn even that. */
function answerReview(caller: Caller): Promise<unknown> {
  const answered = platform.reviews.answer(caller, randomUUID(), { conclusion: 'YES', note: null })
  return answered.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return
    throw error
  })
}

async function sign(caller: Caller): Promise<unknown> {
  // Signed in at an outside provider just now, and read like the next request.
  const session =
    caller.person === null
      ? null
      : await under.signedIn(newSession(caller.person.id, caller.namespaceId, 'oidc', new Date(under.now())))
  const signer = session === null ? caller : await bench.people.callerOf(session)
  // A caller who may not read is also refused the signature of a page shown to somebody else.
  const reader = hasPermission(actorsOf(signer), 'read') ? signer : callers.get('reviewer')!
  const { reviewDigest, unitLibraryHash, engineVersion } = await bench.signing.sheet(reader, { hash })
  const { comparison } = await bench.signing.meaning(reader, { hash })
  const { ceremonyId } = await bench.signing.prepare(signer, {
    hash,
    meaning: 'reviewed',
    note: null,
    expiresAt: null,
    withdraws: null,
    reviewDigest,
    unitLibraryHash,
    engineVersion,
    comparisonDigest: comparison?.sha256 ?? null,
  })
  if (session === null) throw new Error('only people have the permission to sign')
  return bench.signing.sign(signer, { ceremonyId, proof: { kind: 'session' }, session, addressKey: 'test' })
}

/** A person is refused by role, a credential by tier or grade. */
const barredCode = (actor: Actor) => (actor === 'read_only' ? 'TIER_UNAVAILABLE' : 'CREDENTIAL_SCOPE')

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe.each(Object.keys(PERMISSIONS) as Permission[])('%s', (permission) => {
  it.each(ACTORS.map((actor) => [actor, hasPermission([actor], permission) ? 'done' : barredCode(actor)]))(
    '%s: %s',
    async (actor, expected) => {
      const caller = callers.get(actor as Actor)!
      expect(actorsOf(caller)).toEqual([actor])
      expect(await codeOf(PROBES[permission](caller))).toBe(expected)
    },
  )
})

it('a person with several roles has the permissions of each', async () => {
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
    const caller = await under.personCaller(['author', 'reviewer'], NAMESPACE)
    const may = hasPermission(['author', 'reviewer'], permission)
    expect([permission, await codeOf(PROBES[permission](caller))]).toEqual([
      permission,
      may ? 'done' : 'CREDENTIAL_SCOPE',
    ])
  }
})

/** The permission of each function; null if anybody may call it, or if it concerns only the caller's own account. */
const FUNCTIONS: {
  readonly [Area in keyof Workbench]: { readonly [Name in keyof Workbench[Area]]: Permission | null }
} = {
  people: { callerOf: null, viewerOf: null, inNamespace: null, reauthenticate: null },
  passkeys: {
    ownPasskeys: null,
    beginAdding: null,
    endAdding: null,
    renamePasskey: null,
    removePasskey: null,
    beginSignIn: null,
    signInByPasskey: null,
    questionFor: null,
    verify: null,
  },
  sessions: { begin: null, end: null, endedBecause: null, list: null, endOne: null, endOthers: null },
  agents: { accountOf: null, noteConsent: null, callerBehind: null },
  signIn: { signInByPassword: null },
  setup: { isFirstRun: null, setupQuestion: null, setUp: null },
  passwordLinks: { passwordQuestion: null, setPassword: null },
  joining: { invitationQuestion: null, join: null },
  account: { describe: null, changePassword: null, signOutEverywhere: null },
  exports: { note: 'read' },
  securityEvents: { list: 'read_audit' },
  memberAccounts: {
    rename: 'manage_members',
    disable: 'manage_members',
    enable: 'manage_members',
    confirm: 'manage_members',
  },
  members: {
    listMembers: 'manage_members',
    listInvitations: 'manage_members',
    changeRoles: 'manage_members',
    removeMember: 'manage_members',
    canSend: 'manage_members',
    invite: 'manage_members',
    sendInvitation: 'manage_members',
    renewInvitation: 'manage_members',
    revokeInvitation: 'manage_members',
  },
  firstSteps: { describe: 'read' },
  pendingChanges: { list: 'manage_members', answer: 'manage_members' },
  credentials: {
    list: 'manage_credentials',
    issue: 'manage_credentials',
    revoke: 'manage_credentials',
    usage: 'manage_credentials',
  },
  settings: { read: 'manage_settings', change: 'manage_settings', applyRegulated: 'manage_settings' },
  converters: { preview: 'convert' },
  labelledNames: { list: 'read' },
  revisions: { list: 'read', open: 'read', source: 'read', endsOwnApproval: 'save', save: 'save' },
  signing: { sheet: 'read', meaning: 'read', prepare: 'sign', sign: 'sign', receipt: 'read', publishedKeys: null },
  blindTests: { scenarios: 'sign', answer: 'sign', comment: 'sign', list: 'read' },
  audit: { list: 'read_audit', export: 'read_audit', checkpoint: 'read_audit', consistency: 'read_audit' },
  decisionLog: { list: 'read_checks', receipt: 'read', openReceipt: 'read_checks', erase: 'erase_checks' },
  checkReplays: { replay: 'read_checks' },
  testCases: { list: 'read', save: 'save', remove: 'save', runAll: 'read', exportText: 'read', importText: 'save' },
  history: { graph: 'read', compare: 'read', caseChanges: 'read' },
  inForce: { timeline: 'read', put: 'put_in_force', end: 'put_in_force' },
  libraries: { list: 'read', open: 'read', judge: 'read' },
  documents: {
    list: 'read',
    open: 'read',
    source: 'read',
    add: 'save',
    revise: 'save',
    edit: 'save',
    clauses: 'read',
    coverage: 'read',
  },
  drafting: { prompt: 'read', clause: 'save' },
  fidelity: { plan: 'read', readGroup: 'read' },
  batch: { check: 'compute', terms: 'compute', charge: 'compute' },
  notifications: {
    ...{ list: 'read', count: 'read', markRead: 'read', dismiss: 'read', markAllRead: 'read' },
    ...{ mailChoices: 'read', chooseMail: 'read' },
  },
  webhooks: {
    ...{ list: 'manage_settings', add: 'manage_settings', change: 'manage_settings', remove: 'manage_settings' },
    ...{ switch: 'manage_settings', renewSecret: 'manage_settings', sendTest: 'manage_settings' },
    ...{ deliveries: 'manage_settings', resend: 'manage_settings' },
  },
  rulesetReviews: {
    ...{ open: 'review', change: 'review', end: 'review', comment: 'review', edit: 'review', resolve: 'review' },
    ...{ read: 'read', brief: 'read', people: 'read', suggestion: 'read', replaced: 'read', signAgain: 'read' },
  },
  search: { find: 'read' },
  names: { rename: 'organise', archive: 'organise', restore: 'organise' },
}

type Functions<Areas> = {
  readonly [Area in keyof Areas]: {
    readonly [Name in keyof Areas[Area] as Areas[Area][Name] extends (...given: never[]) => unknown
      ? Name
      : never]: Permission | null
  }
}

/** Also null if a token was checked before, because the token names the groups it may act for. */
const PLATFORM_FUNCTIONS: Functions<Platform> = {
  gate: { exchange: null, grant: null, issueForPerson: 'send_frames', verify: null, callerIn: null, jwks: null },
  answers: { once: null },
  accounts: {
    view: 'manage_service_accounts',
    renameGroup: 'manage_service_accounts',
    add: 'manage_service_accounts',
    setDisabled: 'manage_service_accounts',
    issueSecret: 'manage_service_accounts',
    revokeSecret: 'manage_service_accounts',
    addMember: 'manage_service_accounts',
    removeMember: 'manage_service_accounts',
    answerMemberRequest: 'manage_service_accounts',
  },
  targetFrames: { list: 'read_guardrails', count: 'read_guardrails' },
  replays: { replay: 'send_frames' },
  labels: { label: 'label_frames', list: 'read_guardrails', results: 'read_guardrails' },
  targets: {
    listProjects: 'read_guardrails',
    project: 'read_guardrails',
    addProject: 'edit_guardrails',
    changeProject: 'edit_guardrails',
    removeProject: 'edit_guardrails',
    listGuardrails: 'read_guardrails',
    guardrail: 'read_guardrails',
    addGuardrail: 'edit_guardrails',
    changeGuardrail: 'edit_guardrails',
    removeGuardrail: 'edit_guardrails',
    listApplications: 'read_guardrails',
    application: 'read_guardrails',
    addApplication: 'edit_guardrails',
    changeApplication: 'edit_guardrails',
    removeApplication: 'edit_guardrails',
  },
  frames: {
    send: null,
    isSent: null,
    demandTarget: null,
    find: 'read_guardrails',
    storePublished: null,
    takeFresh: null,
    answerWith: null,
    complete: null,
    responses: null,
  },
  guards: {
    ...{ listGuards: 'read_guardrails', guard: 'read_guardrails' },
    ...{ addGuard: 'edit_guards', changeGuard: 'edit_guards', removeGuard: 'edit_guards' },
    ...{ mistakes: 'edit_guards', confirmGuard: 'confirm_guards' },
  },
  servers: { server: 'call_guards', refuseMessage: 'call_guards', decide: 'call_guards' },
  calls: {
    ...{ list: 'read_guardrails', count: 'read_guardrails', call: 'read_guardrails' },
    ...{ answer: 'grant_calls', takeBack: 'grant_calls' },
  },
  reviews: { list: 'read_guardrails', task: 'read_guardrails', answer: 'answer_reviews' },
  stream: { open: null, close: null },
  checks: { check: null, waitFor: null, close: null },
}

const barredFromPlatform = Object.entries(PLATFORM_FUNCTIONS).flatMap(([area, functions]) =>
  Object.entries(functions).flatMap(([name, permission]: readonly [string, Permission | null]) =>
    permission === null ? [] : [[`${area}.${name}`, area as keyof Platform, name, permission] as const],
  ),
)

it.each(barredFromPlatform)('platform %s asks before it looks at anything else', async (_, area, name, permission) => {
  const { [name]: run } = platform[area] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  for (const actor of ACTORS.filter((each) => !hasPermission([each], permission)))
    expect([actor, await codeOf(run!(callers.get(actor)!, {}, {}, {}))]).toEqual([actor, barredCode(actor)])
})

const barred = Object.entries(FUNCTIONS).flatMap(([area, functions]) =>
  Object.entries(functions).flatMap(([name, permission]) =>
    permission === null ? [] : [[`${area}.${name}`, area as keyof Workbench, name, permission as Permission] as const],
  ),
)

it.each(barred)('%s asks before it looks at anything else', async (_, area, name, permission) => {
  const run = (bench[area] as unknown as Record<string, (caller: Caller, rest: unknown) => Promise<unknown>>)[name]!
  for (const actor of ACTORS.filter((each) => !hasPermission([each], permission)))
    expect([actor, await codeOf(run(callers.get(actor)!, {}))]).toEqual([actor, barredCode(actor)])
})

const operations = Object.entries(OPERATION_PERMISSIONS).flatMap(([id, permission]) =>
  permission === null ? [] : [[id as OperationId, permission] as const],
)

it.each(operations)('/v1 %s asks for %s before it looks at anything else', async (id, permission) => {
  const run = service[id as 'listRulesets'] as (...given: unknown[]) => unknown
  for (const actor of ACTORS.filter((each) => !hasPermission([each], permission))) {
    const call = async () => run(context(callers.get(actor)!), {})
    expect([actor, await codeOf(call())]).toEqual([actor, barredCode(actor)])
  }
})

it('no operation of /v1 or tool administers a namespace', () => {
  const administering = operations.filter(([, permission]) => permission.startsWith('manage_'))
  expect(administering).toEqual([])
})

it.each(operations)('/v1 %s documents its callers as the matrix has them', (id, permission) => {
  const { access, writes }: Operation = OPERATIONS[id]
  expect(hasPermission(['evaluation'], permission)).toBe(access !== 'full')
  expect(hasPermission(['read_only'], permission)).toBe(!writes)
})
