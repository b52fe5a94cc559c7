import { Refusal } from '../../../api/refusal'
import type { Meaning } from '../../../api/terms/ruleset-terms'
import type { ReviewFactVerbs } from '../../../database/reviews/review-facts'
import type { ApprovedRevisionVerbs } from '../../../database/signing/approved-revisions'
import { type Caller, namespaceOf } from '../../calls/caller'
import { namesSinceBase } from '../signed-cases'

export interface OpenCommentsDependencies {
  readonly store: Pick<ApprovedRevisionVerbs, 'namesOfLine'> & Pick<ReviewFactVerbs, 'openReviewsOf'>
}

interface Reviewed {
  readonly hash: string
  /** The approved revision that the bytes are compared with; null without one. */
  readonly baseHash: string | null
}

/**
 * Counts the open comments of open reviews, of the same names as the test cases. Returns 0 if the namespace does not
 * demand that comments are resolved.
 */
export async function countOpenComments(
  { store }: OpenCommentsDependencies,
  caller: Caller,
  { hash, baseHash }: Reviewed,
): Promise<number> {
  if (!caller.account.commentsResolved) return 0
  const namespaceId = namespaceOf(caller)
  const names = await namesSinceBase(store, namespaceId, hash, baseHash)
  return (await store.openReviewsOf(namespaceId, names)).reduce((sum, { openComments }) => sum + openComments, 0)
}

/** @throws Refusal CREDENTIAL_SCOPE if an open comment prevents the approval */
export async function demandResolvedComments(
  dependencies: OpenCommentsDependencies,
  caller: Caller,
  { meaning, ...reviewed }: Reviewed & { readonly meaning: Meaning },
): Promise<void> {
  if (meaning !== 'approved') return
  const open = await countOpenComments(dependencies, caller, reviewed)
  if (open === 0) return
  const comments = open === 1 ? 'one comment of the review is' : `${open} comments of the review are`
  throw new Refusal(
    'CREDENTIAL_SCOPE',
    `In this namespace an open comment prevents an approval, and ${comments} open. Nothing was signed. Answer and resolve the comments, then sign. You can still sign that you reviewed it, or request changes.`,
  )
}
