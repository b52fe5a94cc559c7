/**
 * What the service's functions are made of: one of each per process, whichever function uses it.
 *
 * Promises: no rule stands here. What is cached or counted in memory is so once, for /v1 and for the pages alike.
 */

import type { Budgets } from '../config/budgets'
import type { SigningKeys } from '../database/signing/signing-key-files'
import type { Store } from '../database/store'
import type { Clock } from '../engine/workers/clock'
import { Authenticator } from './access/authenticate'
import { CallLedger } from './access/call-ledger'
import type { Caller } from './access/caller'
import { CredentialUses } from './access/credential-uses'
import { deriveKey } from './access/derived-key'
import { FlushTimer } from './access/flush-timer'
import type { EvaluationCaps } from './access/issue-evaluation-credential'
import { PlaygroundGate } from './checks/playground'
import type { EngineDispatch } from './engine-pool/dispatch'
import type { HealthProbes } from './report-health'
import { ContentIntegrity, type ReportAlarm } from './rulesets/content-integrity'
import { Labels } from './rulesets/labels'
import { PROPOSAL_KEY_PURPOSE } from './rulesets/proposals'
import { RulesetLibrary } from './rulesets/ruleset-library'
import { RulesetOutlines } from './rulesets/ruleset-outlines'
import { rulesetStorer } from './rulesets/store-ruleset'
import { Vocabulary } from './rulesets/vocabulary'
import { changesOfBytes } from './signing/changes-of-bytes'
import { AffectedNames } from './units/affected-names'
import { builtInStandards } from './units/list-units'
import { UnitLibraries } from './units/unit-libraries'

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
  /** What this deployment signs with. */
  readonly keys: SigningKeys
  /** Address of the documentation, without a final slash. */
  readonly docsUrl: string
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
  /** For what the operator must look at; the log. */
  readonly reportAlarm: ReportAlarm
}

/** Groups of parts, each handed to the functions that take such a group. */
export type SharedParts = ReturnType<typeof createSharedParts>

export function createSharedParts(given: ServiceParts) {
  const date = () => new Date(given.now())
  const integrity = new ContentIntegrity(date, given.reportAlarm)
  const parts: ServiceParts = { ...given, store: integrity.watch(given.store) }
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
  const outlines = new RulesetOutlines(parts.store, parts.engine, integrity)
  const named = {
    ...engine,
    store: parts.store,
    outlines,
    changesOf: changesOfBytes({ store: parts.store, outlines, libraryOf: libraries.libraryOf }),
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
    affectedNames: new AffectedNames(parts.store, parts.engine, date),
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
  return { parts, integrity, timer, authenticator, gate, ledger, vocabulary, engine, named, units, issuing }
}
