/** Who is told about waiting calls of tools and changed guards, a flood at most once in each period. */
import { z } from 'zod'
import { NOTIFICATION_LIMITS } from '../../api/terms/notification-terms'
import type { Actor } from '../../database/notifications/telling'
import { id, type Reading, reading, tell, toAnswer } from './entry-reading'

const guard = { guard_id: id, guard_name: z.string(), tool: z.string() }
const PERIOD_MS = NOTIFICATION_LIMITS.calls_period_minutes * 60_000
/** Everybody is notified, including the person whose agent made the call: refusing is always allowed. */
const NOBODY: Actor = { by: 'label', label: '' }
const callsOf = (guardId: string) => `calls/${guardId}`
const changesOf = (guardId: string) => `guard/${guardId}`

/** Tells reviewers about the first waiting call of a guard at once, and about a flood once in each period. */
export function callAsked(): Reading {
  const details = z.object({ ...guard, call_id: id })
  return reading(
    details,
    ({ guard_id: guardId, guard_name: guardName, tool, call_id }, entry) => {
      const of = { id: guardId, name: guardName, tool }
      const later = { event: 'more_calls_asked', actor: null, guard: of } as const
      return [
        tell('call_waiting', entry, toAnswer({ of: 'any_reviewer' }), {
          ...{ name: null, hash: null, forWebhooks: false },
          facts: { event: 'call_asked', call_id, guard: of },
          collected: { scope: callsOf(guardId), periodMs: PERIOD_MS, facts: later },
        }),
      ]
    },
    () => NOBODY,
  )
}

/** Ends what was told about the calls of a guard once nothing waits. */
export function callAnswered(): Reading {
  return reading(z.object(guard), ({ guard_id: guardId }) => [{ do: 'end_calls', guardId }])
}

/** Asks reviewers to confirm the guard. */
export function guardChanged(): Reading {
  return reading(z.object(guard), ({ guard_id: guardId, guard_name: guardName, tool }, entry) => {
    const facts = { event: 'guard_changed', guard: { id: guardId, name: guardName, tool } } as const
    return [
      tell('call_waiting', entry, toAnswer({ of: 'any_reviewer' }), {
        ...{ name: null, hash: null, forWebhooks: false, facts },
        collected: { scope: changesOf(guardId), periodMs: PERIOD_MS, facts: { ...facts, actor: entry.actor } },
      }),
    ]
  })
}

/** Withdraws the request to confirm a guard. */
export function guardSettled(): Reading {
  return reading(z.object(guard), ({ guard_id: guardId }) => [{ do: 'end_scope', scope: changesOf(guardId) }])
}
