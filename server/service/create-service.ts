/**
 * Joins the service functions over one set of parts.
 *
 * Promises: no rule stands here; each function's own file says what it promises.
 */
import { canonicalJson } from '../contract/canonical-json'
import { OPERATIONS, type Operation } from '../contract/operations'
import { VERSIONS } from '../contract/versions'
import { addConverter } from './add-converter'
import { after } from './after'
import { bridgeUnits } from './bridge-units'
import { checkClaims } from './check-claims'
import { compileRuleset } from './compile-ruleset'
import { issueEvaluationCredential } from './issue-evaluation-credential'
import { listRulesets } from './list-rulesets'
import { listUnits } from './list-units'
import { loadRuleset } from './load-ruleset'
import { makePromptPack } from './make-prompt-pack'
import { permit } from './permit'
import { PLAYGROUND_CALLER } from './playground'
import { recordApproval } from './record-approval'
import { reportAccount } from './report-account'
import { reportFlags } from './report-flags'
import { reportHealth } from './report-health'
import { saveRuleset } from './save-ruleset'
import type { CallContext, Operations, Service, Success } from './service'
import type { SharedParts } from './shared-parts'
import { answeringWhenAway } from './store-away'
import type { Calling } from './storer-of'

export function createService({
  parts,
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
}: SharedParts): Service {
  const version = canonicalJson({ ok: true, versions: VERSIONS })
  const flags = reportFlags({
    credentialsDemanded: parts.openCaller === null,
    evaluationIssuedPerHour: parts.evaluationCaps.issuedPerHour,
  })
  const { protection } = parts.store
  const operations: Operations = {
    health: () => reportHealth(parts.probes, { integrity: integrity.report(), protection }, false),
    ready: () => reportHealth(parts.probes, { integrity: integrity.report(), protection }, true),
    version: () => ({ body: version }),
    issueEvaluationCredential: ({ addressKey }, request) =>
      issueEvaluationCredential(issuing, addressKey(), request?.client ?? null),
    compile: (context, request) => compileRuleset(engine, context, request),
    check: (context, request) => checkClaims(engine, context, request),
    getPromptPack: ({ caller }, request) => makePromptPack(engine, caller, request),
    makePromptPack: ({ caller }, request) => makePromptPack(engine, caller, request),
    saveRuleset: (context, request) => saveRuleset(named, context, request),
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
    rulesetSource: async (caller, hash) => (await engine.rulesets.findStored(caller.namespaceId, hash)).source,
    close: async () => {
      await timer.stop()
      await ledger.returnRests()
    },
    playgroundCompile: async (addressKey, source) => {
      gate.admit(addressKey)
      return compileRuleset(engine, PLAYGROUND, { source })
    },
    playgroundCheck: async (addressKey, source, claims) => {
      gate.admit(addressKey)
      return checkClaims(engine, PLAYGROUND, { source, claims: { from: 'value', value: claims } })
    },
  })
}

const PLAYGROUND: Calling = { caller: PLAYGROUND_CALLER, channel: 'person' }

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
