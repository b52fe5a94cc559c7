/** A person who joins a namespace without an invitation, with the entry of the log that this has. */
import { type Role, recordTenure } from '../accounts/administration'
import { insertPerson, type NewPerson, personLabelOf } from '../accounts/people'
import type { Database } from '../client/database'
import { appendLog } from '../signing/append-log'

export async function joinMember(
  { prisma }: Database,
  joining: { readonly namespaceId: string; readonly person: NewPerson; readonly roles: readonly Role[] },
): Promise<void> {
  const { namespaceId, person, roles } = joining
  await prisma.$transaction(async (tx) => {
    await insertPerson(tx, person)
    await tx.membership.create({ data: { namespaceId, personId: person.id, roles: [...roles], since: person.at } })
    await recordTenure(tx, { namespaceId, personId: person.id, roles, at: person.at })
    const details = { person: personLabelOf(person), roles: [...roles], by: 'test' }
    await appendLog(tx, namespaceId, person.at, [{ kind: 'member_joined', actor: 'operator', details }])
  })
}
