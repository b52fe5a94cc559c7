/**
 * Joins the service functions over one set of parts.
 *
 * Promises: no rule stands here; each function's own file says what it promises.
 */
import { canonicalJson } from '../contract/canonical-json'
import { OPERATIONS, type Operation } from '../contract/operations'
import { Refusal } from '../contract/refusal'
import { VERSIONS } from '../contract/versions'
import type { Clock } from '../engine/workers/clock'
import type { Budgets } from '../env'
import type { Store } from '../store/store'
import { StoreUnavailable } from '../store/store-unavailable'
import { addConverter } from './add-converter'
import { AffectedNames } from './affected-names'
import { after } from './after'
import { Authenticator } from './authenticate'
import { bridgeUnits } from './bridge-units'
import { CallLedger } from './call-ledger'
import type { Caller } from './caller'
import { checkClaims } from './check-claims'
import { compileRuleset } from './compile-ruleset'
import { CredentialUses } from './credential-uses'
import { deriveKey } from './derived-key'
import type { EngineDispatch } from './engine/dispatch'
import { FlushTimer } from './flush-timer'
import { type EvaluationCaps, issueEvaluationCredential } from './issue-evaluation-credential'
import { Labels } from './labels'
import { listRulesets } from './list-rulesets'
import { builtInStandards, listUnits } from './list-units'
import { loadRuleset } from './load-ruleset'
import { makePromptPack } from './make-prompt-pack'
import { permit } from './permit'
import { PLAYGROUND_CALLER, PlaygroundGate } from './playground'
import { recordApproval } from './record-approval'
import { reportAccount } from './report-account'
import { reportFlags } from './report-flags'
import { type HealthProbes, reportHealth } from './report-health'
import { RulesetLibrary } from './ruleset-library'
import { RulesetOutlines } from './ruleset-outlines'
import { saveRuleset } from './save-ruleset'
import type { CallContext, Operations, Service, Success } from './service'
import { rulesetStorer } from './store-ruleset'
import { UnitLibraries } from './unit-libraries'
import { PROPOSAL_KEY_PURPOSE } from './vocabulary/proposals'
import { Vocabulary } from './vocabulary/vocabulary'

export interface ServiceParts {
  readonly store: Store
  readonly budgets: Budgets
  /** Address of this deployment as its users see it, without a final slash. */
  readonly publicUrl: string
  readonly engine: EngineDispatch
  readonly probes: HealthProbes
  readonly evaluationCaps: EvaluationCaps
  /** The deployment's secret, from which keys are derived. */
  readonly authSecret: string
  /** The caller of a deployment that demands no credentials; null where they are demanded. */
  readonly openCaller: Caller | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
  /** Calls once after so many milliseconds; the answer calls it off. */
  readonly after: Clock['after']
  /** For what goes wrong beside every call; the log. */
  readonly reportTrouble: (error: unknown) => void
}

