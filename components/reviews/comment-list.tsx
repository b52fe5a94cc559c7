'use client'

import { Keyboard } from 'lucide-react'
import { useRef, useState } from 'react'
import { ShortcutList } from '../editor/shortcut-dialog'
import { Button } from '../ui/controls'
import { Dialog } from '../ui/dialog'
import { partLook } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { CommentForm } from './comment-form'
import { CommentThreadView } from './comment-thread'
import { countThreads, groupThreads, isShown, THREAD_FILTERS, type ThreadFilter } from './filtered-threads'
import { type ReviewRequest, type ReviewView, useReviewChange } from './review-data'
import { nextPosition, REVIEW_SHORTCUTS, type ReviewKey, useReviewKeys } from './review-keys'

const FILTER_WORDS: Readonly<Record<ThreadFilter, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  outdated: 'Outdated',
  all: 'All',
}

/** Comments by subject. `j` and `k` move the focus between them. */
export function CommentList({ view, review }: { readonly view: ReviewView; readonly review: ReviewRequest }) {
  const { name, comments, subjects, words, may } = view
  const [filter, setFilter] = useState<ThreadFilter>('open')
  const [writing, setWriting] = useState(false)
  const [replyingTo, setReplyingTo] = useState<string | null>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const resolve = useReviewChange(name, (change: { readonly commentId: string; readonly resolved: boolean }) =>
    server.rulesetReviews.resolve.mutate(change),
  )
  const groups = groupThreads(
    comments.filter((thread) => isShown(thread, filter)),
    subjects,
  )
  const onKey = (key: ReviewKey) => {
    if (key === 'c') {
      if (may.comment) setWriting(true)
      return
    }
    const threads = [...(list.current?.querySelectorAll<HTMLElement>('[data-thread]') ?? [])]
    const current = threads.findIndex((thread) => thread.contains(document.activeElement))
    if (key === 'j' || key === 'k') {
      const next = nextPosition(current, key === 'j' ? 1 : -1, threads.length)
      if (next !== null) threads[next]?.focus()
      return
    }
    const thread = comments.find(({ id }) => id === threads[current]?.dataset.thread)
    if (thread === undefined || !may.comment) return
    if (key === 'r') setReplyingTo(thread.id)
    else if (thread.mayResolve || thread.resolved !== null)
      resolve.mutate({ commentId: thread.id, resolved: thread.resolved === null })
  }
  useReviewKeys(onKey)
  return (
    <section aria-labelledby="comments">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="comments" className="mr-auto text-xl font-semibold">
          Comments
        </h2>
        <Button look="quiet" onClick={() => setShowsKeys(true)}>
          <Keyboard size={14} aria-hidden /> Keys
        </Button>
        {may.comment && !writing && <Button onClick={() => setWriting(true)}>Write a comment</Button>}
      </div>
      {showsKeys && <ReviewShortcuts onClose={() => setShowsKeys(false)} />}
      {writing && <CommentForm view={view} review={review} parent={null} onDone={() => setWriting(false)} />}
      <nav aria-label="Comments by state" className="mt-2 flex min-h-9 flex-wrap items-stretch border-b border-line">
        {THREAD_FILTERS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={filter === each}
            onClick={() => setFilter(each)}
            className={partLook(filter === each)}
          >
            {FILTER_WORDS[each]} <span className="tabular-nums">{countThreads(comments, each)}</span>
          </button>
        ))}
      </nav>
      <div ref={list} className="mt-4 flex flex-col gap-6">
        {groups.length === 0 && <p className="text-ink-soft">No comments here.</p>}
        {groups.map(({ key, heading, threads }) => (
          <section key={key} aria-label={heading}>
            <h3 className="font-semibold break-words">{heading}</h3>
            <div className="mt-2 flex flex-col gap-3">
              {threads.map((thread) => (
                <CommentThreadView
                  key={thread.id}
                  {...{ view, review, thread }}
                  words={words[thread.id] ?? null}
                  isReplying={replyingTo === thread.id}
                  onReply={(wanted) => setReplyingTo(wanted ? thread.id : null)}
                  onResolve={(resolved) => resolve.mutate({ commentId: thread.id, resolved })}
                  refusal={
                    resolve.isError && resolve.variables.commentId === thread.id ? refusalOf(resolve.error) : null
                  }
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </section>
  )
}

function ReviewShortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts of the review"
      description="They work while no entry has the focus."
    >
      <ShortcutList groups={REVIEW_SHORTCUTS} />
    </Dialog>
  )
}
