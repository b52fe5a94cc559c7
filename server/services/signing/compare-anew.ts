/**
 * Repeats a receipt's comparison without network or database. The receipt must be verified
 * (server/attestation/receipt.ts). A comparison of another engine or beyond the limits is not judged.
 */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import type { ComparedTexts } from '../../attestation/receipt'
import type { ReceiptCheck } from '../../attestation/receipt-check'
import { COMPARISON_BUDGETS, type ReviewStatement, sha256Hex } from '../../attestation/review-statement'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import type { Solver } from '../../engine/solver/solver'
import { libraryLines } from '../../language/units/converter-pairs'
import type { RulesetUnder } from '../engine-pool/engine-job'
import { JobRunner } from '../engine-pool/run-job'

const CHECK_TITLE = 'the comparison, computed again, is the same'
/** Larger budgets could block the machine for days. */
const MAX_BUDGET_RATIO = 100

export function repeatComparison(
  { comparison }: Pick<ReviewStatement, 'comparison'>,
  compared: ComparedTexts,
  solver: () => Solver,
): ReceiptCheck {
  const unchecked = (detail: string): ReceiptCheck => ({ what: CHECK_TITLE, holds: null, detail })
  const document = JSON.parse(compared.document) as { readonly [member: string]: Json }
  if (comparison === null) return unchecked('the statement names none')
  const { engineVersion, budgets } = comparison
  if (engineVersion !== VERSIONS.engine_version)
    return unchecked(`it was computed by engine ${engineVersion}, and this is engine ${VERSIONS.engine_version}`)
  if (document.not_compared !== undefined) return unchecked('the two were not compared')
  const large = COMPARISON_BUDGETS.find((budget) => budgets[budget] > MAX_BUDGET_RATIO * DEFAULT_BUDGETS[budget])
  if (large !== undefined)
    return unchecked(`its budget ${large} is more than ${MAX_BUDGET_RATIO} times that of this release`)
  const limits = { ...DEFAULT_BUDGETS, ...budgets }
  const question = { kind: 'comparison', ...sidesOf(compared), pairs: [] } as const
  const answer = new JobRunner({ solver }).run({ kind: 'meaning', question, limits, mode: 'tiers' })
  if (answer.status === 'refused') return unchecked(`it cannot be computed here: ${answer.refusal.message}`)
  if (answer.status !== 'compiled') throw new Error(`a comparison was answered with ${answer.status}`)
  const members = Object.entries(answer.members).map(([name, text]) => [name, JSON.parse(text) as Json] as const)
  const same = withoutVersions(Object.fromEntries(members)) === withoutVersions(document)
  return { what: CHECK_TITLE, holds: same, detail: `engine ${engineVersion}` }
}

/** Releases with one engine differ in their own version. */
function withoutVersions({ versions: _, ...members }: { readonly [member: string]: Json }): string {
  return canonicalJson(members)
}

function sidesOf({ source, baseSource, unitLibraries }: ComparedTexts): Record<'before' | 'after', RulesetUnder> {
  return { before: rulesetUnder(baseSource, unitLibraries.before), after: rulesetUnder(source, unitLibraries.after) }
}

function rulesetUnder(source: string, canonical: string | null): RulesetUnder {
  const library =
    canonical === null
      ? { hash: null, converters: [] }
      : { hash: sha256Hex(canonical), converters: libraryLines(canonical) }
  return { ruleset: { hash: sha256Hex(source), source }, library }
}
