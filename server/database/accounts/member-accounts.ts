/** Administrators may only change an account if they administer all its namespaces. Each of them logs the change. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { personLabelOf } from './people'
import { accountEvent, insertSecurityEvents } from './security-events'
import { endSessionsOf } from './sessions'

export interface AccountChange {
  readonly personId: string
  readonly actor: string
  readonly at: Date
  /** Null for the operator, who may change every account. */
  readonly administered: readonly string[] | null
}

/**
 * `elsewhere`: in a namespace that is not given. `administrator`: one person cannot disable or enable an administrator.
 */
export type AccountOutcome = 'done' | 'unknown' | 'elsewhere' | 'administrator'

export interface MemberAccountVerbs {
  renameAccount(change: AccountChange, name: string): Promise<AccountOutcome>
  setAccountDisabled(change: AccountChange, disabled: boolean): Promise<AccountOutcome>
}

export function memberAccountVerbs({ prisma, repeatable }: Database): MemberAccountVerbs {
  return {
    renameAccount: (change, name) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const held = await holdAccount(tx, change)
          if (typeof held === 'string') return held
          const { person } = held
          if (person.name === name) return 'done'
          await tx.person.update({ where: { id: person.id }, data: { name } })
          const details = { person: person.id }
          const sealed = { from: person.name, to: name }
          await appendToLogsOfPerson(tx, person.id, change.at, {
            kind: 'person_renamed',
            actor: change.actor,
            details,
            sealed,
          })
          return 'done'
        }),
      ),

    setAccountDisabled: (change, disabled) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const held = await holdAccount(tx, change)
          if (typeof held === 'string') return held
          const { person, isAdministrator } = held
          if (isAdministrator && change.administered !== null) return 'administrator'
          if ((person.disabledAt !== null) === disabled) return 'done'
          const { actor, at } = change
          await tx.person.update({ where: { id: person.id }, data: { disabledAt: disabled ? at : null } })
          if (disabled) await endSessionsOf(tx, person.id, { at, reason: 'disabled' })
          const kind = disabled ? 'account_disabled' : 'account_enabled'
          await insertSecurityEvents(tx, [accountEvent(kind, person.id, at)])
          await appendToLogsOfPerson(tx, person.id, at, disablingEvent(disabled, person, actor))
          return 'done'
        }),
      ),
  }
}

interface HeldAccount {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly disabledAt: Date | null
  }
  readonly isAdministrator: boolean
}

/** Locks the person until the transaction ends. */
async function holdAccount(
  tx: Prisma.TransactionClient,
  { personId, administered }: AccountChange,
): Promise<HeldAccount | Exclude<AccountOutcome, 'done'>> {
  await tx.$queryRaw`SELECT 1 FROM person WHERE id = ${personId}::uuid FOR UPDATE`
  const person = await tx.person.findUnique({ where: { id: personId }, omit: { passwordHash: true } })
  if (person === null) return 'unknown'
  const memberships = await tx.membership.findMany({ where: { personId }, orderBy: { namespaceId: 'asc' } })
  const isAdministrator = memberships.some(({ roles }) => roles.includes('administrator'))
  if (administered === null) return { person, isAdministrator }
  if (!memberships.some(({ namespaceId }) => administered.includes(namespaceId))) return 'unknown'
  if (!memberships.every(({ namespaceId }) => administered.includes(namespaceId))) return 'elsewhere'
  return { person, isAdministrator }
}

function disablingEvent(disabled: boolean, person: HeldAccount['person'], actor: string): LogEvent {
  const kind = disabled ? ('person_disabled' as const) : ('person_enabled' as const)
  return { kind, actor, details: { person: person.id }, sealed: { account: personLabelOf(person) } }
}
