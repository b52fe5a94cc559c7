'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_REVIEWERS } from '../../server/api/terms/review-terms'
import { Field, LongEntry, TextEntry, Tick } from '../ui/controls'
import { FormDialog } from '../ui/dialog'
import { RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { type AskedReviewers, type Reviewer, type ReviewRequest, useReviewChange } from './review-data'

/** Opens a review, or changes who is asked. */
export function RequestDialog(props: {
  readonly name: string
  /** Null to open one. */
  readonly review: ReviewRequest | null
  readonly reviewers: readonly Reviewer[]
  readonly onClose: () => void
}) {
  const { name, review, reviewers, onClose } = props
  const { namespace } = useViewer()
  const [message, setMessage] = useState('')
  const invited = reviewers.filter(({ isAsked }) => isAsked)
  const [chosen, setChosen] = useState<readonly string[]>(invited.map(({ personId }) => personId))
  const [anyReviewer, setAny] = useState(review?.anyReviewer ?? false)
  const [dueOn, setDueOn] = useState(review?.dueOn ?? '')
  const people = useQuery({
    queryKey: ['review-people', namespace.id],
    queryFn: () => server.rulesetReviews.people.query(),
  })
  const save = useReviewChange(name, async (change: AskedReviewers) => {
    if (review === null) return server.rulesetReviews.open.mutate({ ...change, name, message })
    await server.rulesetReviews.change.mutate({ ...change, reviewId: review.id })
    return null
  })
  const able = (people.data ?? []).filter(({ roles }) => roles.includes('reviewer'))
  // People who were asked and have left stay in the list, so that they can be removed.
  const left = invited.filter(({ personId }) => !able.some((person) => person.personId === personId))
  const toggle = (personId: string) =>
    setChosen(chosen.includes(personId) ? chosen.filter((id) => id !== personId) : [...chosen, personId])
  return (
    <FormDialog
      title={review === null ? 'Ask for a review' : 'Change the review'}
      description="The review is about the name: a new revision joins it."
      action={review === null ? 'Ask' : 'Change'}
      actionUnderWay="Storing…"
      isUnderWay={save.isPending}
      onSubmit={() =>
        save.mutate(
          { reviewerIds: [...chosen], anyReviewer, dueOn: dueOn === '' ? null : dueOn },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {review === null && (
        <Field label="Message" hint="What should reviewers look at?">
          {(bound) => <LongEntry {...bound} value={message} onChange={({ target }) => setMessage(target.value)} />}
        </Field>
      )}
      <fieldset>
        <legend className="text-sm font-medium">Reviewers, at most {MAX_REVIEWERS} by name</legend>
        <div className="mt-1 flex max-h-60 flex-col gap-2 overflow-y-auto">
          <Tick
            label="Every reviewer of this namespace"
            checked={anyReviewer}
            onChange={({ target }) => setAny(target.checked)}
          />
          {people.isPending && <SkeletonLines what="the reviewers" lines={2} />}
          {[...able, ...left].map(({ personId, name: of, email }) => (
            <Tick
              key={personId}
              label={
                <span className="break-words">
                  {of} <span className="text-sm text-ink-faint">{email}</span>
                </span>
              }
              checked={chosen.includes(personId)}
              onChange={() => toggle(personId)}
            />
          ))}
        </div>
      </fieldset>
      <Field label="Due on" hint="Optional; the day in UTC.">
        {(bound) => (
          <TextEntry {...bound} type="date" value={dueOn} onChange={({ target }) => setDueOn(target.value)} />
        )}
      </Field>
      {people.isError && <RefusalNotice refusal={refusalOf(people.error)} onRetry={() => void people.refetch()} />}
      {save.isError && <RefusalNotice refusal={refusalOf(save.error)} />}
    </FormDialog>
  )
}
