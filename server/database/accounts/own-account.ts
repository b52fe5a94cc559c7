/**
 * What people change of their own account.
 *
 * Promises: a changed password is recorded in the log of every namespace of the person, never the password itself;
 * links on which the password might be set are removed with it. Trusts texts to hold no NUL character.
 */
import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../signing/append-log'
import { dropUnusedLinks } from './password-links'
import { accountEvent, insertSecurityEvents } from './security-events'
import { endSessionsOf } from './sessions'

export interface PasswordChange {
  readonly personId: string
  readonly passwordHash: string
  /** Sessions that began before this time end. */
  readonly at: Date
  /** Label of the person. */
  readonly actor: string
}

export interface OwnAccountVerbs {
  changePassword(change: PasswordChange): Promise<void>
  /** Ends the sessions that began before this time. */
  endSessions(personId: string, at: Date): Promise<void>
}

export function ownAccountVerbs({ prisma, repeatable }: Database): OwnAccountVerbs {
  return {
    changePassword: ({ personId, passwordHash, at, actor }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          // An earlier attempt that took effect left this very hash, which has a salt of its own.
          const where = { id: personId, NOT: { passwordHash } }
          const { count } = await tx.person.updateMany({ where, data: { passwordHash, sessionsFrom: at } })
          if (count === 0) return
          await endSessionsOf(tx, personId, { at, reason: 'password_changed' })
          await insertSecurityEvents(tx, [accountEvent('password_changed', personId, at)])
          await dropUnusedLinks(tx, personId)
          const details = { person: personId }
          await appendToLogsOfPerson(tx, personId, at, { kind: 'password_changed', actor, details })
        }),
      ),

    endSessions: (id, at) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          await tx.person.updateMany({ where: { id }, data: { sessionsFrom: at } })
          await endSessionsOf(tx, id, { at, reason: 'everywhere' })
        }),
      ),
  }
}
