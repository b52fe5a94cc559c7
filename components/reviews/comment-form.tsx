'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { MAX_REVIEW_TEXT_CHARS } from '../../server/api/terms/review-terms'
import { Button, Choice, Field, LongEntry, Tick } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { KIND_WORDS } from './filtered-threads'
import { type NewComment, type ReviewRequest, type ReviewView, type Thread, useReviewChange } from './review-data'

/** Writes a comment with its subject, or a reply. */
export function CommentForm(props: {
  readonly view: ReviewView
  readonly review: ReviewRequest
  /** The comment that is replied to. */
  readonly parent: Thread | null
  readonly onDone: () => void
}) {
  const { view, review, parent, onDone } = props
  const { name, newest, subjects } = view
  const [text, setText] = useState('')
  const [position, setPosition] = useState(-1)
  const [suggests, setSuggests] = useState(false)
  const [written, setWritten] = useState<string | null>(null)
  const id = useId()
  const { namespace } = useViewer()
  const add = useReviewChange(name, (comment: NewComment) => server.rulesetReviews.comment.mutate(comment))
  const chosen = subjects[position]
  const subject =
    chosen === undefined ? { kind: 'whole' as const, name: null } : { kind: chosen.kind, name: chosen.name }
  // A clause has no statement.
  const replaces = chosen === undefined || chosen.kind === 'clause' ? 'ruleset' : 'statement'
  const current = useQuery({
    queryKey: ['replaced', namespace.id, newest.hash, subject, replaces],
    queryFn: () => server.rulesetReviews.replaced.query({ hash: newest.hash, subject, replaces }),
    enabled: suggests && parent === null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // The current text, until another one is written.
  const suggested = written ?? current.data?.text ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    add.mutate(
      {
        ...{ reviewId: review.id, hash: newest.hash, subject, parentId: parent?.id ?? null, text },
        suggestion: suggests && parent === null ? { text: suggested, replaces } : null,
      },
      { onSuccess: onDone },
    )
  }
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text === '' && written === null) onDone()
  }
  return (
    <form
      aria-label={parent === null ? 'New comment' : 'Reply'}
      onSubmit={submit}
      onKeyDown={cancelByKey}
      noValidate
      className="mt-3 flex flex-col gap-3 rounded-lg border border-line bg-canvas p-3"
    >
      {parent === null && (
        <Field label="About">
          {(bound) => (
            <Choice {...bound} value={position} onChange={({ target }) => setPosition(Number(target.value))}>
              <option value={-1}>{KIND_WORDS.whole}</option>
              {subjects.map(({ kind, name: of, title }, index) => (
                <option key={`${kind} ${of}`} value={index}>
                  {KIND_WORDS[kind]}: {title.endsWith(`(${of})`) || title === of ? title : `${title} (${of})`}
                </option>
              ))}
            </Choice>
          )}
        </Field>
      )}
      <MentioningEntry
        id={id}
        label={parent === null ? 'Comment' : 'Reply'}
        hint={`@ and a name tells a member of this namespace. At most ${MAX_REVIEW_TEXT_CHARS.toLocaleString('en')} characters.`}
        text={text}
        onText={setText}
      />
      {parent === null && (
        <Tick
          label="Suggest a text"
          hint={
            chosen === undefined || replaces === 'ruleset'
              ? 'Replaces the whole ruleset. It must compile.'
              : `Replaces the statement of ${chosen.name}. The ruleset must compile with it.`
          }
          checked={suggests}
          onChange={({ target }) => setSuggests(target.checked)}
        />
      )}
      {suggests && parent === null && (
        <Field label="Suggested text">
          {(bound) => (
            <LongEntry
              {...bound}
              rows={5}
              spellCheck={false}
              className="font-mono"
              readOnly={current.isPending}
              value={suggested}
              onChange={({ target }) => setWritten(target.value)}
            />
          )}
        </Field>
      )}
      {suggests && current.isError && <RefusalNotice refusal={refusalOf(current.error)} />}
      {add.isError && <RefusalNotice refusal={refusalOf(add.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" aria-busy={add.isPending}>
          {parent === null ? 'Comment' : 'Reply'}
        </Button>
      </div>
    </form>
  )
}

/** Offers the members of the namespace while a name is typed after `@`. */
function MentioningEntry(props: {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly onText: (text: string) => void
}) {
  const { id, label, hint, text, onText } = props
  const { namespace } = useViewer()
  const entry = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const mention = mentionAt(text, caret)
  const people = useQuery({
    queryKey: ['review-people', namespace.id],
    queryFn: () => server.rulesetReviews.people.query(),
    enabled: text.includes('@'),
  })
  const words = mention?.words.toLowerCase() ?? ''
  const offered =
    mention === null
      ? []
      : (people.data ?? [])
          .filter((person) => `${person.name} ${person.email}`.toLowerCase().includes(words))
          .slice(0, 5)
  const choose = (choice: string) => {
    if (mention === null) return
    const before = `${text.slice(0, mention.from)}@${choice} `
    onText(before + text.slice(caret))
    setCaret(before.length)
    entry.current?.focus()
  }
  return (
    <div className="flex flex-col gap-1">
      <Field label={label} hint={hint}>
        {(bound) => (
          <LongEntry
            {...bound}
            ref={entry}
            autoFocus
            value={text}
            onChange={({ target }) => {
              onText(target.value)
              setCaret(target.selectionStart)
            }}
          />
        )}
      </Field>
      {offered.length > 0 && (
        <ul aria-label="Members to mention" className="flex flex-wrap gap-1">
          {offered.map((person) => (
            <li key={`${id} ${person.personId}`}>
              <Button look="quiet" onClick={() => choose(mentionText(person, people.data ?? []))}>
                {person.name} <span className="text-ink-faint">{person.email}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Words after the `@` before the caret; null if nobody is being mentioned there. */
export function mentionAt(text: string, caret: number): { readonly from: number; readonly words: string } | null {
  const from = text.lastIndexOf('@', caret - 1)
  if (from === -1 || (from > 0 && /[\p{L}\p{N}_-]/u.test(text[from - 1]!))) return null
  const words = text.slice(from + 1, caret)
  return words.length <= MAX_WORDS_CHARS && !/[\n@]/.test(words) ? { from, words } : null
}

const MAX_WORDS_CHARS = 60

interface Named {
  readonly name: string
  readonly email: string
}

/** The name, or the e-mail address if another member has the same name. */
export function mentionText({ name, email }: Named, members: readonly Named[]): string {
  return members.filter((member) => member.name === name).length > 1 ? email : name
}
