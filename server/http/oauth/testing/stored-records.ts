import { createHash } from 'node:crypto'
import pg from 'pg'
import { visitEmbeddedPostgres } from '../../../database/embedded/visit-embedded-postgres'
import { silentLog } from '../../../database/testing/fresh-database'

export class StoredRecords {
  private constructor(
    private readonly client: pg.Client,
    private readonly leave: () => Promise<void>,
  ) {}

  static async open({ dataDir }: { readonly dataDir: string }): Promise<StoredRecords> {
    const visit = await visitEmbeddedPostgres({ dataDir, log: silentLog })
    const client = new pg.Client({ connectionString: visit.ownerUrl })
    await client.connect()
    return new StoredRecords(client, visit.leave)
  }

  async text(): Promise<string> {
    const { rows } = await this.client.query<{ row: string }>(
      'SELECT record::text AS row FROM authorization_record AS record ORDER BY kind, id',
    )
    return rows.map(({ row }) => row).join('\n')
  }

  /** Moves a token or code into the past. */
  async age(token: string, seconds: number): Promise<void> {
    const { rowCount } = await this.client.query(
      `UPDATE authorization_record SET
         expires_at = expires_at - make_interval(secs => $2::int),
         payload = payload || jsonb_build_object(
           'exp', (payload->>'exp')::bigint - $2::int,
           'iat', (payload->>'iat')::bigint - $2::int)
       WHERE id = $1`,
      [createHash('sha256').update(token).digest('hex'), seconds],
    )
    if (rowCount !== 1) throw new Error('there is no such record')
  }

  /** Moves every consent into the past, not its tokens. */
  async ageGrants(seconds: number): Promise<void> {
    const { rowCount } = await this.client.query(
      `UPDATE authorization_record SET
         expires_at = expires_at - make_interval(secs => $1::int),
         payload = payload || jsonb_build_object('exp', (payload->>'exp')::bigint - $1::int)
       WHERE kind = 'Grant'`,
      [seconds],
    )
    if (rowCount === 0) throw new Error('there is no consent')
  }

  /** Moves a token to another resource. */
  async readdress(token: string, audience: string): Promise<void> {
    const { rowCount } = await this.client.query(
      `UPDATE authorization_record SET payload = payload || jsonb_build_object('aud', $2::text) WHERE id = $1`,
      [createHash('sha256').update(token).digest('hex'), audience],
    )
    if (rowCount !== 1) throw new Error('there is no such record')
  }

  async count(kind: string): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(
      'SELECT count(*) FROM authorization_record WHERE kind = $1',
      [kind],
    )
    return Number(rows[0]!.count)
  }

  async close(): Promise<void> {
    await this.client.end()
    await this.leave()
  }
}
