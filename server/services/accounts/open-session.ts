/**
 * Finds the session that a browser carries, and says why it counts no more.
 *
 * Promises: one read by key, which finds the person too; a session counts in no process once it ended, once it is older
 * than {@link SESSION_LIFE}, or once it was unused for {@link IDLE_LIFE}. A use is written at most once a minute.
 */
import type { FoundSession, SessionVerbs } from '../../database/accounts/sessions'
import { hashToken } from '../access/authenticate'
import { IDLE_LIFE, SESSION_LIFE, type Session } from './session'

export interface SessionReading {
  readonly store: Pick<SessionVerbs, 'findSession' | 'noteSessionUse'>
  readonly now: () => Date
}

const WRITE_EVERY = 60_000

/** The row of the session, or in words why it counts no more. */
export type SessionState =
  | { readonly kind: 'open'; readonly found: FoundSession }
  | { readonly kind: 'over'; readonly reason: string }

export async function sessionState({ store, now }: SessionReading, session: Session): Promise<SessionState> {
  const found = await store.findSession(hashToken(session.token))
  if (found === null || found.personId !== session.personId) return over('It is not known here.')
  if (found.endedAt !== null) return over(END_WORDS.get(found.endReason ?? '') ?? 'It was ended.')
  const at = now().getTime()
  if (found.person.sessionsFrom > found.startedAt)
    return over('You signed out everywhere, or your password was changed.')
  if (at - found.startedAt.getTime() > SESSION_LIFE) return over('It lasts twelve hours.')
  if (at - found.lastUsedAt.getTime() > IDLE_LIFE) return over('It was not used for half an hour.')
  return { kind: 'open', found }
}

/** The session of a browser that counts; null where there is none. Notes the use. */
export async function openSession(reading: SessionReading, session: Session | null): Promise<FoundSession | null> {
  if (session === null) return null
  const state = await sessionState(reading, session)
  if (state.kind === 'over') return null
  await noteUse(reading, session, state.found)
  return state.found
}

export async function noteUse({ store, now }: SessionReading, session: Session, found: FoundSession): Promise<void> {
  if (session.isUnattended !== true && now().getTime() - found.lastUsedAt.getTime() >= WRITE_EVERY)
    await store.noteSessionUse(found.id, now())
}

function over(reason: string): SessionState {
  return { kind: 'over', reason }
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
