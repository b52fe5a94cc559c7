import clsx from 'clsx'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { useMay } from '../../ui/shell/viewer'
import { TARGET_KINDS, type TargetKind } from './target-data'
import type { TargetChange } from './use-target-change'

/** Saves or discards a change. Without the permission, it says who has it. */
export function SaveRow(props: {
  readonly kind: TargetKind
  readonly change: TargetChange
  /** Whether the change can be saved. */
  readonly fits: boolean
  /** If absent, the button submits the surrounding form. */
  readonly onSave?: () => void
  readonly className?: string
  /** Said after saving. */
  readonly saved?: string
}) {
  const { kind, change, fits, onSave, className, saved = 'Saved. It applies to every frame from now on.' } = props
  const mayEdit = useMay('edit_guardrails')
  return (
    <div className={clsx('flex flex-col gap-4', className)}>
      {change.refusal !== null && <RefusalNotice refusal={change.refusal} />}
      {mayEdit ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type={onSave === undefined ? 'submit' : 'button'}
            look="primary"
            className="h-9 px-4"
            disabled={!change.dirty || !fits || change.isSaving}
            onClick={onSave}
          >
            {change.isSaving ? 'Saving…' : 'Save'}
          </Button>
          {change.dirty && (
            <Button look="quiet" onClick={change.discard}>
              Discard changes
            </Button>
          )}
          <p role="status" className="text-sm text-true empty:hidden">
            {change.isSaved ? saved : ''}
          </p>
        </div>
      ) : (
        <p className="text-sm text-ink-faint">Only authors can change {TARGET_KINDS[kind].many}.</p>
      )}
    </div>
  )
}
