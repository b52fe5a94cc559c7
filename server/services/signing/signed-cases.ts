/**
 * The saved test cases of the bytes that are signed, and whether a failing one prevents an approval.
 *
 * Promises: the cases are those of the names that point, or pointed, at the bytes, at the approved revision that they are
 * compared with, or at a revision that they come from, back to that one, so that neither leaving out the name nor another
 * name leaves out a case. A case whose dictionary does not fit the bytes counts as failing.
 */
import { Refusal } from '../../api/refusal'
import type { Meaning } from '../../api/review-meanings'
import type { ApprovedRevisionVerbs } from '../../database/signing/approved-revisions'
import { type Caller, namespaceOf } from '../access/caller'
import type { CaseRun, TestCases } from '../checks/test-cases'

export interface SignedCases {
  readonly counts: { readonly pass: number; readonly fail: number; readonly error: number }
  /** Those that fail or do not fit, at most {@link MAX_LISTED}, in the order of names and titles. */
  readonly failing: readonly FailingCase[]
  /** Whether they prevent an approval here. */
  readonly preventApproval: boolean
}

export interface FailingCase extends Pick<CaseRun, 'title' | 'mismatches' | 'gone'> {
  /** Of the ruleset whose case it is. */
  readonly name: string
  /** Why there is no answer: its dictionary does not fit, or exceeds a budget; null where it was answered. */
  readonly problem: string | null
}

/** Failing cases listed. */
export const MAX_LISTED = 100

export interface SignedCasesDependencies {
  readonly store: Pick<ApprovedRevisionVerbs, 'namesOfLine'>
  readonly testCases: Pick<TestCases, 'runAll'>
}

/**
 * @param baseHash of the approved revision; null where there is none
 * @throws Refusal COMPILE_FAILED where the bytes are no ruleset, ENGINE_BUSY
 */
export async function signedCases(
  { store, testCases }: SignedCasesDependencies,
  caller: Caller,
  hash: string,
  baseHash: string | null,
): Promise<SignedCases> {
  const counts = { pass: 0, fail: 0, error: 0 }
  const failing: FailingCase[] = []
  for (const name of await namesWithCases(store, namespaceOf(caller), hash, baseHash)) {
    const run = await testCases.runAll(caller, { name, hash })
    for (const kind of ['pass', 'fail', 'error'] as const) counts[kind] += run.counts[kind]
    for (const { status, title, mismatches, gone, problem } of run.cases)
      if (status !== 'pass') failing.push({ name, title, mismatches, gone, problem: problem?.message ?? null })
  }
  const preventApproval = caller.account.passingCases && failing.length > 0
  return { counts, failing: failing.slice(0, MAX_LISTED), preventApproval }
}

/** @throws Refusal CREDENTIAL_SCOPE where a failing case prevents the approval, ENGINE_BUSY */
export async function demandPassingCases(
  dependencies: SignedCasesDependencies,
  caller: Caller,
  { hash, meaning, baseHash }: { readonly hash: string; readonly meaning: Meaning; readonly baseHash: string | null },
): Promise<void> {
  if (meaning !== 'approved' || !caller.account.passingCases) return
  const { failing, counts, preventApproval } = await signedCases(dependencies, caller, hash, baseHash)
  if (!preventApproval) return
  const all = counts.pass + counts.fail + counts.error
  const first = failing.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = counts.fail + counts.error - first.length
  throw new Refusal(
    'CREDENTIAL_SCOPE',
    `In this namespace a failing test case prevents an approval. Of the ${all} test cases of this ruleset, these fail on this revision: ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Nothing was signed. Correct the revision or the test cases, then sign. You can still sign that you reviewed it, or request changes.`,
  )
}

async function namesWithCases(
  store: SignedCasesDependencies['store'],
  namespaceId: string,
  hash: string,
  baseHash: string | null,
): Promise<readonly string[]> {
  // The approved revision need not be one that the bytes come from.
  const ofBase = baseHash === null ? [] : await store.namesOfLine(namespaceId, baseHash, baseHash)
  return [...new Set([...ofBase, ...(await store.namesOfLine(namespaceId, hash, baseHash))])].sort()
}
