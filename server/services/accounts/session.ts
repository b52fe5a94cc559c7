import type { FoundSession, SessionVerbs } from '../../database/accounts/sessions'
import { hashToken } from '../access/secrets'

export interface Session extends NewSession {
  /** Random; its hash identifies the row. */
  readonly token: string
  /** A page's own request does not count as a use. */
  readonly isUnattended?: boolean
}

/** The browser has no token yet. */
export interface NewSession {
  readonly personId: string
  /** Null means the person's first. */
  readonly namespaceId: string | null
  readonly startedAt: Date
  /** The last proof, at sign-in or later. */
  readonly authenticatedAt: Date
  readonly method: SignInMethod
}

export type SignInMethod = 'password' | 'passkey' | 'oidc'

/** In milliseconds, however it is used. */
export const SESSION_LIFE_MS = 12 * 3_600_000
/** In milliseconds without use. */
export const IDLE_LIFE_MS = 30 * 60_000

export function newSession(personId: string, namespaceId: string | null, method: SignInMethod, at: Date): NewSession {
  return { personId, namespaceId, startedAt: at, authenticatedAt: at, method }
}

export interface SessionReading {
  readonly store: Pick<SessionVerbs, 'findSession' | 'noteSessionUse'>
  readonly now: () => Date
}

const USE_WRITE_INTERVAL_MS = 60_000

export type SessionState =
  | { readonly kind: 'open'; readonly row: FoundSession }
  | { readonly kind: 'ended'; readonly reason: string }

export async function sessionState({ store, now }: SessionReading, session: Session): Promise<SessionState> {
  const row = await store.findSession(hashToken(session.token))
  if (row === null || row.personId !== session.personId) return endedState('It is not known here.')
  if (row.endedAt !== null) return endedState(END_WORDS.get(row.endReason ?? '') ?? 'It was ended.')
  const at = now().getTime()
  if (row.person.sessionsFrom > row.startedAt)
    return endedState('You signed out everywhere, or your password was changed.')
  if (at - row.startedAt.getTime() > SESSION_LIFE_MS) return endedState('It lasts twelve hours.')
  if (at - row.lastUsedAt.getTime() > IDLE_LIFE_MS) return endedState('It was not used for half an hour.')
  return { kind: 'open', row }
}

/** Null if no session is in force. Notes the use. */
export async function openSession(reading: SessionReading, session: Session | null): Promise<FoundSession | null> {
  if (session === null) return null
  const state = await sessionState(reading, session)
  if (state.kind === 'ended') return null
  await noteUse(reading, session, state.row)
  return state.row
}

/** Writes at most once a minute, and never for an unattended request. */
export async function noteUse({ store, now }: SessionReading, session: Session, row: FoundSession): Promise<void> {
  if (session.isUnattended !== true && now().getTime() - row.lastUsedAt.getTime() >= USE_WRITE_INTERVAL_MS)
    await store.noteSessionUse(row.id, now())
}

function endedState(reason: string): SessionState {
  return { kind: 'ended', reason }
}

const END_WORDS: ReadonlyMap<string, string> = new Map([
  ['signed_out', 'You signed out.'],
  ['ended_elsewhere', 'You ended it from another browser.'],
  ['everywhere', 'You signed out everywhere.'],
  ['password_changed', 'Your password was changed.'],
  ['wrong_passwords', 'A wrong password was entered five times.'],
  ['replaced', 'You signed in again in this browser.'],
  ['disabled', 'The account was disabled.'],
  ['too_many', 'You are signed in in too many browsers.'],
])
