/** The filter of the audit page, stored in its URL. */
import type { inferRouterInputs } from '@trpc/server'
import type { LogKind } from '../../../server/api/terms/log-kinds'
import type { AppRouter } from '../../../server/http/trpc/router'
import { isKind } from './event-words'

export interface AuditFilter {
  readonly kind: LogKind | null
  readonly actor: string
  /** Days in UTC, `YYYY-MM-DD`, both inclusive; may be empty. */
  readonly from: string
  readonly to: string
  /** Shows entries older than this one; null for the newest. */
  readonly after: string | null
}

export const EVERYTHING: AuditFilter = { kind: null, actor: '', from: '', to: '', after: null }

export function filterOf(query: URLSearchParams): AuditFilter {
  const kind = query.get('kind') ?? ''
  const after = query.get('after') ?? ''
  return {
    kind: isKind(kind) ? kind : null,
    actor: query.get('actor') ?? '',
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
    after: /^\d{1,18}$/.test(after) ? after : null,
  }
}

/** Returns an empty query if everything is shown. */
export function queryOf({ kind, actor, from, to, after }: AuditFilter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ kind, actor: actor.trim(), from, to, after }))
    if (value !== null && value !== '') query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}

/** Rows per page. */
const PAGE_ROWS = 50

export function listRequest({
  kind,
  actor,
  from,
  to,
  after,
}: AuditFilter): inferRouterInputs<AppRouter>['audit']['list'] {
  return {
    kind,
    actor: actor.trim() === '' ? null : actor.trim(),
    from: from === '' ? null : startOf(from, 0),
    to: to === '' ? null : startOf(to, 1),
    after,
    limit: PAGE_ROWS,
  }
}

function readDay(text: string | null): string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

function startOf(date: string, daysLater: number): string {
  return new Date(Date.parse(date) + daysLater * 86_400_000).toISOString()
}
