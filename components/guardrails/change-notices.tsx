import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { TimeText } from '../ui/time-text'
import type { TargetChange } from './use-target-change'

/** What is to be told of an unsaved change: that it is back, that it is not kept, that somebody else saved meanwhile. */
export function ChangeNotices({ change }: { readonly change: TargetChange }) {
  if (!change.dirty) return null
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {!change.keeps && (
        <Notice kind="problem">
          This browser keeps no unsaved change: its storage is full or barred. Save before you leave the page.
        </Notice>
      )}
      {change.recoveredAt !== null && (
        <Notice kind="info">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>
              Your unsaved change of <TimeText at={new Date(change.recoveredAt).toISOString()} /> is back.
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
            <span>Somebody else saved a newer version since you began.</span>
            <Button onClick={() => change.setDialog('conflict')}>Decide…</Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
