import { useState } from 'react'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { TimeText } from '../ui/time-text'
import { NoticeStrip } from './notice-strip'
import type { WorkingCopy } from './use-working-copy'

/** What this browser kept, or cannot keep. */
export function DraftNotices({ copy, onDiscard }: { readonly copy: WorkingCopy; readonly onDiscard: () => void }) {
  /** What discards the text that the author is asked about; null while nobody asked. */
  const [asked, setAsked] = useState<{ readonly discard: () => void } | null>(null)
  return (
    <>
      {asked !== null && (
        <ConfirmDialog
          title="Discard the unsaved text?"
          verb="Discard the text"
          isPending={false}
          refusal={null}
          onConfirm={() => {
            asked.discard()
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        >
          <p className="pb-2">It is kept in this browser alone and cannot be brought back.</p>
        </ConfirmDialog>
      )}
      {!copy.keeps && (
        <NoticeStrip kind="problem">
          This browser keeps no unsaved text: its storage is full or barred. Save before you leave the page.
        </NoticeStrip>
      )}
      {copy.recoveredAt !== null && copy.dirty && (
        <NoticeStrip
          kind="info"
          actions={
            <Button look="quiet" onClick={() => setAsked({ discard: onDiscard })}>
              Discard it …
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
              <Button look="quiet" onClick={() => setAsked({ discard: () => copy.dropOther(entry) })}>
                Discard it …
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
