import { Button } from '../../ui/controls'
import { Dialog } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { TimeText } from '../../ui/time-text'
import type { StoredTarget, TargetKind } from './target-data'
import type { TargetChange } from './use-target-change'

/** Says that an unsaved change was restored, that it cannot be stored, or that a newer version was saved meanwhile. */
export function ChangeNotices({ change }: { readonly change: TargetChange }) {
  if (!change.dirty) return null
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {!change.isStored && (
        <Notice kind="problem">
          This browser cannot store your unsaved change: its storage is full or blocked. Save before you leave the page.
        </Notice>
      )}
      {change.recoveredAt !== null && (
        <Notice kind="info">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>
              Your unsaved change of <TimeText at={new Date(change.recoveredAt).toISOString()} /> was restored.
            </span>
            <Button look="quiet" onClick={change.discard}>
              Discard it
            </Button>
          </div>
        </Notice>
      )}
      {change.outdated && (
        <Notice kind="warning">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>A newer version was saved after you started editing.</span>
            <Button onClick={() => change.setDialog('conflict')}>Decide…</Button>
          </div>
        </Notice>
      )}
    </div>
  )
}

/** Lets the person choose between their change and a newer version. Nothing is lost before the choice. */
export function TargetConflictDialog(props: {
  readonly kind: TargetKind
  /** The target as stored now. */
  readonly theirs: StoredTarget
  readonly change: TargetChange
}) {
  const { kind, theirs, change } = props
  const close = () => change.setDialog(null)
  return (
    <Dialog
      open
      onClose={close}
      title="There is a newer version"
      description={`This ${kind} was saved by another person or in another window after you started editing. Your change is not saved yet, but it is not lost.`}
      actions={<Button onClick={close}>Decide later</Button>}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-ink-soft">Saved</dt>
        <dd>
          <TimeText at={theirs.updatedAt} />
        </dd>
        <dt className="text-ink-soft">By</dt>
        <dd className="break-words">{theirs.updatedBy}</dd>
      </dl>
      <ul className="mt-4 flex flex-col gap-3 border-t border-line pt-3 pb-2">
        <li className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1">
            <span className="font-medium">Load their version:</span> your unsaved change is discarded.
          </span>
          <Button disabled={change.isSaving} onClick={change.takeTheirs}>
            Load their version
          </Button>
        </li>
        <li className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1">
            <span className="font-medium">Overwrite with my version:</span> replaces everything they saved.
          </span>
          <Button disabled={change.isSaving} onClick={change.overwrite}>
            Overwrite with my version
          </Button>
        </li>
      </ul>
      {change.refusal !== null && <RefusalNotice refusal={change.refusal} className="mt-1 mb-2" />}
    </Dialog>
  )
}