export function createService(parts: ServiceParts): Service {
  const date = () => new Date(parts.now())
  const timer = new FlushTimer(parts.after, parts.reportTrouble)
  const uses = new CredentialUses(parts.store, timer)
  const authenticator = new Authenticator({ store: parts.store, now: parts.now, open: parts.openCaller, uses })
  const gate = new PlaygroundGate(parts.now)
  const ledger = new CallLedger(parts.store, parts.now, timer)
  const libraries = new UnitLibraries(parts.store)
  const vocabulary = new Vocabulary(parts.store, parts.now)
  const labels = new Labels({
    store: parts.store,
    vocabulary,
    proposals: { store: parts.store, key: deriveKey(parts.authSecret, PROPOSAL_KEY_PURPOSE, 32), now: date },
    now: date,
  })
  const engine = {
    engine: parts.engine,
    rulesets: new RulesetLibrary(parts.store, parts.engine),
    storeRuleset: rulesetStorer(parts.store, date, parts.budgets.namespace_bytes),
    ledger,
    libraryOf: libraries.libraryOf,
    libraryByHash: libraries.libraryByHash,
    labels,
  }
  const named = {
    ...engine,
    store: parts.store,
    outlines: new RulesetOutlines(parts.store, parts.engine),
    limits: parts.budgets,
    publicUrl: parts.publicUrl,
    now: date,
    newId: parts.newId,
  }
  const units = {
    ...engine,
    store: parts.store,
    standards: builtInStandards(),
    libraries,
    affectedNames: new AffectedNames(parts.store, parts.engine),
    forget: (namespaceId: string) => authenticator.forget(namespaceId),
    limits: parts.budgets,
    now: date,
  }
  const issuing = {
    store: parts.store,
    caps: parts.evaluationCaps,
    credentialsDemanded: parts.openCaller === null,
    now: date,
    newId: parts.newId,
    randomBytes: parts.randomBytes,
  }
  const version = canonicalJson({ ok: true, versions: VERSIONS })
  const flags = reportFlags({
    credentialsDemanded: parts.openCaller === null,
    evaluationIssuedPerHour: parts.evaluationCaps.issuedPerHour,
  })
  const operations: Operations = {
    health: () => reportHealth(parts.probes, false),
    ready: () => reportHealth(parts.probes, true),
    version: () => ({ body: version }),
    issueEvaluationCredential: ({ addressKey }, request) =>
      issueEvaluationCredential(issuing, addressKey(), request?.client ?? null),
    compile: ({ caller }, request) => compileRuleset(engine, caller, request),
    check: ({ caller }, request) => checkClaims(engine, caller, request),
    getPromptPack: ({ caller }, request) => makePromptPack(engine, caller, request),
    makePromptPack: ({ caller }, request) => makePromptPack(engine, caller, request),
    saveRuleset: ({ caller }, request) => saveRuleset(named, caller, request),
    listRulesets: ({ caller }) => listRulesets(named, caller),
    loadRuleset: ({ caller }, request) => loadRuleset(named, caller, request.name),
    recordApproval: (context, request) => recordApproval(named, context, request),
    account: ({ caller }) => reportAccount(ledger, caller),
    flags: () => flags,
    listUnits: ({ caller }) => listUnits(units, caller),
    bridgeUnits: ({ caller }, request) => bridgeUnits(units, caller, request),
    addConverter: ({ caller }, request) => addConverter(units, caller, request),
    getVocabulary: () => after(vocabulary.current(), ({ body }) => ({ body })),
  }
  return answeringWhenAway({
    ...permitted(operations),
    authenticate: (token) => authenticator.authenticate(token),
    authenticateById: (credentialId) => authenticator.authenticateById(credentialId),
    readLarge: (operation, body) => parts.engine.read(operation, body),
    rulesetSource: async (caller, hash) =>
      (await engine.rulesets.find(caller.namespaceId, { ruleset_hash: hash })).text.source,
    close: async () => {
      await timer.stop()
      await ledger.returnRests()
    },
    playgroundCompile: async (addressKey, source) => {
      gate.admit(addressKey)
      return compileRuleset(engine, PLAYGROUND_CALLER, { source })
    },
    playgroundCheck: async (addressKey, source, claims) => {
      gate.admit(addressKey)
      return checkClaims(engine, PLAYGROUND_CALLER, { source, claims: { from: 'value', value: claims } })
    },
  })
}

type Run = (context: CallContext, request: unknown) => Success | Promise<Success>

/** Every operation behind the question whether the caller may use it. */
function permitted(operations: Operations): Operations {
  const guarded = Object.entries<Run>(operations as Record<keyof Operations, Run>).map(([id, run]) => {
    const operation: Operation = OPERATIONS[id as keyof Operations]
    const permittedRun: Run = (context, request) => {
      permit(operation, context.caller)
      return run(context, request)
    }
    return [id, permittedRun]
  })
  return Object.fromEntries(guarded) as Operations
}

/** A database that stays away is told as busy: nothing was charged, and the same call may be sent again. */
function answeringWhenAway(service: Service): Service {
  const told = (error: unknown): never => {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new Refusal(
      'ENGINE_BUSY',
      'The database of this deployment does not answer at the moment. Send the same request again.',
      { retry_after_ms: 2_000 },
    )
  }
  const guarded = Object.entries(service).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      const answer: unknown = (run as (...args: unknown[]) => unknown)(...args)
      return answer instanceof Promise ? answer.catch(told) : answer
    },
  ])
  return Object.fromEntries(guarded) as Service
}
