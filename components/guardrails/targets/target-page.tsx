import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls'
import { CopyText } from '../../ui/copy-text'
import { ConfirmDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, statusOf } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import type { ClaimSource } from '../frames/frame-form'
import { TryPanel } from '../frames/try-panel'
import { ChangeNotices, TargetConflictDialog } from './change-notices'
import { type StoredTarget, TARGET_KINDS, TARGET_READERS, type TargetKind, targetKey, targetsKey } from './target-data'
import type { TargetChange } from './use-target-change'

const SentFrames = dynamic(() => import('../frames/sent-frames').then((module) => module.SentFrames), {
  loading: () => null,
})

/** Loads one target and shows it, or says why it cannot be shown. */
export function TargetPage<T>(props: {
  readonly kind: TargetKind
  readonly id: string
  readonly ask: () => Promise<T>
  readonly children: (target: T) => ReactNode
}) {
  const { kind, id, ask, children } = props
  const { title, many, list } = TARGET_KINDS[kind]
  const mayRead = useMay('read_guardrails')
  const target = useQuery({ queryKey: targetKey(kind, id), queryFn: ask, enabled: mayRead })
  if (target.data !== undefined) return children(target.data)
  return (
    <>
      <PageHeader title={title} above={list} />
      {!mayRead ? (
        <NoPermission needs={`see ${many}`} roles={TARGET_READERS} />
      ) : target.isPending ? (
        <SkeletonLines what={`the ${kind}`} lines={10} />
      ) : statusOf(target.error) === 404 ? (
        <EmptyState title={`This ${kind} does not exist`}>
          <p>It was removed, or it belongs to another namespace. Open the list to see all of them.</p>
        </EmptyState>
      ) : (
        <RefusalNotice refusal={refusalOf(target.error)} onRetry={() => void target.refetch()} />
      )}
    </>
  )
}

/** Shows a target: its facts, the form that changes it, and a frame to try it with. */
export function TargetEditor(props: {
  readonly kind: TargetKind
  readonly target: StoredTarget
  readonly change: TargetChange
  readonly about?: ReactNode
  /** Heading of the form. */
  readonly heading: string
  /** Whether the form is wider than the frame. */
  readonly wide?: boolean
  readonly claimSources: readonly ClaimSource[]
  readonly remove: () => Promise<unknown>
  /** A sentence about what is not removed with it. */
  readonly stays: string
  /** Stands above the list of frames. */
  readonly aboveFrames?: ReactNode
  readonly children: ReactNode
}) {
  const { kind, target, change, about, heading, wide = false, claimSources, remove, stays, children } = props
  const { aboveFrames } = props
  const mayEdit = useMay('edit_guardrails')
  return (
    <>
      <PageHeader
        title={target.name}
        above={TARGET_KINDS[kind].list}
        actions={mayEdit && <Button onClick={() => change.setDialog('remove')}>Remove…</Button>}
      >
        {about}
        <TargetFacts {...target} what={kind} />
      </PageHeader>
      <ChangeNotices change={change} />
      <div
        className={clsx(
          'grid items-start gap-6',
          wide ? 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'lg:grid-cols-2',
        )}
      >
        <section aria-labelledby="changed-heading" className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <h2 id="changed-heading" className="mb-3 text-lg font-semibold">
            {heading}
          </h2>
          {children}
        </section>
        <div className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <TryPanel targetId={target.id} unsaved={change.dirty} claimSources={claimSources} />
        </div>
      </div>
      <section aria-labelledby="frames-heading" className="mt-6 flex flex-col gap-4">
        <h2 id="frames-heading" className="text-lg font-semibold">
          Frames
        </h2>
        {aboveFrames}
        <SentFrames targetId={target.id} />
      </section>
      {change.dialog === 'remove' && (
        <RemoveTarget
          kind={kind}
          name={target.name}
          stays={stays}
          remove={remove}
          onClose={() => change.setDialog(null)}
        />
      )}
      {change.dialog === 'conflict' && <TargetConflictDialog kind={kind} theirs={target} change={change} />}
    </>
  )
}

/** Shows the id, and who changed it last. */
export function TargetFacts(props: {
  readonly id: string
  /** How programs call the id. */
  readonly term?: string
  readonly what: string
  readonly updatedAt: string
  readonly updatedBy: string
}) {
  const { id, term = 'target_id', what, updatedAt, updatedBy } = props
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1">
        <span className="text-ink-faint">{term}</span>
        <code className="font-mono text-xs break-all">{id}</code>
        <CopyText text={id} what={`the id of this ${what}`} />
      </span>
      <span className="text-ink-faint">
        Changed <TimeText at={updatedAt} /> by {updatedBy.replace(/ <.*>$/, '')}
      </span>
    </p>
  )
}

/** Asks before it removes. */
export function RemoveTarget(props: {
  readonly kind: TargetKind
  readonly name: string
  /** A sentence about what is not removed with it. */
  readonly stays: string
  readonly consequence?: string
  readonly remove: () => Promise<unknown>
  readonly onClose: () => void
}) {
  const { kind, name, stays, consequence = FRAMES_REFUSED, onClose } = props
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const router = useRouter()
  const removal = useMutation({
    mutationFn: props.remove,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: targetsKey(kind, namespace.id) })
      router.push(TARGET_KINDS[kind].list.href)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      verb="Remove it"
      isPending={removal.isPending}
      refusal={removal.error === null ? null : refusalOf(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>
        {consequence} {stays}
      </p>
    </ConfirmDialog>
  )
}

const FRAMES_REFUSED =
  'Programs that send frames to it will be refused, and frames that are still waiting will get an Error.'
