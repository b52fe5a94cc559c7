/**
 * The session of a signed-in browser: who, since when, in which namespace it acts, and whether it is still in force.
 *
 * Promises: one read by key, which finds the person too; what the person may do is read on every request. A session is
 * in force in no process once it ended, is older than {@link SESSION_LIFE}, or was unused for {@link IDLE_LIFE}. A use
 * is written at most once a minute.
 */
import type { FoundSession, SessionVerbs } from '../../database/accounts/sessions'
import { hashToken } from '../access/secrets'

export interface Session extends NewSession {
  /** Random; its hash names the row of the session. */
  readonly token: string
  /** Of a request that a page made while no person used it: it does not count as a use. */
  readonly isUnattended?: boolean
}

/** Of a person who just proved who they are; no browser has it yet. */
export interface NewSession {
  readonly personId: string
  /** The namespace the browser acts in; null until one is chosen: then the person's first. */
  readonly namespaceId: string | null
  readonly startedAt: Date
  /** When the person last proved who they are: at sign-in, or when asked again. */
  readonly authenticatedAt: Date
  readonly method: SignInMethod
}

export type SignInMethod = 'password' | 'passkey' | 'oidc'

/** How long a session lasts, however it is used, in milliseconds. */
export const SESSION_LIFE = 12 * 3_600_000
/** How long it lasts without being used. */
export const IDLE_LIFE = 30 * 60_000

/** The session of a person who just proved who they are. */
export function newSession(personId: string, namespaceId: string | null, method: SignInMethod, at: Date): NewSession {
  return { personId, namespaceId, startedAt: at, authenticatedAt: at, method }
}

export interface SessionReading {
  readonly store: Pick<SessionVerbs, 'findSession' | 'noteSessionUse'>
  readonly now: () => Date
}

const WRITE_EVERY = 60_000

/** The row of the session, or the reason, in words, why it is no longer in force. */
export type SessionState =
  | { readonly kind: 'open'; readonly row: FoundSession }
  | { readonly kind: 'ended'; readonly reason: string }

/** Whether the session that a browser carries is in force. */
export async function sessionState({ store, now }: SessionReading, session: Session): Promise<SessionState> {
  const row = await store.findSession(hashToken(session.token))
  if (row === null || row.personId !== session.personId) return ended('It is not known here.')
  if (row.endedAt !== null) return ended(END_WORDS.get(row.endReason ?? '') ?? 'It was ended.')
  const at = now().getTime()
  if (row.person.sessionsFrom > row.startedAt) return ended('You signed out everywhere, or your password was changed.')
  if (at - row.startedAt.getTime() > SESSION_LIFE) return ended('It lasts twelve hours.')
  if (at - row.lastUsedAt.getTime() > IDLE_LIFE) return ended('It was not used for half an hour.')
  return { kind: 'open', row }
}

/** The session of a browser that is in force; null where there is none. Notes the use. */
export async function openSession(reading: SessionReading, session: Session | null): Promise<FoundSession | null> {
  if (session === null) return null
  const state = await sessionState(reading, session)
  if (state.kind === 'ended') return null
  await noteUse(reading, session, state.row)
  return state.row
}

/** Writes the use of a session, at most once a minute and never for an unattended request. */
export async function noteUse({ store, now }: SessionReading, session: Session, row: FoundSession): Promise<void> {
  if (session.isUnattended !== true && now().getTime() - row.lastUsedAt.getTime() >= WRITE_EVERY)
    await store.noteSessionUse(row.id, now())
}

function ended(reason: string): SessionState {
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
