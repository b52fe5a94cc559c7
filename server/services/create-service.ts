import { canonicalJson } from '../api/canonical-json'
import type { Reading } from '../api/lenient-arguments'
import { OPERATIONS, type Operation, type OperationId } from '../api/operations'
import { VERSIONS } from '../api/terms/versions'
import { GRAMMAR_GUIDE } from '../language/service/grammar-guide'
import type { CallLimit } from './access/call-limits'
import { issueEvaluationCredential, reportAccount } from './access/issue-evaluation-credential'
import { demandOperationPermission } from './access/permit'
import { createAnswerOnce, withIdempotencyKey } from './access/repeatable-calls'
import type { Asking, CallContext, ServiceRequest, Success } from './calls/call-context'
import { type Caller, PLAYGROUND_CALLER } from './calls/caller'
import { checkClaims } from './checks/check-claims'
import { answerCheckReceipt } from './decision-log/decision-log'
import {
  answerGetDocument,
  answerListClauses,
  answerListDocuments,
  answerSaveDocument,
} from './documents/answer-documents'
import { answerFidelity } from './drafting/answer-fidelity'
import { shareOf } from './engine-pool/shared-use'
import { answerToolCall } from './guards/answer-tool-call'
import { refuseWhenUnavailable } from './library/store-refusal'
import type { Calling } from './library/store-ruleset'
import { analyseRuleset, compareRulesets, explainAnswers, measureCoverage } from './meaning/answer-question'
import { reportFlags } from './report-flags'
import { reportHealth } from './report-health'
import { answerComment, answerListReviews, answerOpenReview } from './reviews/answer-reviews'
import { compileRuleset } from './rulesets/compile-ruleset'
import { listRulesets } from './rulesets/list-rulesets'
import { loadRuleset } from './rulesets/load-ruleset'
import { makePromptPack } from './rulesets/make-prompt-pack'
import { saveRuleset } from './rulesets/save-ruleset'
import type { SharedDependencies } from './shared-dependencies'
import { recordApproval } from './signing/record-approval'
import { addConverter } from './units/add-converter'
import { bridgeUnits, listUnits } from './units/list-units'

/** Every operation except the API document, which the transports hold. */
export type ServiceOperationId = Exclude<OperationId, 'openapi'>

export type Operations = {
  readonly [Id in ServiceOperationId]: (context: CallContext, request: ServiceRequest<Id>) => Success | Promise<Success>
}

/** Functions return the canonical bytes of their payload or throw a Refusal. Any other error is a bug. */
export interface Service extends Operations {
  /** Synchronous if the credential was seen within the last second. */
  authenticate(token: string | undefined): Caller | Promise<Caller>
  /** The transport has already verified its own proof. Refuses like {@link authenticate}. */
  authenticateById(credentialId: string): Caller | Promise<Caller>
  limitsOf(caller: Caller): readonly CallLimit[]
  /** Reads a body that is too large for the event loop. A check's claims stay bytes. */
  readLarge(asking: Asking, operation: OperationId, body: Uint8Array, reading: Reading): Promise<unknown>
  /** The normalised source. @throws Refusal RULESET_NOT_FOUND */
  rulesetSource(caller: Caller, hash: string): Promise<string>
  /** Returns unused reservations; the last call. */
  close(): Promise<void>
  /** The playground stores nothing and charges no account. It is limited by address. */
  playgroundCompile(addressKey: string, source: string): Promise<Success>
  playgroundCheck(addressKey: string, source: string, claims: Readonly<Record<string, unknown>>): Promise<Success>
}

