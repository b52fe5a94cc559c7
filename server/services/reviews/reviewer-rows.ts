import type { Meaning } from '../../api/terms/ruleset-terms'
import type { MemberRow } from '../../database/accounts/members'
import type { StoredReviewRequest } from '../../database/reviews/requested-reviews'
import type { LatestSignature } from '../../database/reviews/review-facts'

export interface ReviewerRow {
  readonly personId: string
  readonly name: string
  readonly email: string
  /** Whether this person was asked by name. Others signed on their own, or because every reviewer is asked. */
  readonly isAsked: boolean
  /** False if the person is disabled, no longer a member, or no longer a reviewer. */
  readonly canSign: boolean
  readonly mine: boolean
  /** The latest signature for any revision of the name; null for a reviewer who has not signed yet. */
  readonly signature: ReviewerSignature | null
}

export interface ReviewerSignature {
  readonly recordId: string
  readonly hash: string
  /** Number of the revision that it was given to. */
  readonly revision: number
  readonly isNewest: boolean
  readonly meaning: Meaning
  /** An approval that was withdrawn or has expired. */
  readonly isOver: boolean
  readonly note: string | null
  readonly signedAt: string
}

export interface ReviewerFacts {
  readonly review: Pick<StoredReviewRequest, 'reviewers'>
  readonly members: readonly MemberRow[]
  readonly signatures: readonly LatestSignature[]
  readonly newestHash: string
  readonly revisionOf: (hash: string) => number
  readonly callerId: string | null
}

/** People who were asked first, then others who signed a revision of the name. */
export function toReviewerRows(facts: ReviewerFacts): readonly ReviewerRow[] {
  const { review, members, signatures, callerId } = facts
  const bySigner = new Map(signatures.map((signature) => [signature.personId, signature]))
  const byMember = new Map(members.map((member) => [member.personId, member]))
  const invited = review.reviewers.map(({ personId, name, email }) => ({ personId, name, email, isAsked: true }))
  const others = signatures
    .filter(({ personId }) => !review.reviewers.some((reviewer) => reviewer.personId === personId))
    .map(({ personId, printedName }) => {
      const member = byMember.get(personId)
      return { personId, name: member?.name ?? printedName, email: member?.email ?? '', isAsked: false }
    })
  return [...invited, ...others].map((person) => {
    const member = byMember.get(person.personId)
    const signature = bySigner.get(person.personId)
    return {
      ...person,
      canSign: member !== undefined && member.disabledAt === null && member.roles.includes('reviewer'),
      mine: person.personId === callerId,
      signature: signature === undefined ? null : toSignature(signature, facts),
    }
  })
}

function toSignature(
  { recordId, hash, meaning, isOver, note, signedAt }: LatestSignature,
  { newestHash, revisionOf }: ReviewerFacts,
): ReviewerSignature {
  return {
    ...{ recordId, hash, meaning, isOver, note },
    revision: revisionOf(hash),
    isNewest: hash === newestHash,
    signedAt: signedAt.toISOString(),
  }
}
