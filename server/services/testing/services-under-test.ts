/** Several services over one real database and engine act as several server processes. The test moves their clock. */
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { z } from 'zod'
import { OPERATIONS } from '../../api/operations'
import { readRequest, withClaimsAsText } from '../../api/read-request'
import type { PolicyWitness } from '../../attestation/witness-policy'
import { type Budgets, DEFAULT_BUDGETS } from '../../config/budgets'
import type { LookupConnection } from '../../config/lookups'
import type { PlatformSettings } from '../../config/platform'
import type { InternalHost } from '../../config/webhooks'
import { type Role as MemberRole, recordTenure } from '../../database/accounts/administration'
import { insertPerson, type NewPerson, personLabelOf } from '../../database/accounts/people'
import { type Database, openDatabase } from '../../database/client/database'
import { appendLog } from '../../database/log/append-log'
import { openStore, type Store } from '../../database/store'
import { silentLog } from '../../database/testing/fresh-database'
import { generatedKeys } from '../../database/testing/generated-keys'
import { type DatabaseBus, openDatabaseBus } from '../../messaging/database-bus'
import { type FullCredentialRequest, issueFullCredential } from '../access/full-credentials'
import type { EvaluationCaps } from '../access/issue-evaluation-credential'
import { createSoloGroup } from '../access/process-group'
import type { PasswordCost } from '../accounts/password'
import { type NewSession, newSession, type Session } from '../accounts/session'
import type { CallContext, Success } from '../calls/call-context'
import { type Caller, callerWithoutCredential, createServiceCaller } from '../calls/caller'
import type { Role } from '../calls/permissions'
import type { Tracing } from '../calls/tracing'
import { createService, type Service } from '../create-service'
import { createWorkbench } from '../create-workbench'
import type { DraftingModel } from '../drafting/model-turns'
import { createEngine } from '../engine-pool/start-engine'
import { createPlatform, type Platform } from '../guardrails/platform'
import type { MailSender } from '../mail/smtp-sender'
import { createSharedDependencies, type SharedDependencies } from '../shared-dependencies'
import type { Workbench } from '../workbench'
import { getSharedEngine, openSuiteDatabase } from './suite-resources'

type AskedOperation =
  | 'compile'
  | 'check'
  | 'explainAnswers'
  | 'analyseRuleset'
  | 'compareRulesets'
  | 'measureCoverage'
  | 'saveRuleset'
  | 'recordApproval'
  | 'addConverter'
  | 'decideToolCall'

export interface ServicesUnderTest {
  readonly services: readonly Service[]
  /** For pages, one for each service. */
  readonly workbenches: readonly Workbench[]
  /** One for each service, if requested. Nothing evaluates frames. */
  readonly platforms: readonly UnderTestPlatform[]
  readonly store: Store
  /** Reports for the operator. */
  readonly alarms: readonly Readonly<Record<string, unknown>>[]
  /** Data directory of the database server. Throws without `ownServer`. */
  dataDir(): string
  /** For another process, as the server's role. */
  readonly url: string
  readonly ownerUrl: string
  /** Moves the clock of all services. */
  pass(milliseconds: number): void
  /** Milliseconds since the epoch. */
  now(): number
  /** A full credential in a new namespace. */
  fullCaller(tier?: FullCredentialRequest['tier']): Promise<Caller>
  evaluationCaller(): Promise<Caller>
  /** A service account, or the platform itself, for the group of a namespace. */
  groupCaller(namespaceId: string): Promise<Caller>
  /** A new signed-in member of the namespace, or of a new one. */
  personCaller(roles: readonly Role[], namespaceId?: string, passwordHash?: string): Promise<Caller>
  /** A browser with a new session. */
  signedIn(who: Caller | NewSession): Promise<Session>
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
  stop(): Promise<void>
}

export interface UnderTestPlatform {
  readonly platform: Platform
  readonly bus: DatabaseBus
  readonly shared: SharedDependencies
}

const PLATFORM: PlatformSettings = {
  clientAuth: 'required',
  identityProvider: null,
  retentionMs: 86_400_000,
  evaluatorConcurrency: 64,
}

const AUTH_SECRET = 'a secret of these tests, long enough'
const OPEN_CALLER = callerWithoutCredential('open', null)

