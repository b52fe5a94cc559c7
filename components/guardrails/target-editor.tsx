import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '../ui/button'
import { PageHeader } from '../ui/page-header'
import { useMay } from '../ui/viewer'
import { ChangeNotices } from './change-notices'
import { TargetConflictDialog } from './conflict-dialog'
import type { ClaimSource } from './frame-form'
import { RemoveTarget } from './remove-target'
import type { StoredTarget } from './target-data'
import { TargetFacts } from './target-facts'
import { TARGET_KINDS, type TargetKind } from './target-kinds'
import { TryPanel } from './try-panel'
import type { TargetChange } from './use-target-change'

/** The page around what is changed of a stored target: what it is, its unsaved change, and a frame to try it on. */
export function TargetEditor(props: {
  readonly kind: TargetKind
  readonly target: StoredTarget
  readonly change: TargetChange
  readonly about?: ReactNode
  /** Of the part that is changed. */
  readonly heading: string
  /** Whether that part gets more room than the frame. */
  readonly wide?: boolean
  readonly claimSources: readonly ClaimSource[]
  readonly remove: () => Promise<unknown>
  /** What stays after it was removed. */
  readonly stays: string
  readonly children: ReactNode
}) {
  const { kind, target, change, about, heading, wide = false, claimSources, remove, stays, children } = props
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
