import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../log/append-log'
import { dropUnusedLinks } from './password-links'
import { accountEvent, insertSecurityEvents } from './security-events'
import { endSessionsOf } from './sessions'

export interface PasswordChange {
  readonly personId: string
  readonly passwordHash: string
  /** Earlier sessions end. */
  readonly at: Date
  readonly actor: string
}

export interface OwnAccountVerbs {
  changePassword(change: PasswordChange): Promise<void>
  /** Ends sessions that began before `at`. */
  endSessions(personId: string, at: Date): Promise<void>
}

export function ownAccountVerbs({ prisma, repeatable }: Database): OwnAccountVerbs {
  return {
    changePassword: ({ personId, passwordHash, at, actor }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          // An earlier attempt left this salted hash.
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