export function createService({
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
  documents,
  fidelity,
  guards,
  decisions,
  decisionLog,
}: SharedDependencies): Service {
  const version = canonicalJson({ ok: true, versions: VERSIONS })
  const grammar = canonicalJson({ ok: true, grammar: GRAMMAR_GUIDE, versions: VERSIONS })
  const flags = reportFlags({
    credentialsDemanded: dependencies.openCaller === null,
    evaluationIssuedPerHour: dependencies.evaluationCaps.issuedPerHour,
  })
  const { protection } = dependencies.store
  const answerOnce = createAnswerOnce(dependencies.store, () => new Date(dependencies.now()))
  const once = <Request>(run: Parameters<typeof withIdempotencyKey<Request>>[1]) => withIdempotencyKey(answerOnce, run)
  const operations: Operations = {
    health: () => reportHealth(dependencies.probes, { integrity: integrity.report(), protection }, false),
    ready: () => reportHealth(dependencies.probes, { integrity: integrity.report(), protection }, true),
    version: () => ({ body: version }),
    issueEvaluationCredential: ({ addressKey }, request) =>
      issueEvaluationCredential(issuing, addressKey(), request?.client ?? null),
    getGrammar: () => ({ body: grammar }),
    compile: (context, request) => compileRuleset(engine, context, request),
    check: (context, request) => checkClaims(engine, context, request),
    getCheckReceipt: ({ caller }, request) => answerCheckReceipt(decisionLog, caller, request),
    explainAnswers: (context, request) => explainAnswers(engine, context, request),
    analyseRuleset: (context, request) => analyseRuleset(engine, context, request),
    compareRulesets: (context, request) => compareRulesets(engine, context, request),
    measureCoverage: (context, request) => measureCoverage(engine, context, request),
    getPromptPack: (context, request) => makePromptPack(engine, context, request),
    makePromptPack: (context, request) => makePromptPack(engine, context, request),
    saveRuleset: once((context, request, call) => saveRuleset(named, context, request, call)),
    listRulesets: ({ caller }, request) => listRulesets(named, caller, request),
    loadRuleset: ({ caller }, request) => loadRuleset(named, caller, request),
    recordApproval: once((context, request, call) => recordApproval(named, context, request, call)),
    openReview: once((context, request, call) => answerOpenReview(named, context, request, call)),
    listOpenReviews: ({ caller }, request) => answerListReviews(named, caller, request),
    commentOnRuleset: once((context, request, call) => answerComment(named, context, request, call)),
    listDocuments: ({ caller }) => answerListDocuments(documents, caller),
    getPolicyDocument: ({ caller }, request) => answerGetDocument(documents, caller, request),
    saveDocument: ({ caller }, request) => answerSaveDocument(documents, caller, request),
    listClauses: ({ caller }, request) => answerListClauses(documents, caller, request),
    reportFidelity: (context, request) => answerFidelity({ fidelity, rulesets: engine.rulesets }, context, request),
    decideToolCall: (context, request) => answerToolCall(guards, context, request),
    account: ({ caller }) => reportAccount(ledger, caller),
    flags: () => flags,
    listUnits: ({ caller }) => listUnits(units, caller),
    bridgeUnits: ({ caller }, request) => bridgeUnits(units, caller, request),
    addConverter: once(({ caller }, request, call) => addConverter(units, caller, request, call)),
    getVocabulary: async () => ({ body: (await vocabulary.current()).body }),
  }
  return refuseWhenUnavailable({
    ...withPermissionChecks(operations),
    authenticate: (token) => authenticator.authenticate(token),
    authenticateById: (credentialId) => authenticator.authenticateById(credentialId),
    limitsOf: (caller) => ledger.limitsOf(caller),
    readLarge: (asking, operation, body, reading) =>
      dependencies.engine.read(operation, body, reading, () => shareOf(asking)),
    rulesetSource: async (caller, hash) => (await engine.rulesets.findStored(caller.namespaceId, hash)).source,
    close: async () => {
      await decisions.close()
      await timer.stop()
      await ledger.returnRests()
    },
    playgroundCompile: async (addressKey, source) => {
      await gate.admit(addressKey)
      return compileRuleset(engine, { ...PLAYGROUND, addressKey: () => addressKey }, { source })
    },
    playgroundCheck: async (addressKey, source, claims) => {
      await gate.admit(addressKey)
      return checkClaims(
        engine,
        { ...PLAYGROUND, addressKey: () => addressKey },
        { source, claims: { from: 'value', value: claims } },
      )
    },
  })
}

const PLAYGROUND: Calling = { caller: PLAYGROUND_CALLER, channel: 'person' }

type Run = (context: CallContext, request: unknown) => Success | Promise<Success>

/** Checks the caller's permission before every operation. */
function withPermissionChecks(operations: Operations): Operations {
  const guarded = Object.entries<Run>(operations as Record<keyof Operations, Run>).map(([id, run]) => {
    const operation: Operation = OPERATIONS[id as keyof Operations]
    const permittedRun: Run = (context, request) => {
      demandOperationPermission(operation, context.caller)
      return run(context, request)
    }
    return [id, permittedRun]
  })
  return Object.fromEntries(guarded) as Operations
}
