/** The first end of a session gives the reason, and every end is a security event. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { MEMBER_PERSON, type MemberPerson, memberOf } from './people'
import { insertSecurityEvents, type SecurityEventKind } from './security-events'

export type SessionEnd =
  | 'signed_out'
  | 'ended_elsewhere'
  | 'everywhere'
  | 'password_changed'
  | 'wrong_passwords'
  | 'replaced'
  | 'disabled'
  | 'too_many'

export interface SessionRow {
  /** A UUID that grants no access. */
  readonly id: string
  readonly personId: string
  /** sha256. */
  readonly tokenSha256: Uint8Array
  readonly method: string
  readonly startedAt: Date
  readonly authenticatedAt: Date
  readonly lastUsedAt: Date
  readonly browser: string
  readonly address: string
  readonly endedAt: Date | null
  readonly endReason: string | null
}

export type NewSessionRow = Omit<SessionRow, 'lastUsedAt' | 'endedAt' | 'endReason'>

export interface FoundSession extends SessionRow {
  readonly person: MemberPerson
}

export interface SessionEnding {
  readonly at: Date
  readonly reason: SessionEnd
}

export interface SessionVerbs {
  /** @param limit per person; the longest unused sessions beyond it end */
  addSession(session: NewSessionRow, at: Date, limit: number): Promise<void>
  /** Finds ended sessions too. */
  findSession(tokenSha256: Uint8Array): Promise<FoundSession | null>
  noteSessionUse(id: string, at: Date): Promise<void>
  /** Active ones, latest first. */
  listSessions(personId: string, usedSince: Date): Promise<SessionRow[]>
  /** False if it is another person's, unknown or ended. */
  endSession(which: { readonly id: string; readonly personId: string }, ending: SessionEnding): Promise<boolean>
  endOtherSessions(personId: string, exceptId: string, ending: SessionEnding): Promise<number>
  /**
   * Counts a password try as wrong before it is checked.
   * @returns the tries since the last right one; null if the session ended or had `limit` tries
   */
  countProof(id: string, limit: number): Promise<number | null>
  /** After a right password. */
  forgetProofs(id: string): Promise<void>
  sweepSessions(before: Date): Promise<number>
}

export function sessionVerbs({ prisma, repeatable }: Database): SessionVerbs {
  return {
    addSession: ({ tokenSha256, ...session }, at, limit) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const data = { ...session, tokenSha256: new Uint8Array(tokenSha256), lastUsedAt: at }
          const { count } = await tx.browserSession.createMany({ data, skipDuplicates: true })
          if (count === 0) return
          const { personId, address, method, browser } = session
          await insertSecurityEvents(tx, [sessionEvent('signed_in', personId, address, at, { method, browser })])
          await endBeyond(tx, personId, limit, at)
        }),
      ),

    findSession: (tokenSha256) =>
      repeatable(async () => {
        const row = await prisma.browserSession.findUnique({
          where: { tokenSha256: new Uint8Array(tokenSha256) },
          include: { person: MEMBER_PERSON },
        })
        return row && { ...row, person: memberOf(row.person) }
      }),

    noteSessionUse: (id, at) =>
      repeatable(async () => {
        const where = { id, endedAt: null, lastUsedAt: { lt: at } }
        await prisma.browserSession.updateMany({ where, data: { lastUsedAt: at } })
      }),

    listSessions: (personId, usedSince) =>
      repeatable(() =>
        prisma.browserSession.findMany({
          where: { personId, endedAt: null, lastUsedAt: { gte: usedSince } },
          orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
        }),
      ),

    endSession: (which, ending) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          if ((await endWithin(tx, which, ending)) > 0) return true
          // An earlier attempt of this call may have taken effect.
          return again && (await tx.browserSession.count({ where: { ...which, endReason: ending.reason } })) > 0
        }),
      ),

    endOtherSessions: (personId, exceptId, ending) =>
      repeatable(() => prisma.$transaction((tx) => endWithin(tx, { personId, id: { not: exceptId } }, ending))),

    countProof: (id, limit) =>
      repeatable(async () => {
        const [row] = await prisma.$queryRaw<{ tries: number }[]>`
          UPDATE browser_session SET wrong_proofs = wrong_proofs + 1
          WHERE id = ${id}::uuid AND ended_at IS NULL AND wrong_proofs < ${limit}
          RETURNING wrong_proofs AS tries`
        return row?.tries ?? null
      }),

    forgetProofs: (id) =>
      repeatable(async () => {
        await prisma.browserSession.updateMany({ where: { id, endedAt: null }, data: { wrongProofs: 0 } })
      }),

    sweepSessions: (before) =>
      repeatable(async () => (await prisma.browserSession.deleteMany({ where: { startedAt: { lt: before } } })).count),
  }
}

export function endSessionsOf(tx: Prisma.TransactionClient, personId: string, ending: SessionEnding): Promise<number> {
  return endWithin(tx, { personId }, ending)
}

async function endWithin(
  tx: Prisma.TransactionClient,
  which: Prisma.BrowserSessionWhereInput,
  { at, reason }: SessionEnding,
): Promise<number> {
  const ended = await tx.browserSession.updateManyAndReturn({
    where: { ...which, endedAt: null },
    data: { endedAt: at, endReason: reason },
    select: { personId: true, address: true, browser: true },
  })
  const kind = reason === 'signed_out' ? 'signed_out' : 'session_ended'
  const events = ended.map(({ personId, address, browser }) =>
    sessionEvent(kind, personId, address, at, { reason, browser }),
  )
  await insertSecurityEvents(tx, events)
  return ended.length
}

/** Bounds active and ended sessions per person. */
async function endBeyond(tx: Prisma.TransactionClient, personId: string, limit: number, at: Date): Promise<void> {
  const order = [{ lastUsedAt: 'desc' }, { id: 'asc' }] satisfies Prisma.BrowserSessionOrderByWithRelationInput[]
  const beyond = (endedAt: null | { not: null }) =>
    tx.browserSession.findMany({ where: { personId, endedAt }, orderBy: order, skip: limit, select: { id: true } })
  const active = await beyond(null)
  if (active.length > 0) await endWithin(tx, { id: { in: active.map(({ id }) => id) } }, { at, reason: 'too_many' })
  const ended = await beyond({ not: null })
  if (ended.length > 0) await tx.browserSession.deleteMany({ where: { id: { in: ended.map(({ id }) => id) } } })
}

function sessionEvent(
  kind: SecurityEventKind,
  personId: string,
  address: string,
  at: Date,
  details: Readonly<Record<string, string>>,
) {
  return { kind, personId, accountKey: personId, address, at, details }
}
