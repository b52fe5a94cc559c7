/**
 * Whether somebody who is not an author vouches for a signer's account. An invitation and a confirmation vouch for a
 * person if their administrator is not an author, and if somebody vouches for that administrator in the same way. The
 * operator's link needs no other. So an author cannot approve with accounts that go back only to invitations of authors.
 */
import type { Admissions } from '../../../database/accounts/admissions'
import { type Authors, describeAuthorship } from '../authors-of-bytes'

/** Null if somebody vouches for the account, else why not. Continues "Signed by Ann, …". */
export function explainUnvouched(personId: string, { people }: Authors, admissions: Admissions): string | null {
  const own = admissions.get(personId) ?? []
  if (own.length === 0) return 'and it is not recorded who invited that account.'
  const seen = new Set([personId])
  /** The first author on the way. */
  let author: { readonly id: string; readonly label: string; readonly invitedSigner: boolean } | null = null
  for (const queue = [{ id: personId, admitted: own }]; queue.length > 0; ) {
    const { id, admitted } = queue.shift()!
    for (const { kind, byId, by } of admitted) {
      if (kind === 'operator') return null
      if (byId === null || seen.has(byId)) continue
      seen.add(byId)
      if (people.has(byId)) author ??= { id: byId, label: by, invitedSigner: id === personId }
      else {
        const further = admissions.get(byId)
        // An administrator of an earlier release.
        if (further === undefined) return null
        queue.push({ id: byId, admitted: further })
      }
    }
  }
  if (author === null) return 'and it is not recorded who invited that account.'
  const authorship = people.get(author.id)!
  const how = author.invitedSigner ? 'who was invited by' : 'whose account goes back to an invitation by'
  // Reasons are also shown to programs, so they have no address.
  const name = author.label.replace(/ <[^>]*>$/, '')
  return `${how} ${name}, who also ${describeAuthorship(authorship)}.`
}
