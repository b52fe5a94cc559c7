/** The namespaces that verifying walks: those that are there, and those of which rows were left behind. */
import { Prisma } from '../../../generated/prisma/client'
import { EVIDENCE_TABLES, type EvidenceTable, LOG_TABLES } from './evidence-tables'

/** In the order of ids. */
export async function listNamespaces(client: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<string[]> {
  const own = Object.entries<EvidenceTable>(EVIDENCE_TABLES).filter(([, { of }]) => of === 'namespace')
  const tables = [...own.map(([name]) => name), ...Object.keys(LOG_TABLES)]
  const parts = [
    Prisma.sql`SELECT id FROM namespace`,
    Prisma.sql`SELECT home_id FROM service_account`,
    ...tables.map((name) => Prisma.sql`SELECT DISTINCT namespace_id FROM ${Prisma.raw(`"${name}"`)}`),
  ]
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM (${Prisma.join(parts, ' UNION ')}) AS found ORDER BY found.id`
  return rows.map(({ id }) => id)
}
