import { Button } from '../ui/button'
import { TimeText } from '../ui/time-text'
import { NoticeStrip } from './notice-strip'
import { personName } from './person-name'
import type { OpenedRuleset } from './ruleset-data'
import type { MergeReport } from './use-merge'

/** Says that somebody saved since the text was begun. */
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
        dirty ? <Button onClick={onDecide}>Decide …</Button> : <Button onClick={onShow}>Show the newer one</Button>
      }
    >
      {personName(theirs.savedBy)} saved a newer revision, <TimeText at={theirs.savedAt} />.
      {dirty && ' Your text is unsaved and as you left it.'}
    </NoticeStrip>
  )
}

/** What a merge made, with every place where somebody has to choose. */
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
        <>Your changes and those of {who} are merged. Look at the text, then save it.</>
      ) : (
        <>
          Merged with the revision of {who}. Both of you changed the same lines: choose at{' '}
          <ul className="inline" aria-label="Lines to choose at">
            {conflicts.map(({ line }, place) => (
              <li key={line} className="inline">
                {place > 0 && ', '}
                <button type="button" onClick={() => onReveal(line)} className="text-accent underline">
                  line {line}
                </button>
              </li>
            ))}
          </ul>
          , and take the marks out.
        </>
      )}
    </NoticeStrip>
  )
}
