import { Button } from '../controls/button'
import { TimeText } from '../controls/time-text'
import { NoticeStrip } from './notice-strip'
import type { WorkingCopy } from './use-working-copy'

/** What this browser kept, or cannot keep. */
export function DraftNotices({ copy, onDiscard }: { readonly copy: WorkingCopy; readonly onDiscard: () => void }) {
  return (
    <>
      {!copy.keeps && (
        <NoticeStrip kind="problem">
          This browser keeps no unsaved text: its storage is full or barred. Save before you leave the page.
        </NoticeStrip>
      )}
      {copy.recoveredAt !== null && copy.dirty && (
        <NoticeStrip
          kind="info"
          actions={
            <Button look="quiet" onClick={onDiscard}>
              Discard it
            </Button>
          }
        >
          Your unsaved text of <TimeText at={new Date(copy.recoveredAt).toISOString()} /> is back.
        </NoticeStrip>
      )}
      {copy.others.map((entry) => (
        <NoticeStrip
          key={entry.pageId}
          kind="info"
          actions={
            <>
              <Button look="quiet" onClick={() => copy.takeOther(entry)}>
                Take it up
              </Button>
              <Button look="quiet" onClick={() => copy.dropOther(entry)}>
                Give it up
              </Button>
            </>
          }
        >
          Another unsaved text of yours is kept here, from <TimeText at={new Date(entry.at).toISOString()} />: of
          another tab, or set aside.
        </NoticeStrip>
      ))}
    </>
  )
}