/** Parses the request by the operation's schema, as a handler does. */
export async function callOperation(
  service: Service,
  id: AskedOperation,
  caller: Caller,
  request: Readonly<Record<string, unknown>>,
): Promise<string> {
  const read = readRequest<z.ZodType>(OPERATIONS[id].body.schema, JSON.stringify(request), true) as typeof request
  const input = id === 'check' ? { ...read, claims: { from: 'value', value: read.claims } } : withClaimsAsText(id, read)
  const run = service[id] as (context: CallContext, request: unknown) => Success | Promise<Success>
  return (await run({ caller, channel: 'program', addressKey: () => 'test' }, input)).body
}

export interface ServicesOptions {
  /** Milliseconds since the epoch; by default the computer's clock. */
  readonly clock?: () => number
  readonly evaluationCaps?: Partial<EvaluationCaps>
  /** Overrides of the defaults, which do not affect the engine. */
  readonly budgets?: Partial<Budgets>
  /** Opens the guardrail platform with these overrides. */
  readonly platform?: Partial<PlatformSettings>
  /** A database server for this suite only. */
  readonly ownServer?: boolean
  /** Uses an engine with this tracing instead of the shared one. */
  readonly tracing?: Tracing
  readonly mail?: MailSender
  readonly model?: DraftingModel
  readonly webhookHosts?: readonly InternalHost[]
  readonly lookupConnections?: readonly LookupConnection[]
  readonly witnesses?: readonly PolicyWitness[]
}

const EVALUATION_CAPS: EvaluationCaps = {
  callsPerDay: 10_000,
  callsTotal: 10_000,
  ttlDays: 1_000,
  issuedPerHour: 10_000,
}

export async function startServices(count: number, options: ServicesOptions = {}): Promise<ServicesUnderTest> {
  const { clock = Date.now, evaluationCaps = {}, budgets = {}, platform: platformSettings } = options
  const closers: (() => unknown)[] = []
  const database = await openSuiteDatabase(options.ownServer ?? false)
  closers.push(database.close)
  const direct = openDatabase({
    url: database.url,
    log: silentLog,
    connections: 2,
    retryForMs: 1_000,
    onStorageFault() {},
  })
  closers.push(() => direct.close())
  const after = (milliseconds: number, call: () => void) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  }
  const engine =
    options.tracing === undefined
      ? getSharedEngine()
      : createEngine({
          solverWorkers: 1,
          solverWaitMs: 60_000,
          limits: DEFAULT_BUDGETS,
          mode: 'tiers',
          clock: { now: () => performance.now(), after },
          tracing: options.tracing,
        })
  if (options.tracing !== undefined) closers.push(() => engine.close())
  let ahead = 0
  const now = () => clock() + ahead
  const issuing = { now: () => new Date(now()), newId: randomUUID, randomBytes }
  const keys = generatedKeys()
  const stores: Store[] = []
  const services: Service[] = []
  const workbenches: Workbench[] = []
  const platforms: UnderTestPlatform[] = []
  const alarms: Readonly<Record<string, unknown>>[] = []
  for (let i = 0; i < count; i++) {
    const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, connections: 5 })
    closers.push(() => store.close())
    const shared = createSharedDependencies({
      store,
      group: createSoloGroup(clock),
      mail: options.mail ?? null,
      model: options.model ?? null,
      webhookHosts: options.webhookHosts ?? [],
      lookupConnections: options.lookupConnections ?? [],
      witnesses: options.witnesses ?? [],
      budgets: { ...DEFAULT_BUDGETS, ...budgets },
      publicUrl: 'https://rules.example.org',
      configuredUrl: 'https://rules.example.org',
      engine: engine.dispatch,
      probes: {
        database: () => store.ping(),
        engine: () => null,
        bus: async () => null,
        storage: () => store.pingStorage(),
      },
      evaluationCaps: { ...EVALUATION_CAPS, ...evaluationCaps },
      authSecret: AUTH_SECRET,
      keys,
      docsUrl: 'https://rules.example.org/docs',
      openCaller: null,
      now,
      newId: randomUUID,
      randomBytes,
      passwordCost: CHEAP_PASSWORDS,
      after,
      countChecks: () => {},
      reportTrouble: (error) => {
        throw error
      },
      reportWarning: () => {},
      reportAlarm: (fields) => void alarms.push(fields),
    })
    const service = createService(shared)
    closers.push(() => service.close())
    stores.push(store)
    services.push(service)
    workbenches.push(createWorkbench(shared))
    if (platformSettings === undefined) continue
    const bus = await openDatabaseBus({ url: database.url, log: silentLog })
    closers.push(() => bus.close())
    const settings = { ...PLATFORM, ...platformSettings }
    const platform = createPlatform(shared, { bus, settings, reportTrouble: shared.dependencies.reportTrouble })
    closers.push(() => platform.stream.close())
    platforms.push({ platform, bus, shared })
  }
  const begin = (session: NewSession) =>
    workbenches[0]!.sessions.begin(session, { userAgent: undefined, addressKey: 'test' }, null)
  const store = stores[0]!
  const service = services[0]!
  return {
    services,
    workbenches,
    platforms,
    store,
    url: database.url,
    ownerUrl: database.ownerUrl,
    alarms,
    dataDir: database.dataDir,
    now,
    pass: (milliseconds) => {
      ahead += milliseconds
    },
    fullCaller: async (tier = 'standard') => {
      const request = { label: 'test', tier, expiresAt: null, namespace: { newName: randomUUID() } }
      const issue = await issueFullCredential({ store, ...issuing }, request)
      if (issue.kind !== 'issued') throw new Error(issue.kind)
      return service.authenticate(issue.token)
    },
    evaluationCaller: async () => {
      const context = { caller: OPEN_CALLER, channel: 'program', addressKey: () => randomUUID() } as const
      const { body } = await service.issueEvaluationCredential(context, null)
      return service.authenticate((JSON.parse(body) as { credential: string }).credential)
    },
    groupCaller: async (namespaceId) => {
      const account = await store.findAccount(namespaceId)
      if (account === null) throw new Error(`there is no namespace ${namespaceId}`)
      return createServiceCaller(namespaceId, 'service account of these tests', account)
    },
    personCaller: async (roles, namespaceId = randomUUID(), passwordHash?: string) => {
      const at = new Date(now())
      await store.ensureNamespace({ id: namespaceId, displayName: 'Of people', at })
      const personId = randomUUID()
      const email = `${personId}@example.org`
      const person = {
        id: personId,
        email,
        name: `Person ${personId.slice(0, 4)}`,
        passwordHash: passwordHash ?? null,
        at,
      }
      await joinMember(direct, { namespaceId, person, roles })
      const session = await begin(newSession(personId, namespaceId, 'password', at))
      return workbenches[0]!.people.callerOf(session)
    },
    signedIn: (who) =>
      begin('personId' in who ? who : newSession(who.person!.id, who.namespaceId, 'password', new Date(now()))),
    query: database.query,
    stop: async () => {
      for (const close of closers.reverse()) await close()
    },
  }
}

