import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { rulesetPath } from '../../server/api/page-paths'
import type { AppRouter } from '../../server/http/trpc/router'
import { reviewsKey } from '../ui/review-state/review-brief'
import { server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'

type Outputs = inferRouterOutputs<AppRouter>['rulesetReviews']
type Inputs = inferRouterInputs<AppRouter>['rulesetReviews']

export type ReviewView = Outputs['read']
export type ReviewRequest = NonNullable<ReviewView['review']>
export type Reviewer = ReviewView['reviewers'][number]
export type Thread = ReviewView['comments'][number]
export type CommentRow = Thread['replies'][number]
export type SubjectWords = ReviewView['words'][string]
export type AskedReviewers = Omit<Inputs['change'], 'reviewId'>
export type NewComment = Inputs['comment']

export function reviewQuery(namespaceId: string, name: string, reviewId: string | null) {
  return {
    queryKey: [...reviewsKey(namespaceId, name), 'read', reviewId],
    queryFn: () => server.rulesetReviews.read.query({ name, reviewId }),
  }
}

/** Runs a change and reads the reviews of the name again. */
export function useReviewChange<Change, Answer>(name: string, run: (change: Change) => Promise<Answer>) {
  const { namespace } = useViewer()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queries.invalidateQueries({ queryKey: reviewsKey(namespace.id, name) }),
  })
}

/** URL of the editor with a suggestion applied to the draft. */
export function suggestionPath(name: string, commentId: string): string {
  return `${rulesetPath(name)}?suggestion=${commentId}`
}
