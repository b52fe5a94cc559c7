'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls'
import { personName } from '../../ui/lists'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { NoticeStrip } from './editor-bar'
import { mergeTexts } from './merge-texts'

/** Applies a suggestion to the draft once. The author saves it. */
export function SuggestionNotice(props: {
  readonly commentId: string
  /** The draft. */
  readonly text: () => string
  /** @param title names the text in the notice that offers undo */
  readonly onApply: (text: string, title: string) => void
}) {
  const { commentId, text, onApply } = props
  const { namespace } = useViewer()
  const [outcome, setOutcome] = useState<AppliedSuggestion['kind'] | 'dismissed' | null>(null)
  const { data, error } = useQuery({
    queryKey: ['suggestion', namespace.id, commentId],
    queryFn: () => server.rulesetReviews.suggestion.query({ commentId }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isDone = useRef(false)
  const apply = useRef({ text, onApply })
  useEffect(() => {
    apply.current = { text, onApply }
  })
  useEffect(() => {
    if (data === undefined || isDone.current) return
    isDone.current = true
    // A reload must not apply it again.
    window.history.replaceState(null, '', window.location.pathname)
    const applied = applyToDraft(apply.current.text(), data)
    if (applied.kind === 'applied') apply.current.onApply(applied.text, `Suggestion by ${personName(data.author)}`)
    setOutcome(applied.kind)
  }, [data])
  if (error !== null) return <NoticeStrip kind="problem">{refusalOf(error).message}</NoticeStrip>
  if (outcome !== 'contained' && outcome !== 'unfit') return null
  return (
    <NoticeStrip
      kind={outcome === 'unfit' ? 'warning' : 'info'}
      actions={
        <Button look="quiet" onClick={() => setOutcome('dismissed')}>
          Dismiss
        </Button>
      }
    >
      {outcome === 'unfit'
        ? 'The suggestion no longer applies, because your text has changed in the same lines. Your text is unchanged.'
        : 'Your text already contains the suggestion.'}
    </NoticeStrip>
  )
}

export type AppliedSuggestion =
  | { readonly kind: 'applied'; readonly text: string }
  /** The text has it already. */
  | { readonly kind: 'contained' }
  /** The text has changed in the same lines. */
  | { readonly kind: 'unfit' }

export interface SuggestedText {
  /** The revision that the suggestion was made on. */
  readonly base: string
  readonly suggested: string
}

/** @param text the author's draft */
export function applyToDraft(text: string, { base, suggested }: SuggestedText): AppliedSuggestion {
  const { text: merged, conflicts } = mergeTexts(base, text, suggested, 'suggestion')
  if (conflicts.length > 0) return { kind: 'unfit' }
  return merged === text ? { kind: 'contained' } : { kind: 'applied', text: merged }
}
