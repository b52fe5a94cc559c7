/**
 * What people change of their own account.
 *
 * Promises: another name and another password stand in the log of every namespace the person is a member of, never the
 * password itself; links on which the password might be set count no more once it was changed. Trusts texts to hold no NUL
 * character.
 */
import type { Database } from './database'
import { dropUnusedLinks } from './password-links'
import { personLabelOf } from './people'
import { tellNamespaces } from './tell-namespaces'

export interface PasswordChange {
  readonly personId: string
  readonly passwordHash: string
  /** From then on; sessions that began before are over. */
  readonly at: Date
  /** Label of the person. */
  readonly actor: string
}

export interface OwnAccountVerbs {
  /** As printed under what is signed from now on. The same name again changes nothing. */
  renamePerson(personId: string, name: string, at: Date): Promise<void>
  changePassword(change: PasswordChange): Promise<void>
  /** Sessions that began before are over. */
  endSessions(personId: string, at: Date): Promise<void>
}

export function ownAccountVerbs({ prisma, repeatable }: Database): OwnAccountVerbs {
  return {
    renamePerson: (personId, name, at) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const before = await tx.person.findUniqueOrThrow({ where: { id: personId } })
          const { count } = await tx.person.updateMany({ where: { id: personId, name: before.name }, data: { name } })
          if (count === 0 || before.name === name) return
          const details = { person: personId, from: before.name, to: name }
          await tellNamespaces(tx, personId, at, { kind: 'person_renamed', actor: personLabelOf(before), details })
        }),
      ),

    changePassword: ({ personId, passwordHash, at, actor }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          // An earlier attempt that took effect left this very hash, which has a salt of its own.
          const where = { id: personId, NOT: { passwordHash } }
          const { count } = await tx.person.updateMany({ where, data: { passwordHash, sessionsFrom: at } })
          if (count === 0) return
          await dropUnusedLinks(tx, personId)
          const details = { person: personId }
          await tellNamespaces(tx, personId, at, { kind: 'password_changed', actor, details })
        }),
      ),

    endSessions: (id, at) =>
      repeatable(async () => {
        await prisma.person.updateMany({ where: { id }, data: { sessionsFrom: at } })
      }),
  }
}
