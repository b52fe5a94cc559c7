'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { changesQuery, type PendingChange } from '../../ui/shell/header-counts'
import { ChangedAloneNotice } from '../../ui/shell/in-force-line'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { ChangeCard, type ChangeVerb, changeWords } from './change-card'

/** Lists the changes that wait for a second administrator. */
export function ChangesPage() {
  const may = useMay('manage_members')
  return (
    <>
      <PageHeader title="Pending changes">
        {may && (
          <p>
            A change that weakens the rules, or adds, changes or removes an administrator, takes effect once another
            administrator confirms it.
          </p>
        )}
      </PageHeader>
      {may ? <Changes /> : <NoPermission needs="see and confirm pending changes" roles={['administrator']} />}
    </>
  )
}

interface ChangeAnswer {
  readonly change: PendingChange
  readonly verb: ChangeVerb
}

const VERBS: Readonly<Record<ChangeVerb, { readonly title: string; readonly verb: string; readonly about: string }>> = {
  confirm: {
    title: 'Confirm this change?',
    verb: 'Confirm',
    about: 'It takes effect immediately, exactly as shown. The log records your name with it.',
  },
  decline: {
    title: 'Decline this change?',
    verb: 'Decline',
    about: 'It is not applied. The log records your name with the answer.',
  },
  withdraw: {
    title: 'Withdraw this change?',
    verb: 'Withdraw',
    about: 'It is not applied, and no one needs to answer it.',
  },
  apply_alone: {
    title: 'Apply this change without confirmation?',
    verb: 'Apply',
    about:
      'No other administrator answered. The change takes effect immediately, and every approval from now on is permanently marked: the rules of this namespace were changed by only one administrator.',
  },
}

function Changes() {
  const { changedAloneAt } = useViewer()
  const changes = useQuery(changesQuery())
  const queries = useQueryClient()
  const router = useRouter()
  const [confirming, setConfirming] = useState<ChangeAnswer | null>(null)
  const answer = useMutation({
    mutationFn: ({ change: { id, digest }, verb }: ChangeAnswer) =>
      server.members.answerChange.mutate({ id, digest, answer: verb }),
    onSuccess: () => setConfirming(null),
    // The change may affect settings, members and the label of the namespace.
    onSettled: async () => {
      await queries.invalidateQueries()
      router.refresh()
    },
  })
  const close = () => {
    setConfirming(null)
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
          <EmptyState title="No pending changes">
            <p>If a namespace has only one administrator, changes take effect immediately.</p>
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Pending changes" className="flex flex-col gap-4">
          {changes.data.map((change) => (
            <ChangeCard key={change.id} change={change} onAsk={(verb) => setConfirming({ change, verb })} />
          ))}
        </ul>
      )}
      {confirming !== null && (
        <ConfirmDialog
          title={VERBS[confirming.verb].title}
          verb={VERBS[confirming.verb].verb}
          isPending={answer.isPending}
          refusal={answer.error === null ? null : refusalOf(answer.error)}
          onConfirm={() => answer.mutate(confirming)}
          onClose={close}
        >
          <p className="font-medium">{changeWords(confirming.change).title}</p>
          <p className="mt-2">{VERBS[confirming.verb].about}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
