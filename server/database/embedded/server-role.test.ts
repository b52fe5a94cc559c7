import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { applyMigrations, MIGRATIONS_DIRECTORY } from '../client/migrations'
import { withConnection } from '../roles/identify-role'
import { openStore } from '../store'
import { silentLog } from '../testing/fresh-database'
import { startEmbeddedPostgres } from './embedded-postgres'
import { EMBEDDED_SERVER_ROLE } from './server-role'

it('is created if missing, loses every earlier right, and works on existing rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'server-role-'))
  chmodSync(folder, 0o755)
  const [dataDir, older] = [join(folder, 'data'), join(folder, 'migrations')]
  const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, movedParent: join(folder, 'moved') })
  try {
    const before = await start()
    for (const name of readdirSync(MIGRATIONS_DIRECTORY).filter((each) => each < '20261124'))
      cpSync(join(MIGRATIONS_DIRECTORY, name), join(older, name), { recursive: true })
    await applyMigrations(before.ownerUrl, { directory: older })
    await withConnection(before.ownerUrl, (owner) =>
      owner.query(`
        INSERT INTO namespace (id, display_name, created_at) VALUES ('7d5a2c1e-9f0b-4c38-8b53-0d1c0a4c2f11', 'old', now());
        DROP OWNED BY ${EMBEDDED_SERVER_ROLE};
        DROP ROLE ${EMBEDDED_SERVER_ROLE};
        GRANT TEMPORARY ON DATABASE touchstone TO PUBLIC`),
    )
    await before.stop()

    const after = await start()
    const store = await openStore({ ...after, log: silentLog, connections: 1 })
    expect(store.protection).toEqual({ grants: true, triggers: true })
    expect(await store.findNamespaces('7d5a2c1e-9f0b-4c38-8b53-0d1c0a4c2f11')).toMatchObject([{ displayName: 'old' }])
    await store.close()
    const asServer = (sql: string) => withConnection(after.url, (client) => client.query(sql))
    await expect(asServer('DELETE FROM namespace')).rejects.toThrow('permission denied')
    await expect(asServer('CREATE TEMPORARY TABLE x (y int)')).rejects.toThrow('permission denied')
    await withConnection(after.ownerUrl, (owner) =>
      owner.query(`ALTER ROLE ${EMBEDDED_SERVER_ROLE} SUPERUSER CREATEDB`),
    )
    await after.stop()

    const again = await start()
    await expect(withConnection(again.url, (client) => client.query('CREATE DATABASE x'))).rejects.toThrow(
      'permission denied',
    )
    await again.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
