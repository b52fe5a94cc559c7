'use client'

import { Button } from '../../ui/controls'
import { HashText } from '../../ui/copy-text'
import { Dialog } from '../../ui/dialog'
import { personName } from '../../ui/lists'
import { RefusalNotice } from '../../ui/notice'
import type { PageRefusal } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import type { NewerRevision } from '../ruleset-data'

/** Shown if another person saved first. The author decides, and no typed text is lost. */
export function ConflictDialog(props: {
  readonly theirs: Pick<NewerRevision, 'hash' | 'savedAt' | 'savedBy' | 'message' | 'source'>
  readonly busy: boolean
  readonly refusal: PageRefusal | null
  readonly onMerge: () => void
  readonly onSaveAfter: () => void
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}) {
  const { theirs, busy, refusal, onMerge, onSaveAfter, onTakeTheirs, onClose } = props
  const who = personName(theirs.savedBy)
  return (
    <Dialog
      open
      onClose={onClose}
      title="A newer revision exists"
      description={`${who} saved a revision after you began. Your text was not saved, and nothing was lost.`}
      actions={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button look="primary" disabled={busy || theirs.source === null} onClick={onMerge}>
            Merge both
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-ink-soft">Saved</dt>
        <dd>
          <TimeText at={theirs.savedAt} />
        </dd>
        <dt className="text-ink-soft">By</dt>
        <dd className="break-words">{theirs.savedBy}</dd>
        <dt className="text-ink-soft">Message</dt>
        <dd className="break-words whitespace-pre-wrap">{theirs.message ?? 'No message'}</dd>
        <dt className="text-ink-soft">Revision</dt>
        <dd>
          <HashText hash={theirs.hash} />
        </dd>
      </dl>
      <ul className="mt-4 flex flex-col gap-3 border-t border-line pt-3">
        <li>
          <span className="font-medium">Merge both</span> puts both sets of changes into the editor for you to check
          before you save. If both changed the same lines, both versions are shown with marks.
        </li>
        <li className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1">
            <span className="font-medium">Save mine after theirs:</span> the name points to your text, and theirs stays
            in the history.
          </span>
          <Button disabled={busy} onClick={onSaveAfter}>
            Save mine after theirs
          </Button>
        </li>
        <li className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1">
            <span className="font-medium">Continue with theirs:</span> your text stays in this browser, and you can
            restore it.
          </span>
          <Button disabled={busy || theirs.source === null} onClick={onTakeTheirs}>
            Continue with theirs
          </Button>
        </li>
      </ul>
      {refusal !== null && <RefusalNotice refusal={refusal} className="mt-3" />}
    </Dialog>
  )
}
