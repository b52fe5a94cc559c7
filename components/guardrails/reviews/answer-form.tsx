import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { CONCLUSIONS, type Conclusion } from '../../../server/api/terms/guardrail-terms'
import { Button, Field, LongEntry } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server, statusOf } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { ConclusionMark } from '../frames/conclusion-mark'
import { queueKey, type ReviewTask, taskKey } from './review-queue'

export interface AnswerDraft {
  readonly conclusion: Conclusion | null
  readonly note: string
}

const NOTHING: AnswerDraft = { conclusion: null, note: '' }
const MEANINGS: Readonly<Record<Conclusion, string>> = {
  YES: 'The answer holds.',
  NO: 'The answer does not hold.',
  UNKNOWN: 'This cannot be decided.',
}

/** The form for a conclusion and a note. Ctrl or Cmd with Enter submits it. */
export function AnswerForm(props: {
  readonly task: ReviewTask
  readonly draft: AnswerDraft | null
  readonly onDraft: (draft: AnswerDraft) => void
  readonly onAnswered: () => void
}) {
  const { task, onDraft, onAnswered } = props
  const draft = props.draft ?? NOTHING
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const [tried, setTried] = useState(false)
  const again = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: taskKey(task.id) }),
      queries.invalidateQueries({ queryKey: queueKey(namespace.id, 'waiting') }),
      queries.invalidateQueries({ queryKey: queueKey(namespace.id, 'answered') }),
    ])
  const answer = useMutation({
    mutationFn: (conclusion: Conclusion) =>
      server.reviews.answer.mutate({ id: task.id, conclusion, note: draft.note.trim() === '' ? null : draft.note }),
    onSuccess: () => {
      onAnswered()
      return again()
    },
    // If another reviewer answered first, shows that answer.
    onError: (error) => (statusOf(error) === 409 ? again() : undefined),
  })
  const give = () => {
    setTried(true)
    if (draft.conclusion !== null && !answer.isPending) answer.mutate(draft.conclusion)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    give()
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={pressed}
      noValidate
      className="mt-5 flex flex-col gap-4 border-t border-line pt-4"
    >
      <fieldset aria-describedby={tried && draft.conclusion === null ? 'conclusion-problem' : undefined}>
        <legend className="mb-1.5 font-medium">Does the answer hold?</legend>
        <div className="flex flex-wrap gap-2">
          {CONCLUSIONS.map((conclusion) => (
            <label
              key={conclusion}
              className={clsx(
                'flex flex-1 basis-44 cursor-pointer items-center gap-2 rounded-md border px-3 py-2',
                conclusion === draft.conclusion ? 'border-accent bg-accent-soft' : 'border-line hover:bg-canvas',
              )}
            >
              <input
                type="radio"
                name="conclusion"
                checked={conclusion === draft.conclusion}
                onChange={() => onDraft({ ...draft, conclusion })}
                className="shrink-0 accent-(--accent)"
              />
              <span className="flex flex-col items-start gap-0.5">
                <ConclusionMark conclusion={conclusion} />
                <span className="text-sm text-ink-soft">{MEANINGS[conclusion]}</span>
              </span>
            </label>
          ))}
        </div>
        {tried && draft.conclusion === null && (
          <p id="conclusion-problem" role="alert" className="mt-1 text-sm text-false">
            Choose one of the three.
          </p>
        )}
      </fieldset>
      <Field label="Note (optional)" hint="Say why. The note is stored with your name and becomes part of the proof.">
        {(bound) => (
          <LongEntry
            {...bound}
            rows={3}
            maxLength={4_000}
            value={draft.note}
            onChange={({ target }) => onDraft({ ...draft, note: target.value })}
          />
        )}
      </Field>
      {answer.error !== null && <RefusalNotice refusal={refusalOf(answer.error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" className="h-9 px-4" aria-busy={answer.isPending}>
          {answer.isPending ? 'Answering…' : 'Submit answer'}
        </Button>
        <span className="text-sm text-ink-faint">You can also press Ctrl + Enter. An answer cannot be withdrawn.</span>
      </div>
    </form>
  )
}
