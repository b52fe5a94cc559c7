/**
 * Includes the cases of every current or former name of the bytes, of the approved base and of the revisions in
 * between, so that a new name leaves no case out.
 */
import { Refusal } from '../../api/refusal'
import type { Meaning } from '../../api/terms/ruleset-terms'
import type { ApprovedRevisionVerbs } from '../../database/signing/approved-revisions'
import { type Caller, namespaceOf } from '../calls/caller'
import type { CaseRun, TestCases } from '../library/test-cases'

export interface SignedCases {
  readonly counts: { readonly pass: number; readonly fail: number; readonly error: number }
  /** At most {@link MAX_LISTED_CASES}, by name and title. */
  readonly failing: readonly FailingCase[]
  readonly preventApproval: boolean
}

export interface FailingCase extends Pick<CaseRun, 'title' | 'mismatches' | 'gone'> {
  /** The ruleset. */
  readonly name: string
  /** The dictionary does not fit or exceeds a budget. */
  readonly problem: string | null
}

export const MAX_LISTED_CASES = 100

export interface SignedCasesDependencies {
  readonly store: Pick<ApprovedRevisionVerbs, 'namesOfLine'>
  readonly testCases: Pick<TestCases, 'runAll'>
}

/** @throws Refusal COMPILE_FAILED, ENGINE_BUSY */
export async function runSignedCases(
  { store, testCases }: SignedCasesDependencies,
  caller: Caller,
  hash: string,
  baseHash: string | null,
): Promise<SignedCases> {
  const counts = { pass: 0, fail: 0, error: 0 }
  const failing: FailingCase[] = []
  for (const name of await namesSinceBase(store, namespaceOf(caller), hash, baseHash)) {
    const run = await testCases.runAll(caller, { name, hash })
    for (const kind of ['pass', 'fail', 'error'] as const) counts[kind] += run.counts[kind]
    for (const { status, title, mismatches, gone, problem } of run.cases)
      if (status !== 'pass') failing.push({ name, title, mismatches, gone, problem: problem?.message ?? null })
  }
  const preventApproval = caller.account.passingCases && failing.length > 0
  return { counts, failing: failing.slice(0, MAX_LISTED_CASES), preventApproval }
}

/** @throws Refusal CREDENTIAL_SCOPE if a failing case prevents the approval, ENGINE_BUSY */
export async function demandPassingCases(
  dependencies: SignedCasesDependencies,
  caller: Caller,
  { hash, meaning, baseHash }: { readonly hash: string; readonly meaning: Meaning; readonly baseHash: string | null },
): Promise<void> {
  if (meaning !== 'approved' || !caller.account.passingCases) return
  const { failing, counts, preventApproval } = await runSignedCases(dependencies, caller, hash, baseHash)
  if (!preventApproval) return
  const all = counts.pass + counts.fail + counts.error
  const first = failing.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = counts.fail + counts.error - first.length
  throw new Refusal(
    'CREDENTIAL_SCOPE',
    `In this namespace a failing test case prevents an approval. Of the ${all} test cases of this ruleset, these fail on this revision: ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Nothing was signed. Correct the revision or the test cases, then sign. You can still sign that you reviewed it, or request changes.`,
  )
}

/** Every current or former name of the bytes, of the base and of the revisions in between. */
export async function namesSinceBase(
  store: SignedCasesDependencies['store'],
  namespaceId: string,
  hash: string,
  baseHash: string | null,
): Promise<readonly string[]> {
  // The base may not be an ancestor.
  const ofBase = baseHash === null ? [] : await store.namesOfLine(namespaceId, baseHash, baseHash)
  return [...new Set([...ofBase, ...(await store.namesOfLine(namespaceId, hash, baseHash))])].sort()
}
