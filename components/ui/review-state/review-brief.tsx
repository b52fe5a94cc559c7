/** The review of a name, as far as other pages show it. */

import { rulesetPath } from '../../../server/api/page-paths'
import type { ReviewState } from '../../../server/api/terms/review-terms'
import { Badge } from '../notice'
import { server } from '../server-calls'

export const STATE_WORDS: Readonly<Record<ReviewState, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  changes_requested: 'Changes requested',
  approved: 'Approved',
}

/** Begins the keys of all queries about the reviews of a name. */
export function reviewsKey(namespaceId: string, name: string): readonly string[] {
  return ['ruleset-reviews', namespaceId, name]
}

/** @param hash the revision that the page shows, so that a new one is asked for again */
export function briefQuery(namespaceId: string, name: string, hash: string | null) {
  return {
    queryKey: [...reviewsKey(namespaceId, name), 'brief', hash],
    queryFn: () => server.rulesetReviews.brief.query({ name }),
  }
}

export function reviewPath(name: string, reviewId: string | null = null): string {
  return rulesetPath(name, 'review') + (reviewId === null ? '' : `?review=${reviewId}`)
}

const TONES = { draft: 'plain', in_review: 'accent', changes_requested: 'bad', approved: 'good' } as const

/** The state of a name by its newest revision. */
export function ReviewStateBadge({ state }: { readonly state: ReviewState }) {
  return <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
}
