import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { fillEveryTable } from '../testing/fill-every-table'
import { connectToEdit, editRows, type FreshDatabase, freshDatabase, silentLog } from '../testing/fresh-database'
import { RETENTION_FUNCTIONS } from './table-grants'
import { TABLE_RULES } from './table-rules'

const PROTECTED = Object.entries(TABLE_RULES).filter(([, { kind }]) => kind !== 'ordinary')
const ROLES = ['server', 'owner'] as const
const REFUSED = { server: /^permission denied/, owner: /^rows of \w+ are protected: \w+ is refused$/ } as const

describe.each(inject('databases'))('the tables on $name', (beside) => {
  let database: FreshDatabase
  let store: Store
  const clients = {} as Record<(typeof ROLES)[number], pg.Client>
  beforeAll(async () => {
    database = await freshDatabase(beside)
    store = await openStore({ ...database, log: silentLog, connections: 2 })
    await fillEveryTable(database)
    clients.server = await connected(database.url)
    clients.owner = await connected(database.ownerUrl)
  })
  afterAll(async () => {
    await store.close()
    for (const client of Object.values(clients)) await client.end()
    await database.drop()
  })

  /** Returns the error, or `done`, and rolls back. */
  const attempt = async (client: pg.Client, sql: string): Promise<string> => {
    await client.query('BEGIN')
    try {
      await client.query(sql)
      return 'done'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.query('ROLLBACK')
    }
  }

  /** Omits generated columns. */
  const columnsOf = async (table: string): Promise<string[]> => {
    const rows = await database.query<{ name: string }>(
      `SELECT attname::text AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [`"${table}"`],
    )
    return rows.map(({ name }) => name)
  }

  it('are all in the list, and the list has no other', async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT table_name::text AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
    )
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(TABLE_RULES).sort())
    for (const [name, rule] of Object.entries(TABLE_RULES))
      if (rule.kind === 'permanent') expect(await columnsOf(name)).toEqual(expect.arrayContaining([...rule.fixed]))
  })

  describe.each(ROLES)('as the %s', (role) => {
    it.each(PROTECTED)('refuse to change, remove and truncate %s', async (table, rule) => {
      const client = clients[role]
      const [{ count }] = (await client.query<{ count: string }>(`SELECT count(*) FROM "${table}"`)).rows as [
        { count: string },
      ]
      expect(Number(count)).toBeGreaterThan(0)
      const fixed = rule.kind === 'permanent' ? rule.fixed : await columnsOf(table)
      for (const column of fixed)
        expect(await attempt(client, `UPDATE "${table}" SET "${column}" = "${column}"`)).toMatch(REFUSED[role])
      expect(await attempt(client, `DELETE FROM "${table}"`)).toMatch(REFUSED[role])
      expect(await attempt(client, `DELETE FROM "${table}" WHERE false`)).toMatch(REFUSED[role])
      expect(await attempt(client, `TRUNCATE "${table}" CASCADE`)).toMatch(REFUSED[role])
      const columns = (await columnsOf(table)).map((column) => `"${column}"`).join()
      const copying = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM "${table}" ON CONFLICT DO NOTHING`
      expect(await attempt(client, copying)).toMatch(
        // The serial column already has its number; no role is refused.
        /^(done|cannot insert|.*unique constraint)/,
      )
    })

    it('allow the changes that the list allows', async () => {
      const client = clients[role]
      expect(await attempt(client, `UPDATE signing_key SET retired_at = now()`)).toBe('done')
      expect(await attempt(client, `UPDATE log_head SET size = size - 1`)).toMatch(/^rows of log_head are protected/)
      await editRows(database.ownerUrl, (edit) => edit.query('UPDATE log_head SET size = 7'))
      expect(await attempt(client, `UPDATE log_head SET size = 8, frontier = ''`)).toBe('done')
      expect(await attempt(client, `UPDATE log_head SET frontier = decode('00', 'hex')`)).toMatch(/^rows of log_head/)
      expect(await attempt(client, `UPDATE namespace SET display_name = 'x', stored_bytes = 1`)).toBe('done')
      expect(await attempt(client, `UPDATE credential SET revoked_at = now()`)).toBe('done')
      for (const [table, rule] of Object.entries(TABLE_RULES))
        if (rule.kind === 'ordinary') {
          const [column] = await columnsOf(table)
          expect(await attempt(client, `UPDATE "${table}" SET "${column}" = "${column}"`)).toBe('done')
          expect(await attempt(client, `DELETE FROM "${table}" WHERE false`)).toBe('done')
        }
    })

    it('preserve the retirement of a key', async () => {
      const client = clients[role]
      const retire = 'UPDATE signing_key SET retired_at = now() WHERE retired_at IS NULL'
      expect(await attempt(client, `${retire}; UPDATE signing_key SET retired_at = NULL`)).toMatch(
        /^rows of signing_key/,
      )
    })
  })

  it('are not opened to the server by the maintenance setting', async () => {
    const { server } = clients
    for (const table of ['approval', 'log_entry', 'namespace', 'frame'])
      expect(await attempt(server, `SET LOCAL touchstone.maintenance = 'on'; DELETE FROM ${table}`)).toMatch(
        REFUSED.server,
      )
    // This holds even if an operator granted too much.
    await database.query(`GRANT DELETE, UPDATE ON approval_withdrawal, log_entry, namespace, log_head TO PUBLIC`)
    try {
      for (const sql of [
        'DELETE FROM approval_withdrawal',
        'UPDATE log_entry SET kind = kind',
        'DELETE FROM namespace',
        'UPDATE log_head SET size = 0',
      ])
        expect(await attempt(server, `SET LOCAL touchstone.maintenance = 'on'; ${sql}`)).toMatch(REFUSED.owner)
    } finally {
      await database.query('REVOKE ALL ON approval_withdrawal, log_entry, namespace, log_head FROM PUBLIC')
    }
  })

  it('are open to the owner only in a maintenance transaction', async () => {
    const { owner } = clients
    const edit = `UPDATE review_record SET note = 'edited'; DELETE FROM approval_withdrawal`
    expect(await attempt(owner, `SET LOCAL touchstone.maintenance = 'on'; ${edit}`)).toBe('done')
    expect(await attempt(owner, edit)).toMatch(REFUSED.owner)
    const client = await connectToEdit(database.ownerUrl)
    expect(await attempt(client, edit)).toBe('done')
    await client.end()
    const changed = await editRows(database.ownerUrl, async (hand) => {
      await hand.query('CREATE TEMPORARY TABLE before ON COMMIT DROP AS SELECT * FROM log_entry')
      return (await hand.query(`UPDATE log_entry SET kind = kind || '!'`)).rowCount
    })
    expect(changed).toBeGreaterThan(0)
  })

  it('are not changed through a removable row, since a foreign key acts as the owner', async () => {
    const keys = await database.query<{ child: string; parent: string }>(
      `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
       WHERE contype = 'f' AND (confdeltype NOT IN ('a', 'r') OR confupdtype NOT IN ('a', 'r'))`,
    )
    const isProtected = (table: string) => TABLE_RULES[table]?.kind !== 'ordinary'
    expect(keys.filter(({ child }) => isProtected(child)).length).toBeGreaterThan(5)
    expect(keys.filter(({ child, parent }) => isProtected(child) && !isProtected(parent))).toEqual([])
  })

  it('have no trigger that refuses or changes an added row', async () => {
    // Bit 2 of the type is INSERT. The trigger that notes changed rows refuses nothing.
    const rows = await database.query(
      "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND (tgtype & 4) <> 0 AND tgname <> 'note_changed_row'",
    )
    expect(rows).toEqual([])
  })

  describe('the role of the server', () => {
    it('is ordinary and owns nothing', async () => {
      const [role] = (
        await clients.server.query(
          `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
             (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
             (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS tables,
             (SELECT count(*)::int FROM pg_proc WHERE proowner = r.oid) AS functions
           FROM pg_roles r WHERE rolname = current_user`,
        )
      ).rows
      expect(role).toEqual({
        ...{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
        ...{ memberships: 0, tables: 0, functions: 0 },
      })
    })

    it.each([
      'CREATE TABLE mine (x int)',
      'CREATE SCHEMA mine',
      `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      'CREATE ROLE mine',
      'ALTER TABLE approval DISABLE TRIGGER ALL',
      'ALTER TABLE approval DISABLE TRIGGER refuse_change',
      'DROP TRIGGER refuse_change ON log_entry',
      'ALTER TABLE log_entry ADD COLUMN x int',
      'DROP TABLE log_entry CASCADE',
      'CREATE TRIGGER mine BEFORE INSERT ON approval FOR EACH ROW EXECUTE FUNCTION touchstone_refuse_change()',
      'SET session_replication_role = replica',
      'SET SESSION AUTHORIZATION DEFAULT; SET ROLE pg_write_all_data',
      'GRANT UPDATE ON approval TO PUBLIC',
      `SELECT setval('approval_sequence_seq', 1)`,
      'DELETE FROM _prisma_migrations',
      'UPDATE _prisma_migrations SET checksum = checksum',
      'DELETE FROM person',
      'DELETE FROM ruleset_name',
      'DELETE FROM credential',
      `COPY log_entry TO PROGRAM 'true'`,
    ])('may not: %s', async (sql) => {
      const before = await attempt(clients.server, sql)
      // A GRANT without the right only warns.
      if (!sql.startsWith('GRANT')) expect(before).toMatch(/permission denied|must be (owner|superuser)|permission to/)
      expect(await attempt(clients.server, 'UPDATE approval SET approver = approver')).toMatch(REFUSED.server)
    })

    it('may call no function that runs as its owner but those of retention', async () => {
      const { rows } = await clients.server.query<{ name: string }>(
        `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
         WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')
           AND has_function_privilege(p.oid, 'EXECUTE')`,
      )
      const plain = (name: string) => name.replaceAll(' without time zone', '').replaceAll(' ', '')
      expect(rows.map(({ name }) => plain(name)).toSorted()).toEqual(RETENTION_FUNCTIONS.map(plain).toSorted())
      const [open] = await database.query<{ open: boolean }>(
        `SELECT bool_or(a.grantee = 0) AS open FROM pg_proc p, aclexplode(p.proacl) a
         WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace`,
      )
      expect(open).toEqual({ open: false })
      const paths = await database.query<{ path: string }>(
        `SELECT unnest(proconfig) AS path FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace`,
      )
      expect(paths.map(({ path }) => path)).toEqual(
        RETENTION_FUNCTIONS.map(() => 'search_path=pg_catalog, public, pg_temp'),
      )
    })
  })

  it('reports what protects the tables', async () => {
    expect(store.protection).toEqual({ grants: true, triggers: true })
    const alone = await openStore({ url: database.ownerUrl, ownerUrl: null, log: silentLog, connections: 1 })
    expect(alone.protection).toEqual({ grants: false, triggers: true })
    await alone.close()
  })
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
