/** One set for each process, shared by /v1 and the pages, so that caches and counts exist once. */

import type { PolicyWitness } from '../attestation/witness-policy'
import type { Budgets } from '../config/budgets'
import type { LookupConnection } from '../config/lookups'
import type { InternalHost } from '../config/webhooks'
import type { LogTreeVerbs } from '../database/signing/log-entries'
import type { LogTileVerbs } from '../database/signing/log-tiles'
import type { SigningKeys } from '../database/signing/signing-key-files'
import type { Store } from '../database/store'
import type { Clock } from '../engine/workers/job-queue'
import { Authenticator } from './access/authenticate'
import { CallLedger } from './access/call-ledger'
import { PlaygroundGate } from './access/call-limits'
import { CredentialUses } from './access/credential-uses'
import { FlushTimer } from './access/flush-timer'
import type { EvaluationCaps } from './access/issue-evaluation-credential'
import type { ProcessGroup } from './access/process-group'
import { deriveKey } from './access/secrets'
import type { PasswordCost } from './accounts/password'
import { KeyRing } from './audit/key-ring'
import { LogNotary } from './audit/log-notary'
import { LogWitnesses } from './audit/log-witnesses'
import { StoredTiles } from './audit/stored-tiles'
import type { Caller } from './calls/caller'
import { createDecisionLog } from './decision-log/decision-log'
import { type CountChecks, DecisionRecorder } from './decision-log/decision-recorder'
import { CitationWarnings } from './documents/citation-warnings'
import { createDocuments } from './documents/documents'
import { FileReader } from './documents/readers/file-reader'
import { FidelityChecks } from './drafting/fidelity'
import { type DraftingModel, ModelTurns } from './drafting/model-turns'
import type { EngineDispatch } from './engine-pool/dispatch'
import { CALL_KEY_PURPOSE } from './guards/call-digest'
import { createLookups } from './guards/lookups/create-lookups'
import { ContentIntegrity, type ReportAlarm } from './library/content-integrity'
import { RulesetLibrary } from './library/ruleset-library'
import { RulesetOutlines } from './library/ruleset-outlines'
import { createRulesetStorer } from './library/store-ruleset'
import { UnitLibraries } from './library/unit-libraries'
import type { MailSender } from './mail/smtp-sender'
import { Comparisons } from './meaning/comparisons'
import type { HealthProbes } from './report-health'
import { approvalPageUrl } from './signing/record-approval'
import { createChangesOf } from './signing/under-older-engine'
import { AffectedNames } from './units/affected-names'
import { describeBuiltInStandards } from './units/list-units'
import { Labels } from './vocabulary/labels'
import { PROPOSAL_KEY_PURPOSE } from './vocabulary/proposals'
import { Vocabulary } from './vocabulary/vocabulary'

export interface ServiceDependencies {
  readonly store: Store
  readonly budgets: Budgets
  /** Without a final slash. */
  readonly publicUrl: string
  /** Null if the operator did not set it and the address is made from the port. */
  readonly configuredUrl: string | null
  readonly engine: EngineDispatch
  readonly probes: HealthProbes
  readonly evaluationCaps: EvaluationCaps
  /** Keys are derived from it. */
  readonly authSecret: string
  readonly keys: SigningKeys
  /** The witnesses that have an address and cosign checkpoints of logs. */
  readonly witnesses: readonly PolicyWitness[]
  /** Address of the documentation, without a final slash. */
  readonly docsUrl: string
  /** Null if the deployment demands credentials. */
  readonly openCaller: Caller | null
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
  readonly passwordCost: PasswordCost
  readonly group: ProcessGroup
  /** Null without an endpoint. */
  readonly model: DraftingModel | null
  /** Null without a mail server. */
  readonly mail: MailSender | null
  /** Hosts of the operator's network that webhooks may reach. */
  readonly webhookHosts: readonly InternalHost[]
  /** Connections of the operator that tool guards look up records with. */
  readonly lookupConnections: readonly LookupConnection[]
  /** Calls once after a delay. Returns a function that cancels the call. */
  readonly after: Clock['after']
  /** Counts what decision logs recorded and lost. */
  readonly countChecks: CountChecks
  /** Logs problems outside of calls. */
  readonly reportTrouble: (error: unknown) => void
  /** Logs what is tried again, and lacks something until then. */
  readonly reportWarning: ReportAlarm
  /** Logs what the operator must look at. */
  readonly reportAlarm: ReportAlarm
}

export type SharedDependencies = ReturnType<typeof createSharedDependencies>