export interface LoggedEvent {
  readonly kind: string
  readonly actor: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Members that prove rows, for verification. */
const PROOFS = new Set(['evidence_digest', 'salt_digest'])

/** The stored log of a namespace in order, without the entries of every test. */
export async function readLog(
  { query }: Pick<ServicesUnderTest, 'query'>,
  namespaceId: string | null,
): Promise<LoggedEvent[]> {
  const rows = await query<{ body: string }>(`
    SELECT convert_from(body, 'UTF8') AS body FROM log_entry
    WHERE namespace_id = '${namespaceId}' ORDER BY index`)
  return rows.flatMap(({ body }) => {
    const { kind, actor, details } = JSON.parse(body) as LoggedEvent
    if (kind === 'state_recorded' || details.by === 'test') return []
    const shown = Object.entries(details).filter(([member]) => !PROOFS.has(member))
    return [{ kind, actor, details: Object.fromEntries(shown) }]
  })
}

/** Adds a member without an invitation, but with the entry of the log. */
async function joinMember(
  { prisma }: Database,
  joining: { readonly namespaceId: string; readonly person: NewPerson; readonly roles: readonly MemberRole[] },
): Promise<void> {
  const { namespaceId, person, roles } = joining
  await prisma.$transaction(async (tx) => {
    await insertPerson(tx, person)
    await tx.membership.create({ data: { namespaceId, personId: person.id, roles: [...roles], since: person.at } })
    await recordTenure(tx, { namespaceId, personId: person.id, roles, at: person.at })
    const details = { person: personLabelOf(person), roles: [...roles], by: 'test' }
    await appendLog(tx, namespaceId, person.at, [{ kind: 'member_joined', actor: 'operator', details }])
  })
}

/** Costs a thirtieth of a deployment's password hash, for tests with many people. */
export const CHEAP_PASSWORDS: PasswordCost = { n: 2 ** 11, r: 8, p: 1 }
