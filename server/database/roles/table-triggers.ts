/**
 * Refuses changes of protected rows for every role. Correct triggers are not touched, so a start usually takes no lock.
 */
import pg from 'pg'
import { ruleOf, type TableRule } from './table-rules'

const FUNCTION = 'touchstone_refuse_change'

interface Trigger {
  readonly table: string
  readonly name: string
  /** SQL between the name and the function. */
  readonly events: (table: string) => string
}

function triggersOf(table: string, rule: TableRule): Trigger[] {
  if (rule.kind === 'ordinary') return []
  const columns = rule.kind === 'append_only' ? '' : ` OF ${rule.fixed.map(pg.escapeIdentifier).join(', ')}`
  const refused = rule.kind === 'permanent' ? rule.refused : null
  const statement: Trigger = {
    ...{ table, name: 'refuse_change' },
    events: (on) => `BEFORE UPDATE${columns} OR DELETE OR TRUNCATE ON ${on} FOR EACH STATEMENT`,
  }
  if (refused === null) return [statement]
  const row: Trigger = {
    ...{ table, name: 'refuse_this_change' },
    events: (on) => `BEFORE UPDATE ON ${on} FOR EACH ROW WHEN (${refused})`,
  }
  return [statement, row]
}

interface TriggerRow {
  readonly table: string
  readonly name: string
  readonly enabled: boolean
  /** Bits of pg_trigger.tgtype. */
  readonly type: number
  readonly columns: string[]
}

const TRIGGERS = `
  SELECT c.relname AS table, t.tgname AS name, t.tgenabled IN ('O', 'A') AS enabled, t.tgtype::int AS type,
    ARRAY(SELECT a.attname::text FROM unnest(t.tgattr::int2[]) AS k (attnum)
      JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = k.attnum ORDER BY 1) AS columns
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE NOT t.tgisinternal AND p.proname = '${FUNCTION}' AND c.relnamespace = to_regnamespace(current_schema())`

/** BEFORE, and UPDATE, DELETE and TRUNCATE. */
const STATEMENT_TRIGGER_BITS = 2 + 16 + 8 + 32
/** ROW and BEFORE, and UPDATE. */
const ROW_TRIGGER_BITS = 1 + 2 + 16

async function missingTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<Trigger[]> {
  const { rows } = await client.query<TriggerRow>(TRIGGERS)
  return tables.flatMap((table) => {
    const rule = ruleOf(table)
    const fixed = rule.kind === 'permanent' ? rule.fixed.toSorted() : []
    return triggersOf(table, rule).filter(({ name }) => {
      const trigger = rows.find((row) => row.table === table && row.name === name)
      if (trigger === undefined || !trigger.enabled) return true
      if (name === 'refuse_this_change') return trigger.type !== ROW_TRIGGER_BITS
      return trigger.type !== STATEMENT_TRIGGER_BITS || JSON.stringify(trigger.columns) !== JSON.stringify(fixed)
    })
  })
}

export async function haveTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<boolean> {
  return (await missingTriggers(client, tables)).length === 0
}

export async function makeTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const { table, name, events } of await missingTriggers(client, tables)) {
    const on = pg.escapeIdentifier(table)
    await client.query(`DROP TRIGGER IF EXISTS ${name} ON ${on}`)
    await client.query(`CREATE TRIGGER ${name} ${events(on)} EXECUTE FUNCTION ${FUNCTION}()`)
  }
}
