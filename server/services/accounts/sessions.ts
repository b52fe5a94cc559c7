/**
 * Signed-in browsers of people: begun, listed, ended.
 *
 * Promises: every sign-in has a token of its own, and the session that the browser had before ends with it, so that a
 * session which was planted in a browser is of no use. Log-out ends the session at the server: a copy of the cookie opens
 * nothing afterwards. People see and end their own sessions alone.
 */
import { Refusal } from '../../api/refusal'
import type { SessionRow, SessionVerbs } from '../../database/accounts/sessions'
import { hashToken } from '../access/authenticate'
import type { Caller, CallingPerson } from '../access/caller'
import { browserWords } from './browser-words'
import { openSession, type SessionReading, sessionState } from './open-session'
import { IDLE_LIFE, type NewSession, type Session } from './session'

export interface SessionParts {
  readonly store: SessionVerbs
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

/** Where a request comes from. */
export interface BrowserOrigin {
  /** Of the header User-Agent. */
  readonly userAgent: string | undefined
  readonly addressKey: string
}

/** Times are ISO 8601 in UTC. */
export interface ListedSession {
  readonly id: string
  /** Whether it is the one that asks. */
  readonly isThis: boolean
  readonly browser: string
  readonly address: string
  readonly method: string
  readonly startedAt: string
  /** To the minute. */
  readonly lastUsedAt: string
}

export interface Sessions {
  /** @param before the session that the browser had: it ends */
  begin(session: NewSession, origin: BrowserOrigin, before: Session | null): Promise<Session>
  /** Log-out. Ends nothing where the session is over. */
  end(session: Session | null): Promise<void>
  /** Why the session of a browser counts no more, in words; null where it counts, or where there is none. */
  endedBecause(session: Session | null): Promise<string | null>
  /** Those in force, the latest used first. */
  list(caller: Caller, session: Session): Promise<readonly ListedSession[]>
  /** @throws Refusal BAD_REQUEST for a session that is not the caller's or ended before */
  endOne(caller: Caller, id: string): Promise<void>
  /** All but the one that asks. */
  endOthers(caller: Caller, session: Session): Promise<{ readonly ended: number }>
}

const TOKEN_BYTES = 32
/** Most sessions that a person has at once. */
export const MAX_SESSIONS = 50
const LONGEST_ADDRESS = 100

export function createSessions({ store, now, newId, randomBytes }: SessionParts): Sessions {
  const reading: SessionReading = { store, now }
  return {
    begin: async (session, { userAgent, addressKey }, before) => {
      const { personId, startedAt, authenticatedAt, method } = session
      const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
      const described = { browser: browserWords(userAgent), address: addressKey.slice(0, LONGEST_ADDRESS) }
      const row = { id: newId(), tokenSha256: hashToken(token), personId, startedAt, authenticatedAt, method }
      await store.addSession({ ...row, ...described }, now(), MAX_SESSIONS)
      const replaced = before === null ? null : await store.findSession(hashToken(before.token))
      if (replaced !== null) await store.endSession(named(replaced), { at: now(), reason: 'replaced' })
      return { ...session, token }
    },

    end: async (session) => {
      const found = session === null ? null : await store.findSession(hashToken(session.token))
      if (found === null || found.personId !== session?.personId) return
      await store.endSession(named(found), { at: now(), reason: 'signed_out' })
    },

    endedBecause: async (session) => {
      if (session === null) return null
      const state = await sessionState(reading, session)
      return state.kind === 'over' ? state.reason : null
    },

    list: async (caller, session) => {
      const own = Buffer.from(hashToken(session.token))
      const rows = await store.listSessions(personOf(caller).id, new Date(now().getTime() - IDLE_LIFE))
      return rows.map(({ id, tokenSha256, browser, address, method, startedAt, lastUsedAt }) => ({
        ...{ id, isThis: own.equals(tokenSha256), browser, address, method },
        startedAt: startedAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }))
    },

    endOne: async (caller, id) => {
      const ended = await store.endSession(
        { id, personId: personOf(caller).id },
        { at: now(), reason: 'ended_elsewhere' },
      )
      if (!ended)
        throw new Refusal(
          'BAD_REQUEST',
          'You have no such session. It may have ended meanwhile: load the list again.',
          {},
          { status: 404 },
        )
    },

    endOthers: async (caller, session) => {
      const found = await openSession(reading, session)
      if (found === null) throw new Refusal('CREDENTIAL_REQUIRED', 'Your session is over. Sign in again.')
      const ended = await store.endOtherSessions(personOf(caller).id, found.id, {
        at: now(),
        reason: 'ended_elsewhere',
      })
      return { ended }
    },
  }
}

function named({ id, personId }: SessionRow) {
  return { id, personId }
}

function personOf({ person }: Caller): CallingPerson {
  if (person === null) throw new Refusal('CREDENTIAL_SCOPE', 'Only a person who is signed in has sessions.')
  return person
}
