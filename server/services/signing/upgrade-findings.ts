/** Finds what this release changes for a stored ruleset and its approvals. */
import { readEnvelope } from '../../attestation/dsse'
import { readReviewStatement } from '../../attestation/review-statement'
import { openLibrary } from '../../engine/batch/open-library'
import { changedResult, type ResultComparison } from '../../engine/changed-result'
import type { BindLimits } from '../../engine/claims/reading'
import { compileRuleset } from '../../engine/compile'
import { changesSince, decideMoreOnly, engineChanges } from '../../engine/explain/engine-changes'
import type { LanguageLimits } from '../../language/text/limits'

export interface UpgradeSubject {
  readonly source: string
  readonly library: Parameters<typeof openLibrary>[0]
  readonly approvals: readonly {
    readonly approver: string
    readonly approvedAt: Date
    readonly envelope: string | null
  }[]
}

export interface DatedApproval {
  readonly approver: string
  readonly approvedAt: Date
  /** Null for an approval without a signature. */
  readonly engineVersion: string | null
}

export type UpgradeFinding =
  | { readonly kind: 'none' }
  /** `problem` is the first error, with its line. */
  | { readonly kind: 'does not compile'; readonly problem: string }
  | {
      readonly kind: 'approved under an older engine'
      readonly approvals: readonly DatedApproval[]
      readonly results: ResultComparison | { readonly kind: 'decided more' }
    }

export function findUpgradeChange(subject: UpgradeSubject, limits: LanguageLimits & BindLimits): UpgradeFinding {
  const { source, library, approvals } = subject
  const compiled = compileRuleset({
    source,
    hash: '',
    limits,
    library: openLibrary(library),
    unitLibraryHash: library.hash,
  })
  if (compiled.status === 'exceeded') {
    const { budget, limit, actual } = compiled.exceeded
    return {
      kind: 'does not compile',
      problem: `It exceeds the budget ${budget}: ${actual} where ${limit} are allowed.`,
    }
  }
  if (compiled.status === 'failed') {
    const first = compiled.diagnostics.find(({ severity }) => severity === 'error')
    return { kind: 'does not compile', problem: first === undefined ? '' : `Line ${first.line}: ${first.message}` }
  }
  const { ruleset } = compiled.compiled
  const changes = engineChanges(ruleset)
  if (changes.length === 0) return { kind: 'none' }
  const since = (engineVersion: string | null) =>
    engineVersion === null ? changes : changesSince(changes, engineVersion)
  const older = approvals
    .map(({ envelope, ...approval }) => ({ ...approval, engineVersion: engineOf(envelope) }))
    .filter(({ engineVersion }) => since(engineVersion).length > 0)
  if (older.length === 0) return { kind: 'none' }
  const decidesMore = older.every(({ engineVersion }) => decideMoreOnly(since(engineVersion)))
  const results = decidesMore ? ({ kind: 'decided more' } as const) : changedResult(ruleset)
  return { kind: 'approved under an older engine', approvals: older, results }
}

function engineOf(envelope: string | null): string | null {
  if (envelope === null) return null
  try {
    const payload = readEnvelope(JSON.parse(envelope))?.payload
    return payload === undefined ? null : (readReviewStatement(payload)?.versions.engineVersion ?? null)
  } catch {
    return null
  }
}
