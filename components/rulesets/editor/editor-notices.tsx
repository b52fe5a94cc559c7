import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RunCounts, TestCaseResults } from '../../checks/cases/test-case-results'
import { Button } from '../../ui/controls'
import { ConfirmDialog, Dialog } from '../../ui/dialog'
import { personName } from '../../ui/lists'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { UnlistedWords } from '../names/name-state'
import type { OpenedRuleset } from '../ruleset-data'
import { NoticeStrip } from './editor-bar'
import type { MergeReport, SavedText } from './use-save'
import type { WorkingCopy } from './use-working-copy'

export function UnlistedNotice({ opened }: { readonly opened: OpenedRuleset }) {
  return (
    <NoticeStrip kind="info">
      <UnlistedWords opened={opened} />
    </NoticeStrip>
  )
}

/** Lists the drafts in this browser's storage, or says that it cannot store any. */
export function DraftNotices(props: {
  readonly copy: WorkingCopy
  /** Id of a draft that another notice shows. */
  readonly hidden: string | null
  readonly onDiscard: () => void
}) {
  const { copy, hidden, onDiscard } = props
  const others = copy.others.filter(({ pageId }) => pageId !== hidden)
  /** Discards the text that the dialog is about; null if it is closed. */
  const [discarding, setAsked] = useState<{ readonly discard: () => void } | null>(null)
  return (
    <>
      {discarding !== null && (
        <ConfirmDialog
          title="Discard unsaved text?"
          verb="Discard text"
          isPending={false}
          refusal={null}
          onConfirm={() => {
            discarding.discard()
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        >
          <p className="pb-2">It is stored only in this browser and cannot be restored.</p>
        </ConfirmDialog>
      )}
      {!copy.storesDrafts && (
        <NoticeStrip kind="problem">
          This browser cannot store unsaved text because its storage is full or disabled. Save before you leave the
          page.
        </NoticeStrip>
      )}
      {copy.recoveredAt !== null && copy.dirty && (
        <NoticeStrip
          kind="info"
          actions={
            <Button look="quiet" onClick={() => setAsked({ discard: onDiscard })}>
              Discard…
            </Button>
          }
        >
          Your unsaved text from <TimeText at={new Date(copy.recoveredAt).toISOString()} /> was restored.
        </NoticeStrip>
      )}
      {others.map((entry) => (
        <NoticeStrip
          key={entry.pageId}
          kind="info"
          actions={
            <>
              <Button look="quiet" onClick={() => copy.takeOther(entry)}>
                Restore
              </Button>
              <Button look="quiet" onClick={() => setAsked({ discard: () => copy.dropOther(entry) })}>
                Discard…
              </Button>
            </>
          }
        >
          Another unsaved text is stored in this browser, from <TimeText at={new Date(entry.at).toISOString()} />. It
          comes from another tab, or you put it aside.
        </NoticeStrip>
      ))}
    </>
  )
}

/** Says that the editor has an example's text, and offers the former text. */
export function StartedNotice(props: {
  readonly title: string
  /** Whether the former text is stored as a draft in this browser. */
  readonly isStored: boolean
  readonly onUndo: () => void
  readonly onDismiss: () => void
}) {
  return (
    <NoticeStrip
      kind="info"
      actions={
        <>
          <Button look="quiet" onClick={props.onUndo}>
            Undo
          </Button>
          <Button look="quiet" onClick={props.onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      Opened “{props.title}”.{props.isStored && ' Your text is stored in this browser.'}
    </NoticeStrip>
  )
}

/** Says that another person saved a revision since this text was begun. */
export function NewerNotice(props: {
  readonly theirs: OpenedRuleset
  readonly dirty: boolean
  readonly onDecide: () => void
  readonly onShow: () => void
}) {
  const { theirs, dirty, onDecide, onShow } = props
  return (
    <NoticeStrip
      kind="warning"
      actions={
        dirty ? <Button onClick={onDecide}>Decide…</Button> : <Button onClick={onShow}>Show newer revision</Button>
      }
    >
      {personName(theirs.savedBy)} saved a newer revision, <TimeText at={theirs.savedAt} />.
      {dirty && ' Your text is unsaved and unchanged.'}
    </NoticeStrip>
  )
}

/** Shows the result of a merge, with every line that needs a choice. */
export function MergeNotice(props: {
  readonly report: MergeReport
  readonly onReveal: (line: number) => void
  readonly onDismiss: () => void
}) {
  const { report, onReveal, onDismiss } = props
  const { who, conflicts } = report
  return (
    <NoticeStrip
      kind={conflicts.length === 0 ? 'done' : 'warning'}
      actions={
        <Button look="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {conflicts.length === 0 ? (
        <>Your changes and those of {who} are merged. Check the text, then save it.</>
      ) : (
        <>
          Merged with the revision by {who}. You both changed the same lines. Choose at{' '}
          <ul className="inline" aria-label="Lines to choose at">
            {conflicts.map(({ line }, position) => (
              <li key={line} className="inline">
                {position > 0 && ', '}
                <button type="button" onClick={() => onReveal(line)} className="text-accent underline">
                  line {line}
                </button>
              </li>
            ))}
          </ul>
          , and remove the marks.
        </>
      )}
    </NoticeStrip>
  )
}

/** Says that the text was saved, and shows its test cases. */
export function SavedNotice({ saved, onDismiss }: { readonly saved: SavedText; readonly onDismiss: () => void }) {
  const { name, hash } = saved
  const [shown, setShown] = useState(false)
  const run = useQuery({
    queryKey: ['test-run', name, hash, saved.savedAt],
    queryFn: () => server.testCases.runAll.mutate({ name, hash }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const counts = run.data?.counts
  const wrong = counts !== undefined && counts.fail + counts.error > 0
  return (
    <NoticeStrip
      kind={wrong || run.isError ? 'warning' : 'done'}
      actions={
        <>
          {run.isError && (
            <Button look="quiet" onClick={() => void run.refetch()}>
              Run the test cases
            </Button>
          )}
          {run.data !== undefined && run.data.cases.length > 0 && (
            <Button look="quiet" onClick={() => setShown(true)}>
              Show the test cases
            </Button>
          )}
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <span className="inline-flex flex-wrap items-center gap-x-3">
        <span>
          Saved as <code className="font-mono">{hash.slice(0, 10)}</code>.
        </span>
        {run.isPending && 'Running its test cases…'}
        {run.isError && `Its test cases were not run: ${refusalOf(run.error).message}`}
        {counts !== undefined && <RunCounts counts={counts} />}
      </span>
      {shown && run.data !== undefined && (
        <Dialog open onClose={() => setShown(false)} title={`Test cases of ${name}`} wide>
          <TestCaseResults run={run.data} />
        </Dialog>
      )}
    </NoticeStrip>
  )
}
