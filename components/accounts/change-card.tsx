import { Button } from '../ui/button'
import type { PendingChange } from '../ui/change-answers'
import { TimeText } from '../ui/time-text'
import { changeWords } from './change-words'

export type ChangeVerb = 'confirm' | 'decline' | 'withdraw' | 'apply_alone'

const LIST = new Intl.ListFormat('en', { type: 'disjunction' })

/** A pending change: who wants what, until when, and who can answer. */
export function ChangeCard(props: { readonly change: PendingChange; readonly onAsk: (verb: ChangeVerb) => void }) {
  const { change, onAsk } = props
  const { title, parts } = changeWords(change)
  const { proposedBy, proposedAt, expiresAt, aloneFrom, mine, confirmers, may } = change
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <h2 className="text-lg font-semibold break-words">{title}</h2>
      <ul className="mt-2">
        {parts.map(({ what, before, after }) => (
          <li key={what} className="break-words">
            {what}: <span className="text-ink-soft">{before}</span> <span aria-hidden>→</span>
            <span className="sr-only">, then </span> <strong>{after}</strong>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm break-words text-ink-soft">
        Proposed by {mine ? 'you' : proposedBy}, <TimeText at={proposedAt} />. It ends without effect{' '}
        <TimeText at={expiresAt} />.
      </p>
      <p className="text-sm break-words text-ink-soft">
        {confirmers.length === 0
          ? 'No administrator of then can confirm it any more.'
          : `${LIST.format([...confirmers])} can confirm or decline it.`}{' '}
        {mine && !may.applyAlone && (
          <>
            Without an answer you can apply it alone from <TimeText at={aloneFrom} />; later approvals are then marked.
          </>
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {may.confirm && (
          <>
            <Button look="primary" onClick={() => onAsk('confirm')} aria-label={`Confirm: ${title}`}>
              Confirm
            </Button>
            <Button onClick={() => onAsk('decline')} aria-label={`Decline: ${title}`}>
              Decline
            </Button>
          </>
        )}
        {may.withdraw && (
          <Button onClick={() => onAsk('withdraw')} aria-label={`Withdraw: ${title}`}>
            Withdraw
          </Button>
        )}
        {may.applyAlone && (
          <Button onClick={() => onAsk('apply_alone')} aria-label={`Apply alone: ${title}`}>
            Apply it alone
          </Button>
        )}
      </div>
    </li>
  )
}
