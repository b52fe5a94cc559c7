/** Reads everything in a database without the product's transfer code. */
import type { FreshDatabase } from './fresh-database'

export interface Content {
  /** By table, as sorted JSON texts. */
  readonly rows: Readonly<Record<string, readonly string[]>>
  readonly sequences: readonly string[]
  /** The rest of the schema as SQL. */
  readonly schema: readonly string[]
}

export async function contentOf({ query }: FreshDatabase): Promise<Content> {
  const tables = await query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const tableRows = await query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM "${name}" t ORDER BY to_jsonb(t)::text COLLATE "C"`,
    )
    rows[name] = tableRows.map(({ row }) => row)
  }
  const sequences = await query<{ text: string }>(
    `SELECT sequencename || ' ' || coalesce(last_value::text, 'unused') AS text FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY 1`,
  )
  const schema = await query<{ text: string }>(
    `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' || coalesce(column_default, '')
       FROM information_schema.columns WHERE table_schema = 'public'
     ORDER BY 1`,
  )
  return { rows, sequences: sequences.map(({ text }) => text), schema: schema.map(({ text }) => text) }
}
