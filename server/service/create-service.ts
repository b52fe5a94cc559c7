/**
 * Joins the service functions over one set of parts.
 *
 * Promises: no rule stands here; each function's own file says what it promises.
 */
import { canonicalJson } from '../contract/canonical-json'
import { VERSIONS } from '../contract/versions'
import { Authenticator, type CredentialStore } from './authenticate'
import { CallLedger, type LeaseStore } from './call-ledger'
import type { Caller } from './caller'
import { checkClaims } from './check-claims'
import { compileRuleset, type StoreRuleset } from './compile-ruleset'
import type { EngineDispatch } from './engine/dispatch'
import type { LibraryText } from './engine/engine-job'
import { type EvaluationCaps, type EvaluationStore, issueEvaluationCredential } from './issue-evaluation-credential'
import { makePromptPack } from './make-prompt-pack'
import { PLAYGROUND_CALLER, PlaygroundGate } from './playground'
import { type HealthProbes, reportHealth } from './report-health'
import { RulesetLibrary, type RulesetStore } from './ruleset-library'
import type { Service } from './service'

export interface ServiceParts {
  readonly store: RulesetStore & CredentialStore & LeaseStore & EvaluationStore
  readonly storeRuleset: StoreRuleset
  readonly engine: EngineDispatch
  readonly probes: HealthProbes
  readonly evaluationCaps: EvaluationCaps
  /** The caller of a deployment that demands no credentials; null where they are demanded. */
  readonly openCaller: Caller | null
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

/** The built-in standards alone. */
const BUILT_IN: LibraryText = { hash: null, converters: [] }

export function createService(parts: ServiceParts): Service {
  const milliseconds = () => parts.now().getTime()
  const authenticator = new Authenticator(parts.store, milliseconds, parts.openCaller)
  const gate = new PlaygroundGate(milliseconds)
  const engine = {
    engine: parts.engine,
    rulesets: new RulesetLibrary(parts.store, parts.engine),
    storeRuleset: parts.storeRuleset,
    ledger: new CallLedger(parts.store, parts.now),
    libraryOf: () => BUILT_IN,
  }
  const issuing = {
    store: parts.store,
    caps: parts.evaluationCaps,
    credentialsDemanded: parts.openCaller === null,
    now: parts.now,
    newId: parts.newId,
    randomBytes: parts.randomBytes,
  }
  const version = canonicalJson({ ok: true, versions: VERSIONS })
  return {
    authenticate: async (token) => authenticator.authenticate(token),
    readLarge: (operation, body) => parts.engine.read(operation, body),
    health: () => reportHealth(parts.probes, false),
    ready: () => reportHealth(parts.probes, true),
    version: () => ({ body: version }),
    issueEvaluationCredential: ({ addressKey }, request) =>
      issueEvaluationCredential(issuing, addressKey, request?.client ?? null),
    compile: ({ caller }, request) => compileRuleset(engine, caller, request),
    check: ({ caller }, request) => checkClaims(engine, caller, request),
    promptPack: ({ caller }, request) => makePromptPack(engine, caller, request),
    playgroundCompile: async (addressKey, source) => {
      gate.admit(addressKey)
      return compileRuleset(engine, PLAYGROUND_CALLER, { source })
    },
    playgroundCheck: async (addressKey, source, claims) => {
      gate.admit(addressKey)
      return checkClaims(engine, PLAYGROUND_CALLER, { source, claims: { from: 'value', value: claims } })
    },
  }
}
