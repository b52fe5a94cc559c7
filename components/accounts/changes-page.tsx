'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { changesQuery, type PendingChange } from '../ui/change-answers'
import { ChangedAloneNotice } from '../ui/changed-alone'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay, useViewer } from '../ui/viewer'
import { ChangeCard, type ChangeVerb } from './change-card'
import { changeWords } from './change-words'

/** What waits for a second administrator, and what each administrator can do about it. */
export function ChangesPage() {
  const may = useMay('manage_members')
  return (
    <>
      <PageHeader title="Pending changes">
        {may && (
          <p>
            A change that weakens the rules, or that adds, changes or removes an administrator, waits until another
            administrator confirms it.
          </p>
        )}
      </PageHeader>
      {may ? <Changes /> : <NoPermission needs="see and confirm pending changes" roles={['administrator']} />}
    </>
  )
}

interface Asked {
  readonly change: PendingChange
  readonly verb: ChangeVerb
}

const VERBS: Readonly<Record<ChangeVerb, { readonly title: string; readonly verb: string; readonly about: string }>> = {
  confirm: {
    title: 'Confirm this change?',
    verb: 'Confirm',
    about: 'It is in force at once, exactly as it is shown. Your name stands beside it in the log.',
  },
  decline: {
    title: 'Decline this change?',
    verb: 'Decline',
    about: 'It is not applied. Your name stands beside the answer in the log.',
  },
  withdraw: {
    title: 'Withdraw this change?',
    verb: 'Withdraw',
    about: 'It is not applied, and no answer is needed any more.',
  },
  apply_alone: {
    title: 'Apply this change alone?',
    verb: 'Apply it alone',
    about:
      'No other administrator answered. It is in force at once, and every approval from now on is marked for ever: the rules of this namespace were changed by one administrator alone.',
  },
}

function Changes() {
  const { changedAloneAt } = useViewer()
  const changes = useQuery(changesQuery())
  const queries = useQueryClient()
  const router = useRouter()
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = useMutation({
    mutationFn: ({ change: { id, digest }, verb }: Asked) =>
      server.members.answerChange.mutate({ id, digest, answer: verb }),
    onSuccess: () => setAsked(null),
    // Settings, members and the mark of the namespace may be others now.
    onSettled: async () => {
      await queries.invalidateQueries()
      router.refresh()
    },
  })
  const close = () => {
    setAsked(null)
    answer.reset()
  }
  if (changes.isPending) return <SkeletonLines what="the pending changes" />
  if (changes.data === undefined)
    return <RefusalNotice refusal={refusalOf(changes.error)} onRetry={() => void changes.refetch()} />
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {changedAloneAt !== null && <ChangedAloneNotice since={changedAloneAt} />}
      {changes.data.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title="No change waits">
            <p>Where a namespace has one administrator alone, changes are in force at once.</p>
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Pending changes" className="flex flex-col gap-4">
          {changes.data.map((change) => (
            <ChangeCard key={change.id} change={change} onAsk={(verb) => setAsked({ change, verb })} />
          ))}
        </ul>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={VERBS[asked.verb].title}
          verb={VERBS[asked.verb].verb}
          isPending={answer.isPending}
          refusal={answer.error === null ? null : refusalOf(answer.error)}
          onConfirm={() => answer.mutate(asked)}
          onClose={close}
        >
          <p className="font-medium">{changeWords(asked.change).title}</p>
          <p className="mt-2">{VERBS[asked.verb].about}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