export function createSharedDependencies(given: ServiceDependencies) {
  const date = () => new Date(given.now())
  const integrity = new ContentIntegrity(date, given.reportAlarm)
  const dependencies: ServiceDependencies = { ...given, store: integrity.watch(given.store) }
  const { group } = dependencies
  const timer = new FlushTimer(dependencies.after, dependencies.reportTrouble)
  const uses = new CredentialUses(dependencies.store, timer)
  const authenticator = new Authenticator({
    store: dependencies.store,
    now: dependencies.now,
    open: dependencies.openCaller,
    uses,
  })
  group.subscribe('changed_namespace', (namespaceId) => authenticator.forget(namespaceId))
  const gate = new PlaygroundGate(group)
  const ledger = new CallLedger(dependencies.store, dependencies.now, timer, group)
  const libraries = new UnitLibraries(dependencies.store)
  const vocabulary = new Vocabulary(dependencies.store, dependencies.now, group)
  const labels = new Labels({
    store: dependencies.store,
    vocabulary,
    proposals: {
      store: dependencies.store,
      key: deriveKey(dependencies.authSecret, PROPOSAL_KEY_PURPOSE, 32),
      now: date,
    },
    now: date,
  })
  const pause = (milliseconds: number) => new Promise<void>((resolve) => dependencies.after(milliseconds, resolve))
  const { store, publicUrl, newId, randomBytes, reportAlarm } = dependencies
  const decisions = new DecisionRecorder({
    ...{ store, publicUrl, newId, randomBytes, pause, reportAlarm, now: date },
    after: dependencies.after,
    countChecks: dependencies.countChecks,
    build: (entries) => dependencies.engine.buildEntries(entries),
  })
  const keys = new KeyRing(store, dependencies.keys, date)
  const notaryOf = (log: Pick<Store, keyof LogTreeVerbs | keyof LogTileVerbs>, part?: '/checks') => {
    const { witnesses, reportWarning } = dependencies
    return new LogNotary({
      ...{ store: log, tiles: new StoredTiles(log), keys, publicUrl, reportAlarm, now: date },
      witnesses: new LogWitnesses({ store: log, witnesses, now: date, reportAlarm, reportWarning }),
      ...(part !== undefined && { part }),
    })
  }
  const decisionLog = createDecisionLog({ store, keys, notary: notaryOf(store.decisionTree, '/checks'), now: date })
  const engine = {
    decisions,
    engine: dependencies.engine,
    rulesets: new RulesetLibrary(dependencies.store, dependencies.engine),
    storeRuleset: createRulesetStorer(dependencies.store, date, dependencies.budgets.namespace_bytes),
    ledger,
    libraryOf: libraries.libraryOf,
    libraryByHash: libraries.libraryByHash,
    labels,
    citationWarnings: new CitationWarnings(dependencies.store, dependencies.engine),
    comparisons: new Comparisons(dependencies.engine),
    approveUrlOf: (hash: string) =>
      dependencies.configuredUrl === null ? null : approvalPageUrl(dependencies.configuredUrl, hash),
  }
  const outlines = new RulesetOutlines(dependencies.store, dependencies.engine, integrity)
  const named = {
    ...engine,
    store: dependencies.store,
    outlines,
    changesOf: createChangesOf({ store: dependencies.store, outlines, libraryOf: libraries.libraryOf }),
    limits: dependencies.budgets,
    publicUrl: dependencies.publicUrl,
    now: date,
    newId: dependencies.newId,
  }
  const reader = new FileReader(new URL('./documents/readers/reader-entry.mjs', import.meta.url), dependencies.after)
  const documents = createDocuments({ ...named, reader })
  const fidelity = new FidelityChecks({ ...named, documents })
  const units = {
    ...engine,
    store: dependencies.store,
    standards: describeBuiltInStandards(),
    libraries,
    affectedNames: new AffectedNames(dependencies.store, dependencies.engine, date),
    forget: async (namespaceId: string) => {
      authenticator.forget(namespaceId)
      await group.publish('changed_namespace', namespaceId)
    },
    limits: dependencies.budgets,
    now: date,
  }
  const issuing = {
    store: dependencies.store,
    caps: dependencies.evaluationCaps,
    credentialsDemanded: dependencies.openCaller === null,
    now: date,
    newId: dependencies.newId,
    randomBytes: dependencies.randomBytes,
  }
  const guards = {
    ...named,
    connections: dependencies.lookupConnections,
    lookUp: createLookups({ connections: dependencies.lookupConnections, now: dependencies.now }),
    callKey: deriveKey(dependencies.authSecret, CALL_KEY_PURPOSE, 32),
    pause,
  }
  const turns = given.model && new ModelTurns(given.model, given.now, guards.pause)
  return {
    ...{
      dependencies,
      integrity,
      timer,
      authenticator,
      gate,
      ledger,
      vocabulary,
      engine,
      named,
      units,
      issuing,
      guards,
      turns,
    },
    ...{ documents, fidelity, decisions, decisionLog, keys, notary: notaryOf(store) },
  }
}
