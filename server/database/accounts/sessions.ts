/**
 * Signed-in browsers.
 *
 * Promises: a session that ended stays ended, in every process; of several ends the first one gives the reason; every
 * end is a security event, written in the same transaction. Each try of a password in a session is counted in one
 * statement, so that none of many at once is lost. Trusts tokens to be sha256 hashes of random ones, and ids to be
 * UUIDs made by the caller.
 */
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
  /** UUID; it names the session and opens nothing. */
  readonly id: string
  readonly personId: string
  /** 32 bytes. */
  readonly tokenSha256: Uint8Array
  readonly method: string
  readonly startedAt: Date
  readonly authenticatedAt: Date
  readonly lastUsedAt: Date
  /** Browser and system in words. */
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
  /** @param limit most sessions of a person that are stored: beyond them those that were used longest ago end */
  addSession(session: NewSessionRow, at: Date, limit: number): Promise<void>
  /** Ended ones are found too, until they are swept; null for an unknown one. */
  findSession(tokenSha256: Uint8Array): Promise<FoundSession | null>
  /** Notes a use, unless a later one is noted. */
  noteSessionUse(id: string, at: Date): Promise<void>
  /** Those in force that were used since, the latest first. */
  listSessions(personId: string, usedSince: Date): Promise<SessionRow[]>
  /** False where it is another person's, is unknown or ended before. */
  endSession(which: { readonly id: string; readonly personId: string }, ending: SessionEnding): Promise<boolean>
  /** All but this one. @returns how many */
  endOtherSessions(personId: string, exceptId: string, ending: SessionEnding): Promise<number>
  /**
   * Counts a try of the password as wrong, before it is known to be.
   * @returns the tries since the last right one; null where the session ended, or has had `limit` tries
   */
  countProof(id: string, limit: number): Promise<number | null>
  /** The password was right. */
  forgetProofs(id: string): Promise<void>
  /** Removes sessions that began before. @returns how many there were */
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
          await insertSecurityEvents(tx, [event('signed_in', personId, address, at, { method, browser })])
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
          // An earlier attempt may have taken effect before its connection broke.
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

/** Ends every session of the person that has not ended. */
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
  const events = ended.map(({ personId, address, browser }) => event(kind, personId, address, at, { reason, browser }))
  await insertSecurityEvents(tx, events)
  return ended.length
}

/** Sessions beyond the limit end and those that ended go, so that no person has rows without bound. */
async function endBeyond(tx: Prisma.TransactionClient, personId: string, limit: number, at: Date): Promise<void> {
  const order = [{ lastUsedAt: 'desc' }, { id: 'asc' }] satisfies Prisma.BrowserSessionOrderByWithRelationInput[]
  const beyond = (endedAt: null | { not: null }) =>
    tx.browserSession.findMany({ where: { personId, endedAt }, orderBy: order, skip: limit, select: { id: true } })
  const active = await beyond(null)
  if (active.length > 0) await endWithin(tx, { id: { in: active.map(({ id }) => id) } }, { at, reason: 'too_many' })
  const ended = await beyond({ not: null })
  if (ended.length > 0) await tx.browserSession.deleteMany({ where: { id: { in: ended.map(({ id }) => id) } } })
}

function event(
  kind: SecurityEventKind,
  personId: string,
  address: string,
  at: Date,
  details: Readonly<Record<string, string>>,
) {
  return { kind, personId, accountKey: personId, address, at, details }
}
