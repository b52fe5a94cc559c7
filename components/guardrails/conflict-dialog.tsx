import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { RefusalNotice } from '../ui/refusal-notice'
import { TimeText } from '../ui/time-text'
import type { StoredTarget } from './target-data'
import type { TargetKind } from './target-kinds'
import type { TargetChange } from './use-target-change'

/** Somebody else saved first. Nothing is decided for whoever changes it, and nothing is lost before they decide. */
export function TargetConflictDialog(props: {
  readonly kind: TargetKind
  /** As it is stored now. */
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
      description={`Somebody saved this ${kind} since you began. Nothing of yours was saved, and nothing was lost.`}
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
            <span className="font-medium">Load theirs:</span> your unsaved change is given up.
          </span>
          <Button disabled={change.isSaving} onClick={change.takeTheirs}>
            Load theirs
          </Button>
        </li>
        <li className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1">
            <span className="font-medium">Overwrite with mine:</span> what they saved is replaced whole.
          </span>
          <Button disabled={change.isSaving} onClick={change.overwrite}>
            Overwrite with mine
          </Button>
        </li>
      </ul>
      {change.refusal !== null && <RefusalNotice refusal={change.refusal} className="mt-1 mb-2" />}
    </Dialog>
  )
}
