/**
 * Answers questions about the meaning of rulesets (public/docs/meaning.md) and stores nothing. An answer counts as one
 * check, and so does a refusal that used solver steps; other refusals charge nothing.
 */
import { canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { type CallLedger, isCharged } from '../access/call-ledger'
import type { Asking, CoverageRequest, ExplanationRequest, RequestOf, Success } from '../calls/call-context'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { MeaningQuestion, RulesetUnder } from '../engine-pool/engine-job'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary, RulesetReference } from '../library/ruleset-library'
import { findRequestedLibrary, type LibrarySource } from '../library/unit-libraries'
import type { Comparisons, Members } from './comparisons'

export interface MeaningDependencies extends LibrarySource {
  readonly engine: Pick<EngineDispatch, 'meaning'>
  readonly rulesets: RulesetLibrary
  readonly ledger: CallLedger
  readonly comparisons: Comparisons
}

/** POST /v1/analysis. */
export function analyseRuleset(
  dependencies: MeaningDependencies,
  asking: Asking,
  request: RequestOf<'analyseRuleset'>,
): Promise<Success> {
  return chargeCheck(dependencies, asking, async () => {
    const of = await rulesetUnder(dependencies, asking, request)
    return askEngine(dependencies, asking, { kind: 'analysis', of })
  })
}

/** POST /v1/comparison. */
export function compareRulesets(
  dependencies: MeaningDependencies,
  asking: Asking,
  request: RequestOf<'compareRulesets'>,
): Promise<Success> {
  return chargeCheck(dependencies, asking, async () => {
    const before = await sideUnder(dependencies, asking, 'before', request.before)
    const after = await sideUnder(dependencies, asking, 'after', request.after)
    const share = () => shareOf(asking)
    return dependencies.comparisons.between(asking.caller, before, after, request.pairs ?? [], share)
  })
}

/** POST /v1/explanation. */
export function explainAnswers(
  dependencies: MeaningDependencies,
  asking: Asking,
  request: ExplanationRequest,
): Promise<Success> {
  return chargeCheck(dependencies, asking, async () => {
    const of = await rulesetUnder(dependencies, asking, request)
    const { claims, assertion = null, fixed } = request
    return askEngine(dependencies, asking, { kind: 'explanation', of, claims, assertion, fixed: fixed ?? [] })
  })
}

/** POST /v1/coverage. */
export function measureCoverage(
  dependencies: MeaningDependencies,
  asking: Asking,
  request: CoverageRequest,
): Promise<Success> {
  return chargeCheck(dependencies, asking, async () => {
    const of = await rulesetUnder(dependencies, asking, request)
    return askEngine(dependencies, asking, { kind: 'coverage', of, cases: request.cases })
  })
}

async function chargeCheck(
  { ledger }: MeaningDependencies,
  { caller }: Asking,
  answer: () => Promise<Members>,
): Promise<Success> {
  const refund = await ledger.reserve(caller, 'check')
  try {
    return { body: canonicalObject({ ...(await answer()), ok: 'true' }) }
  } catch (error) {
    if (!(error instanceof Refusal && isCharged(error))) refund()
    throw error
  }
}

function askEngine({ engine }: MeaningDependencies, asking: Asking, question: MeaningQuestion): Promise<Members> {
  return engine.meaning(question, () => shareOf(asking))
}

interface UnderReference extends RulesetReference {
  readonly unit_library_hash?: string | null | undefined
}

/** Finds the ruleset, under the named unit library or else the one in force. */
async function rulesetUnder(
  dependencies: MeaningDependencies,
  asking: Asking,
  reference: UnderReference,
): Promise<RulesetUnder> {
  const { caller } = asking
  const library = await findRequestedLibrary(dependencies, caller, reference.unit_library_hash)
  const { text } = await dependencies.rulesets.find(caller.namespaceId, reference, () => shareOf(asking))
  return { ruleset: text, library }
}

/** Names the side in a refusal. */
async function sideUnder(
  dependencies: MeaningDependencies,
  asking: Asking,
  side: 'before' | 'after',
  reference: UnderReference,
): Promise<RulesetUnder> {
  try {
    return await rulesetUnder(dependencies, asking, reference)
  } catch (error) {
    throw error instanceof Refusal ? nameSide(error, side) : error
  }
}

function nameSide({ code, message, details, transport }: Refusal, side: string): Refusal {
  const failures = details.failures?.map((failure) => ({ ...failure, field: `${side}.${failure.field}` }))
  const named = failures === undefined ? details : { ...details, failures }
  return new Refusal(code, `In \`${side}\`: ${message}`, named, transport)
}
