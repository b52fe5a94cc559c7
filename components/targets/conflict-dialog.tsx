import type { PageRefusal } from '../calls/page-refusal'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { RefusalNotice } from '../controls/refusal-notice'
import { TimeText } from '../controls/time-text'

/** Somebody else saved first. Nothing is decided for whoever changes it, and nothing is lost before they decide. */
export function TargetConflictDialog(props: {
  readonly what: 'guardrail' | 'application'
  /** As it is stored now. */
  readonly theirs: { readonly updatedAt: string; readonly updatedBy: string }
  readonly busy: boolean
  readonly refusal: PageRefusal | null
  readonly onLoad: () => void
  readonly onOverwrite: () => void
  readonly onClose: () => void
}) {
  const { what, theirs, busy, refusal, onLoad, onOverwrite, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title="There is a newer version"
      description={`Somebody saved this ${what} since you began. Nothing of yours was saved, and nothing was lost.`}
      actions={<Button onClick={onClose}>Decide later</Button>}
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
          <Button disabled={busy} onClick={onLoad}>
            Load theirs
          </Button>
        </li>
        <li className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1">
            <span className="font-medium">Overwrite with mine:</span> what they saved is replaced whole.
          </span>
          <Button disabled={busy} onClick={onOverwrite}>
            Overwrite with mine
          </Button>
        </li>
      </ul>
      {refusal !== null && <RefusalNotice refusal={refusal} className="mt-1 mb-2" />}
    </Dialog>
  )
}
