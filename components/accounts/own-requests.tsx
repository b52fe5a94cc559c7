import { Badge } from '../ui/badge'
import { TimeText } from '../ui/time-text'
import type { GroupView } from './account-answers'

const STATES = {
  waiting: { tone: 'plain', words: 'waiting' },
  confirmed: { tone: 'good', words: 'confirmed' },
  not_confirmed: { tone: 'warning', words: 'not confirmed' },
} as const

/** What this namespace asked for. Whether such an account exists is not known before it is confirmed. */
export function OwnRequests({ requests }: { readonly requests: GroupView['requests'] }) {
  if (requests.length === 0) return null
  return (
    <ul aria-label="Requests of this namespace" className="mt-3 flex flex-col gap-1 text-sm">
      {requests.map(({ id, username, state, requestedAt, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-2">
          <code className="font-mono break-all">{username}</code>
          <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
          <span className="text-ink-faint">
            asked for <TimeText at={requestedAt} />
            {state === 'waiting' && (
              <>
                , until <TimeText at={expiresAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
