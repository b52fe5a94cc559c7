import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { FrameLabelRequest } from '../../../server/api/schemas/frames/frame-label'
import { ASSERTION_ANSWERS, CONCLUSIONS } from '../../../server/api/terms/guardrail-terms'
import { Button, Choice, Field, TextEntry } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { FIRST_SET, type FrameLabel, labelResultsKey, labelsKey } from './label-words'

interface LabelledAnswer {
  readonly targetId: string
  readonly messageId: string
  /** Names of its assertions. */
  readonly assertions: readonly string[]
}

/** The labels of one answer, and a form for one's own. */
export function FrameLabels({ targetId, messageId, assertions }: LabelledAnswer) {
  const may = useMay('label_frames')
  const found = useQuery({
    queryKey: labelsKey(messageId),
    queryFn: () => server.frames.labels.query({ targetId, messageId, cursor: null, limit: 200 }),
  })
  const labels = found.data?.items ?? []
  return (
    <section aria-label="Labels" className="flex flex-col gap-3 border-t border-line pt-3">
      {found.isError && <RefusalNotice refusal={refusalOf(found.error)} onRetry={() => void found.refetch()} />}
      {labels.length > 0 && (
        <ul aria-label="Labels of this answer" className="flex flex-col gap-2 text-sm">
          {labels.map((label) => (
            <LabelLine key={`${label.set} ${label.assertion} ${label.labelledBy}`} label={label} />
          ))}
        </ul>
      )}
      {may && <LabelForm targetId={targetId} messageId={messageId} assertions={assertions} />}
    </section>
  )
}

function LabelLine({ label }: { readonly label: FrameLabel }) {
  const { set, assertion, answer, expected, note, labelledBy, labelledAt } = label
  return (
    <li className="break-words">
      {answer === expected ? 'Right' : 'Wrong'}
      {assertion !== null && (
        <>
          {' '}
          for <code className="font-mono">{assertion}</code>
        </>
      )}
      : {answer === expected ? expected : `${expected}, not ${answer}`}
      <span className="text-ink-soft">
        {' '}
        ({labelledBy}, <TimeText at={labelledAt} />, set {set})
      </span>
      {note !== null && <span className="block whitespace-pre-wrap text-ink-soft">{note}</span>}
    </li>
  )
}

const WITHDRAW = 'withdraw'

function LabelForm({ targetId, messageId, assertions }: LabelledAnswer) {
  const queries = useQueryClient()
  const listId = useId()
  const [set, setSet] = useState<string | null>(null)
  const [part, setPart] = useState('')
  const [expected, setExpected] = useState('')
  const [note, setNote] = useState('')
  const known = useQuery({
    queryKey: [...labelResultsKey(targetId), null],
    queryFn: () => server.frames.labelResults.query({ targetId, set: null, threshold: null }),
  })
  const sets = known.data?.sets.map(({ name }) => name) ?? []
  const chosenSet = set ?? sets[0] ?? FIRST_SET
  const save = useMutation({
    mutationFn: () => {
      const content: FrameLabelRequest = {
        set: chosenSet,
        assertion: part === '' ? null : part,
        expected: expected === WITHDRAW ? null : (expected as FrameLabelRequest['expected']),
        note: note.trim() === '' ? null : note,
      }
      return server.frames.label.mutate({ messageId, content })
    },
    onSuccess: (page) => {
      queries.setQueryData(labelsKey(messageId), page)
      setNote('')
      return queries.invalidateQueries({ queryKey: labelResultsKey(targetId) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (expected !== '' && !save.isPending) save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Set">
          {(bound) => (
            <>
              <TextEntry
                {...bound}
                list={listId}
                maxLength={128}
                value={chosenSet}
                onChange={({ target }) => setSet(target.value)}
              />
              <datalist id={listId}>
                {sets.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Label of">
          {(bound) => (
            <Choice
              {...bound}
              value={part}
              onChange={({ target }) => {
                setPart(target.value)
                setExpected('')
              }}
            >
              <option value="">the conclusion</option>
              {assertions.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <Field label="Right answer">
          {(bound) => (
            <Choice {...bound} value={expected} onChange={({ target }) => setExpected(target.value)}>
              <option value="">Choose…</option>
              {(part === '' ? CONCLUSIONS : ASSERTION_ANSWERS).map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
              <option value={WITHDRAW}>withdraw my label</option>
            </Choice>
          )}
        </Field>
        <Field label="Note (optional)">
          {(bound) => (
            <TextEntry {...bound} maxLength={2_000} value={note} onChange={({ target }) => setNote(target.value)} />
          )}
        </Field>
      </div>
      {save.isError && <RefusalNotice refusal={refusalOf(save.error)} />}
      <Button type="submit" className="self-start" disabled={expected === '' || save.isPending}>
        {save.isPending ? 'Saving…' : 'Save the label'}
      </Button>
    </form>
  )
}
