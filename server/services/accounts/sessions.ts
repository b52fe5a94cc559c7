/**
 * Every sign-in ends the browser's earlier session, so a planted session is useless. After log-out, a copied cookie is
 * useless too.
 */
import { Refusal } from '../../api/refusal'
import type { SessionRow, SessionVerbs } from '../../database/accounts/sessions'
import { hashToken, newToken } from '../access/secrets'
import type { Caller, CallingPerson } from '../calls/caller'
import { IDLE_LIFE_MS, type NewSession, openSession, type Session, type SessionReading, sessionState } from './session'

export interface SessionDependencies {
  readonly store: SessionVerbs
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

export interface BrowserOrigin {
  /** Header User-Agent. */
  readonly userAgent: string | undefined
  readonly addressKey: string
}

/** Times are ISO 8601 in UTC. */
export interface ListedSession {
  readonly id: string
  /** It sent this request. */
  readonly isThis: boolean
  readonly browser: string
  readonly address: string
  readonly method: string
  readonly startedAt: string
  /** To the minute. */
  readonly lastUsedAt: string
}

export interface Sessions {
  /** @param before the browser's earlier session, which ends */
  begin(session: NewSession, origin: BrowserOrigin, before: Session | null): Promise<Session>
  end(session: Session | null): Promise<void>
  /** Null if the session is in force or missing. */
  endedBecause(session: Session | null): Promise<string | null>
  /** Last used first. */
  list(caller: Caller, session: Session): Promise<readonly ListedSession[]>
  /** @throws Refusal BAD_REQUEST if it is not an active session of the caller */
  endOne(caller: Caller, id: string): Promise<void>
  endOthers(caller: Caller, session: Session): Promise<{ readonly ended: number }>
}

/** Per person. */
export const MAX_SESSIONS = 50
const MAX_ADDRESS_CHARS = 100

export function createSessions({ store, now, newId, randomBytes }: SessionDependencies): Sessions {
  const reading: SessionReading = { store, now }
  return {
    begin: async (session, { userAgent, addressKey }, before) => {
      const { personId, startedAt, authenticatedAt, method } = session
      const token = newToken(randomBytes)
      const described = { browser: browserWords(userAgent), address: addressKey.slice(0, MAX_ADDRESS_CHARS) }
      const row = { id: newId(), tokenSha256: hashToken(token), personId, startedAt, authenticatedAt, method }
      await store.addSession({ ...row, ...described }, now(), MAX_SESSIONS)
      const replaced = before === null ? null : await store.findSession(hashToken(before.token))
      if (replaced !== null) await store.endSession(sessionKeyOf(replaced), { at: now(), reason: 'replaced' })
      return { ...session, token }
    },

    end: async (session) => {
      const row = session === null ? null : await store.findSession(hashToken(session.token))
      if (row === null || row.personId !== session?.personId) return
      await store.endSession(sessionKeyOf(row), { at: now(), reason: 'signed_out' })
    },

    endedBecause: async (session) => {
      if (session === null) return null
      const state = await sessionState(reading, session)
      return state.kind === 'ended' ? state.reason : null
    },

    list: async (caller, session) => {
      const own = Buffer.from(hashToken(session.token))
      const rows = await store.listSessions(personOf(caller).id, new Date(now().getTime() - IDLE_LIFE_MS))
      return rows.map(({ id, tokenSha256, browser, address, method, startedAt, lastUsedAt }) => ({
        id,
        isThis: own.equals(tokenSha256),
        browser,
        address,
        method,
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
      const open = await openSession(reading, session)
      if (open === null) throw new Refusal('CREDENTIAL_REQUIRED', 'Your session is over. Sign in again.')
      const ended = await store.endOtherSessions(personOf(caller).id, open.id, {
        at: now(),
        reason: 'ended_elsewhere',
      })
      return { ended }
    },
  }
}

function sessionKeyOf({ id, personId }: SessionRow) {
  return { id, personId }
}

function personOf({ person }: Caller): CallingPerson {
  if (person === null) throw new Refusal('CREDENTIAL_SCOPE', 'Only a person who is signed in has sessions.')
  return person
}

const MAX_HEADER_CHARS = 500

/** Takes the first match, because a user agent also lists the browsers it descends from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes the browser in words, for people only. The header is not stored. */
function browserWords(userAgent: string | undefined): string {
  const header = (userAgent ?? '').slice(0, MAX_HEADER_CHARS)
  const nameIn = (names: readonly (readonly [RegExp, string])[]) => names.find(([form]) => form.test(header))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined && system === undefined) return 'an unknown browser'
  return `${browser ?? 'another browser'} on ${system ?? 'an unknown system'}`
}
