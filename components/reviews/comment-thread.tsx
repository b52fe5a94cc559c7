'use client'

import Link from 'next/link'
import { useState } from 'react'
import { ReviewFieldView } from '../rulesets/review-view'
import { Button, LongEntry } from '../ui/controls'
import { positionKey } from '../ui/lists'
import { Badge, RefusalNotice } from '../ui/notice'
import { type PageRefusal, refusalOf, server } from '../ui/server-calls'
import { TimeText } from '../ui/time-text'
import { CommentForm } from './comment-form'
import {
  type CommentRow,
  type ReviewRequest,
  type ReviewView,
  type SubjectWords,
  suggestionPath,
  type Thread,
  useReviewChange,
} from './review-data'

/** A comment with its replies, next to the words of the part that it is about. */
export function CommentThreadView(props: {
  readonly view: ReviewView
  readonly review: ReviewRequest
  readonly thread: Thread
  /** Null for the whole ruleset, and for parts that cannot be read. */
  readonly words: SubjectWords | null
  readonly isReplying: boolean
  readonly onReply: (wanted: boolean) => void
  readonly onResolve: (resolved: boolean) => void
  readonly refusal: PageRefusal | null
}) {
  const { view, review, thread, words, isReplying, onReply, onResolve, refusal } = props
  const { place, resolved, suggestion, replies } = thread
  const { may, name } = view
  return (
    <article
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the focus between comments
      tabIndex={0}
      data-thread={thread.id}
      aria-label={`Comment by ${thread.author}`}
      className="scroll-mt-4 rounded-lg border border-line bg-surface p-3 focus:outline-2 focus:outline-accent sm:p-4"
    >
      <p className="mb-2 flex flex-wrap items-center gap-2 text-sm text-ink-faint empty:hidden">
        {thread.hash !== view.newest.hash && <span>On revision {thread.revision}</span>}
        {place.status === 'outdated' && (
          <Badge tone="warning">
            {thread.subject.kind === 'clause'
              ? 'Outdated: no document that the ruleset cites has this clause now'
              : 'Outdated: the newest revision has no such part'}
          </Badge>
        )}
        {place.status === 'current' && place.by === 'meaning' && (
          <span>
            Was about <code className="font-mono">{thread.subject.name}</code>, which means the same
          </span>
        )}
        {resolved !== null && (
          <Badge tone="good">
            Resolved by {resolved.by.replace(/ <[^<>]*>$/, '')}, <TimeText at={resolved.at} />
          </Badge>
        )}
      </p>
      {words !== null && <Words words={words} />}
      <CommentBody name={name} comment={thread} mayEdit={may.comment} />
      {suggestion !== null && (
        <div className="mt-2">
          <p className="text-sm font-medium">
            {suggestion.before === null ? 'Suggested text of the ruleset' : 'Suggested text of the statement'}
          </p>
          {suggestion.before !== null && <Code text={suggestion.before} label="Text until now" isOld />}
          <Code text={suggestion.text} label="Suggested text" />
          {may.author && (
            <Link href={suggestionPath(name, thread.id)} className="mt-1 inline-block text-accent underline">
              Apply in the editor
            </Link>
          )}
        </div>
      )}
      {replies.length > 0 && (
        <ol aria-label="Replies" className="mt-3 flex flex-col gap-3 border-l-2 border-line pl-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentBody name={name} comment={reply} mayEdit={may.comment} />
            </li>
          ))}
        </ol>
      )}
      {isReplying && <CommentForm view={view} review={review} parent={thread} onDone={() => onReply(false)} />}
      {may.comment && !isReplying && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="quiet" onClick={() => onReply(true)}>
            Reply
          </Button>
          {resolved === null
            ? thread.mayResolve && (
                <Button look="quiet" onClick={() => onResolve(true)}>
                  Resolve
                </Button>
              )
            : may.comment && (
                <Button look="quiet" onClick={() => onResolve(false)}>
                  Open again
                </Button>
              )}
        </div>
      )}
      {refusal !== null && <RefusalNotice refusal={refusal} className="mt-2" />}
    </article>
  )
}

/** Links of the review text lead to parts that this page does not show. */
function Words({ words: { title, fields } }: { readonly words: SubjectWords }) {
  const shown = fields.filter(({ kind }) => kind !== 'references')
  return (
    <blockquote className="mb-3 border-l-2 border-line-strong/50 pl-3 text-sm" data-testid="subject-words">
      <p className="font-medium break-words">{title}</p>
      {shown.map((field, position) => (
        <div key={positionKey(position)} className="mt-1 text-ink-soft">
          <ReviewFieldView field={field} />
        </div>
      ))}
    </blockquote>
  )
}

function Code(props: { readonly text: string; readonly label: string; readonly isOld?: boolean }) {
  const { text, label, isOld = false } = props
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
      tabIndex={0}
      className={`mt-1 max-h-60 overflow-auto rounded-md border border-line p-2 ${isOld ? 'bg-false-soft' : 'bg-true-soft'}`}
    >
      <pre className="font-mono text-sm">{text}</pre>
    </section>
  )
}

function CommentBody(props: { readonly name: string; readonly comment: CommentRow; readonly mayEdit: boolean }) {
  const { name, comment, mayEdit } = props
  const [draft, setDraft] = useState<string | null>(null)
  const edit = useReviewChange(name, (text: string) =>
    server.rulesetReviews.edit.mutate({ commentId: comment.id, text }),
  )
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-faint">
        <span className="min-w-0 font-medium break-words text-ink">{comment.author}</span>
        {comment.byAgent && <Badge>AI agent</Badge>}
        <TimeText at={comment.createdAt} />
        {mayEdit && comment.mine && draft === null && (
          <Button look="quiet" onClick={() => setDraft(comment.text)}>
            Edit
          </Button>
        )}
      </p>
      {draft === null ? (
        <p className="mt-1 break-words whitespace-pre-line">{comment.text}</p>
      ) : (
        <div className="mt-1 flex flex-col gap-2">
          <LongEntry
            aria-label="Text of the comment"
            autoFocus
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDraft(null)}>Cancel</Button>
            <Button look="primary" onClick={() => edit.mutate(draft, { onSuccess: () => setDraft(null) })}>
              Save the text
            </Button>
          </div>
          {edit.isError && <RefusalNotice refusal={refusalOf(edit.error)} />}
        </div>
      )}
      {comment.edits.length > 0 && (
        <details className="mt-1 text-sm text-ink-soft">
          <summary>{comment.edits.length === 1 ? 'Edited once' : `Edited ${comment.edits.length} times`}</summary>
          <ol className="mt-1 flex flex-col gap-1">
            {comment.edits.map(({ editedAt, text }, position) => (
              <li key={positionKey(position)} className="break-words whitespace-pre-line">
                Until <TimeText at={editedAt} />: {text}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
