/**
 * Writes the decision log of a namespace as one Parquet file, from which every column can be read alone. The rows are
 * collected in a folder next to the file that only its owner can enter, because they may contain values of claims.
 */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { DuckDBValue } from '@duckdb/node-api'
import { readCheckStatement } from '../../attestation/checks/check-statement'
import { refuseUnwritable, syncDirectory } from '../../database/backup/write-backup'
import type { StoredDecision } from '../../database/signing/read-decisions'
import type { Store } from '../../database/store'
import { canonicalText } from '../../language/numeric/lossless-json'
import { claimsOf, openClaims } from '../../services/decision-log/sealed-claims'
import { DuckdbSession, duckdbText } from '../touchstone/open-duckdb'

export interface CheckExport {
  readonly namespaceId: string
  /** Absolute. */
  readonly file: string
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
  readonly withClaims: boolean
}

export interface WrittenChecks {
  readonly rows: number
  /** Rows with claims in the file. */
  readonly withValues: number
  /** Rows whose statement or claims cannot be read. */
  readonly damaged: number
  readonly bytes: number
}

export interface ExportDependencies {
  readonly store: Pick<Store, 'listDecisions' | 'decisionTree' | 'noteEvent'>
  readonly now: () => Date
  readonly show: (words: string) => void
  readonly signal: AbortSignal
}

/** In the order of {@link rowOf}. */
const COLUMNS = [
  ...['"index" BIGINT', 'check_id VARCHAR', '"time" TIMESTAMPTZ', 'ruleset_hash VARCHAR', 'unit_library_hash VARCHAR'],
  ...['engine_version VARCHAR', 'answers MAP(VARCHAR, VARCHAR)', 'call_decision VARCHAR', 'guard_id VARCHAR'],
  ...['grant_id VARCHAR', 'is_erased BOOLEAN'],
]
const PAGE_ROWS = 1_000
const PAGES_BETWEEN_WORDS = 50

/** @throws TransferRefusal if the file exists or has no folder; WrongUseError without DuckDB; the reason of `signal` */
export async function exportChecks(dependencies: ExportDependencies, request: CheckExport): Promise<WrittenChecks> {
  const { file, withClaims } = request
  refuseUnwritable(file)
  const duckdb = await DuckdbSession.open({
    parent: path.dirname(file),
    needs: 'An export needs',
    otherwise: 'run the command in a clone, where npm start installs it',
  })
  try {
    const columns = withClaims ? [...COLUMNS, 'claims VARCHAR'] : COLUMNS
    await duckdb.run(`CREATE TABLE checks (${columns.join(', ')})`)
    const counts = await collectRows(dependencies, duckdb, request)
    const draft = path.join(duckdb.folder, 'checks.parquet')
    const rows = 'SELECT * FROM checks ORDER BY "index"'
    await duckdb.run(`COPY (${rows}) TO ${duckdbText(draft)} (FORMAT parquet, COMPRESSION zstd)`)
    dependencies.signal.throwIfAborted()
    chmodSync(draft, 0o600)
    syncFile(draft)
    // Another process may have made it meanwhile.
    refuseUnwritable(file)
    renameSync(draft, file)
    syncDirectory(path.dirname(file))
    return { ...counts, bytes: statSync(file).size }
  } finally {
    duckdb.close()
  }
}

async function collectRows(
  { store, now, show, signal }: ExportDependencies,
  duckdb: DuckdbSession,
  { namespaceId, from, to, withClaims }: CheckExport,
): Promise<Omit<WrittenChecks, 'bytes'>> {
  const details = { what: withClaims ? 'check_values' : 'decision_log', reference: null }
  // Before any value is read, as for a receipt with claims.
  await store.noteEvent(namespaceId, now(), { kind: 'exported', actor: 'operator', details })
  const { size } = await store.decisionTree.findLogTree(namespaceId)
  const filter = { rulesetHash: null, from, to, marks: null, isErased: null }
  let [rows, withValues, damaged] = [0, 0, 0]
  let before: bigint | null = null
  for (let pages = 0, isFull = true; isFull; pages++) {
    signal.throwIfAborted()
    const page: readonly StoredDecision[] = await store.listDecisions(namespaceId, filter, before, PAGE_ROWS)
    const read = page.map((entry) => readEntry(entry, withClaims))
    await duckdb.appendRows(
      'checks',
      read.map((each) => rowOf(each, duckdb, withClaims)),
    )
    isFull = page.length === PAGE_ROWS
    before = page.at(-1)?.index ?? before
    rows += page.length
    withValues += read.filter(({ claims }) => claims !== null).length
    damaged += read.filter(({ isDamaged }) => isDamaged).length
    if (pages % PAGES_BETWEEN_WORDS === 0) show(`read ${rows} of at most ${size} checks`)
  }
  return { rows, withValues, damaged }
}

function readEntry(entry: StoredDecision, withClaims: boolean) {
  const { id, body, key, sealed } = entry
  const facts = readCheckStatement(body)
  const isErased = key === null || sealed === null
  const document = isErased || !withClaims ? null : openClaims(sealed, id, key)
  const claims = document === null ? null : canonicalText(claimsOf(document))
  const isDamaged = facts === null || (withClaims && !isErased && claims === null)
  return { entry, facts, isErased, claims, isDamaged }
}

function rowOf(
  { entry, facts, isErased, claims }: ReturnType<typeof readEntry>,
  { values }: DuckdbSession,
  withClaims: boolean,
): readonly DuckDBValue[] {
  const { index, id, at, rulesetHash } = entry
  const answers = facts && values.mapValue(facts.answers.map(([key, value]) => ({ key, value })))
  return [
    ...[index, id, values.timestampTZValue(BigInt(at.getTime()) * 1_000n), rulesetHash],
    ...[facts?.unitLibraryHash ?? null, facts?.engineVersion ?? null, answers],
    ...[facts?.call?.decision ?? null, facts?.call?.guardId ?? null, facts?.call?.grantId ?? null, isErased],
    ...(withClaims ? [claims] : []),
  ]
}

function syncFile(file: string): void {
  const opened = openSync(file, 'r+')
  fsyncSync(opened)
  closeSync(opened)
}
