/**
 * Which revision of a name applies when. A row begins at or after the moment it is set, so what applied in the past never
 * changes. The head of the log stays locked while a row is added, so the order of rows is the order of their entries.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Json } from '../../api/canonical-json'
import type { Database } from '../client/database'
import { appendLog, holdLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { type ForceRow, type ForceSpan, forceTimeline, spanAt } from './force-timeline'

export interface NewForce {
  readonly id: string
  readonly name: string
  /** For an end: the revision that was in force. */
  readonly hash: string
  readonly from: Date
  /** Null without an end. */
  readonly until: Date | null
  /** Whether no revision applies from `from` on. */
  readonly ends: boolean
}

export interface ForceChange extends NewForce {
  readonly namespaceId: string
  readonly setBy: ForceAuthor
  readonly at: Date
  /** Size of the log when the facts that allow it were read. It must be the next event. */
  readonly logSize: bigint
}

export interface ForceAuthor {
  readonly personId: string
  readonly label: string
}

export interface InForceVerbs {
  /** By name; a name without a revision in force has no entry. */
  forceSpans(namespaceId: string, names: readonly string[]): Promise<Map<string, ForceSpan[]>>
  /** Spans in force of the names that point or pointed at the bytes, in one query. */
  forceSpansOfBytes(namespaceId: string, hash: string): Promise<Map<string, ForceSpan[]>>
  /** `log_moved`: nothing was stored, because the log has grown past `logSize`. */
  changeForce(change: ForceChange): Promise<'done' | 'log_moved'>
  isRevisionOf(namespaceId: string, name: string, hash: string): Promise<boolean>
}

export function inForceVerbs({ prisma, repeatable }: Database): InForceVerbs {
  return {
    forceSpans: (namespaceId, names) => repeatable(() => readSpans(prisma, namespaceId, names)),

    forceSpansOfBytes: (namespaceId, hash) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<(ForceRow & { readonly name: string })[]>`
          SELECT name, hash, coalesce(revision_depth, 0) + 1 AS revision, from_at AS "from", until_at AS until, ends,
            set_by AS "setBy", set_at AS "setAt"
          FROM in_force LEFT JOIN ruleset USING (namespace_id, hash)
          WHERE namespace_id = ${namespaceId}::uuid AND name IN (
            SELECT name FROM name_binding WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash})
          ORDER BY sequence`
        return spansByName(rows)
      }),

    changeForce: ({ namespaceId, setBy, at, logSize, ...force }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          // An earlier attempt of this call took effect.
          if ((await tx.inForce.count({ where: { id: force.id } })) > 0) return 'done'
          if ((await holdLog(tx, namespaceId, at)) !== logSize) return 'log_moved'
          const events = await insertForces(tx, namespaceId, [force], setBy, at)
          await appendLog(tx, namespaceId, at, events)
          return 'done'
        }),
      ),

    isRevisionOf: (namespaceId, name, hash) =>
      repeatable(async () => (await prisma.nameBinding.count({ where: { namespaceId, name, hash } })) > 0),
  }
}

async function readSpans(
  client: Prisma.TransactionClient,
  namespaceId: string,
  names: readonly string[],
): Promise<Map<string, ForceSpan[]>> {
  const rows = await client.inForce.findMany({
    where: { namespaceId, name: { in: [...names] } },
    include: { ruleset: { select: { revisionDepth: true } } },
    orderBy: { sequence: 'asc' },
  })
  return spansByName(
    rows.map(({ name, hash, ruleset, fromAt, untilAt, ends, setBy, setAt }) => {
      // The ruleset may be missing after changes by hand.
      const depth = (ruleset as { readonly revisionDepth: number } | null)?.revisionDepth ?? 0
      return { name, hash, revision: depth + 1, from: fromAt, until: untilAt, ends, setBy, setAt }
    }),
  )
}

/** @param rows in their order */
function spansByName(rows: readonly (ForceRow & { readonly name: string })[]): Map<string, ForceSpan[]> {
  const byName = new Map<string, ForceRow[]>()
  for (const { name, ...row } of rows) {
    const own = byName.get(name)
    if (own === undefined) byName.set(name, [row])
    else own.push(row)
  }
  const spans = [...byName].map(([name, own]) => [name, forceTimeline(own)] as const)
  return new Map(spans.filter(([, own]) => own.length > 0))
}

export interface MovedForces {
  readonly namespaceId: string
  readonly from: string
  readonly to: string
  readonly setBy: { readonly personId: string | null; readonly label: string }
  readonly at: Date
  readonly newId: () => string
}

/**
 * From `at` on, the revisions that apply under one name apply under the other instead. The past stays under the former
 * name. The caller must hold both names. @returns the events to append
 */
export async function moveForces(tx: Prisma.TransactionClient, moved: MovedForces): Promise<LogEvent[]> {
  const { namespaceId, from, to, setBy, at, newId } = moved
  await holdLog(tx, namespaceId, at)
  const spans = (await readSpans(tx, namespaceId, [from])).get(from) ?? []
  const lasting = spans.filter(({ until }) => until === null || until > at)
  const [first] = lasting
  if (first === undefined) return []
  const { personId, label } = setBy
  if (personId === null) throw new Error('only people rename a ruleset that has a revision in force')
  const { hash } = spanAt(lasting, at) ?? first
  const end: NewForce = { id: newId(), name: from, hash, from: at, until: null, ends: true }
  const taken = lasting.map(
    (span): NewForce => ({
      ...{ id: newId(), name: to, hash: span.hash },
      ...{ from: span.from > at ? span.from : at, until: span.until, ends: false },
    }),
  )
  return insertForces(tx, namespaceId, [end, ...taken], { personId, label }, at)
}

/** The caller must hold the log. @returns the events to append */
export async function insertForces(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  forces: readonly NewForce[],
  { personId, label }: ForceAuthor,
  at: Date,
): Promise<LogEvent[]> {
  const set = { namespaceId, setBy: label, setById: personId, setAt: at }
  const events: LogEvent[] = []
  for (const { from, until, ...force } of forces) {
    await tx.inForce.create({ data: { ...force, ...set, fromAt: from, untilAt: until } })
    events.push(force.ends ? endEvent(force, from, label) : startEvent(force, { from, until }, label))
  }
  return events
}

type Named = Pick<NewForce, 'name' | 'hash'>

function startEvent({ name, hash }: Named, { from, until }: Pick<NewForce, 'from' | 'until'>, actor: string): LogEvent {
  const details: Record<string, Json> = { name, hash, from: from.toISOString(), until: until?.toISOString() ?? null }
  return { kind: 'revision_put_in_force', actor, details }
}

function endEvent({ name, hash }: Named, at: Date, actor: string): LogEvent {
  return { kind: 'force_ended', actor, details: { name, hash, at: at.toISOString() } }
}
