import { Refusal } from '../../../api/refusal'
import type { Meaning } from '../../../api/terms/ruleset-terms'
import type { ApprovedRevisionVerbs } from '../../../database/signing/approved-revisions'
import { type Caller, namespaceOf } from '../../calls/caller'
import { namesSinceBase } from '../signed-cases'

/** Counts the open comments of the review of a name. */
export type OpenComments = (namespaceId: string, name: string) => Promise<number>

/** Reviews have no comments yet, so nothing is open. */
export const NO_OPEN_COMMENTS: OpenComments = async () => 0

export interface OpenCommentsDependencies {
  readonly store: Pick<ApprovedRevisionVerbs, 'namesOfLine'>
  readonly openComments: OpenComments
}

interface Reviewed {
  readonly hash: string
  /** The approved revision that the bytes are compared with; null without one. */
  readonly baseHash: string | null
}

/** Returns 0 if the namespace does not demand that comments are resolved. Covers the same names as the test cases. */
export async function countOpenComments(
  { store, openComments }: OpenCommentsDependencies,
  caller: Caller,
  { hash, baseHash }: Reviewed,
): Promise<number> {
  if (!caller.account.commentsResolved) return 0
  const namespaceId = namespaceOf(caller)
  let open = 0
  for (const name of await namesSinceBase(store, namespaceId, hash, baseHash))
    open += await openComments(namespaceId, name)
  return open
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
