import type { ReviewState } from '../../../server/api/terms/review-terms'
import { Badge } from '../notice'
import { STATE_WORDS } from './review-brief'

const TONES = { draft: 'plain', in_review: 'accent', changes_requested: 'bad', approved: 'good' } as const

/** The state of a name by its newest revision. */
export function ReviewStateBadge({ state }: { readonly state: ReviewState }) {
  return <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
}
