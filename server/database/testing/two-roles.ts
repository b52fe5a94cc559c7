/** A database with an ordinary owner, as in public/docs/operate.md. */
import { randomBytes } from 'node:crypto'
import { withConnection } from '../roles/identify-role'
import { addressOf } from './fresh-database'

export interface TwoRoles {
  readonly url: string
  readonly ownerUrl: string
  /** As a superuser. */
  readonly adminUrl: string
  readonly server: string
  readonly owner: string
  drop(): Promise<void>
}

/** @param adminUrl as a superuser */
export async function databaseOfTwoRoles(adminUrl: string): Promise<TwoRoles> {
  const name = `touchstone_roles_${randomBytes(6).toString('hex')}`
  const [owner, server, password] = [`${name}_owner`, `${name}_server`, randomBytes(12).toString('hex')]
  const address = (role: string) => {
    const url = new URL(addressOf(adminUrl, name))
    url.username = role
    url.password = password
    return url.href
  }
  await withConnection(adminUrl, async (admin) => {
    for (const role of [owner, server]) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
    await admin.query(`CREATE DATABASE ${name} OWNER ${owner}`)
  })
  return {
    ...{ url: address(server), ownerUrl: address(owner), adminUrl: addressOf(adminUrl, name), server, owner },
    drop: () =>
      withConnection(adminUrl, async (admin) => {
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
        await admin.query(`DROP ROLE ${owner}, ${server}`)
      }),
  }
}
