/** Exported decision logs, read back by DuckDB and compared with what was logged. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { editRows } from '../../database/testing/fresh-database'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { type CheckToLog, logChecks } from '../../services/decision-log/testing/log-checks'
import { readLog, type ServicesUnderTest, startServices } from '../../services/testing/services-under-test'
import { beginScript, runScript, scriptEnded } from '../../testing/run-script'
import { DuckdbSession, duckdbText } from '../touchstone/open-duckdb'
import { type CheckExport, exportChecks } from './export-checks'

const [RULESET, LIBRARY] = ['a'.repeat(64), 'b'.repeat(64)]
const BEGIN = Date.UTC(2027, 0, 1)
const REFUSE = `if (name === '@duckdb/node-api') throw new Error('not installed')`
const hooks = asModule(`export const resolve = (name, context, next) => { ${REFUSE}; return next(name, context) }`)
/** Preloaded, it hides the package from `import` and from `require`. */
const WITHOUT_DUCKDB = asModule(`
  import { Module, register } from 'node:module'
  register(${JSON.stringify(hooks)})
  const find = Module._resolveFilename
  Module._resolveFilename = (name, ...others) => { ${REFUSE}; return find(name, ...others) }`)
const MINUTE = 60_000

function asModule(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`
}

let tested: ServicesUnderTest
let folder = ''
beforeAll(async () => {
  tested = await startServices(1, { ownServer: true })
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-export-'))
})
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await tested.stop()
})

/** Logs checks one minute apart. @returns the namespace and the ids of its checks */
async function logged(checks: readonly CheckToLog[]) {
  const namespaceId = (await tested.personCaller(['administrator'])).namespaceId!
  return { namespaceId, ids: await logChecks(tested.store, namespaceId, checks) }
}

const NEVER = new AbortController().signal

function write(namespaceId: string, more: Partial<CheckExport> = {}, signal = NEVER, show = (_: string) => {}) {
  const request = { namespaceId, file: path.join(folder, 'log.parquet'), from: null, to: null, withClaims: true }
  const now = () => new Date(tested.now())
  return exportChecks({ store: tested.store, now, show, signal }, { ...request, ...more })
}

async function readBack(columns = '*', name = 'log.parquet'): Promise<readonly (readonly unknown[])[]> {
  const duckdb = await DuckdbSession.open()
  try {
    return await duckdb.rows(`SELECT ${columns} FROM read_parquet(${duckdbText(path.join(folder, name))})`)
  } finally {
    duckdb.close()
  }
}

describe('an export', () => {
  it('has a row for each check, with what the log keeps of its claims', async () => {
    const [guardId, grantId] = [randomUUID(), randomUUID()]
    const value = { weight: '12 kg', name: "O'Neil\n漢", share: new JsonNumber('0.50'), lines: [{ b: null, a: [] }] }
    const claims = { from: 'value', value } as const
    const { namespaceId, ids } = await logged([
      { claims, unitLibraryHash: LIBRARY },
      { claims, rule: { redaction: 'drop', exceptions: { name: 'hash', weight: 'keep' } } },
      { answers: [], call: { decision: 'refuse', guardId, grantId: null } },
      { answers: ['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS'].map((each) => [`a_${each}`, each] as never) },
      { call: { decision: 'pass', guardId, grantId } },
    ])
    const event = { kind: 'checks_erased', actor: 'test', details: { count: 1, by: 'check' } } as const
    await tested.store.eraseDecisions(namespaceId, [ids[3]!], new Date(tested.now()), () => event)
    const written = await write(namespaceId)
    const file = path.join(folder, 'log.parquet')
    expect(written).toEqual({ rows: 5, withValues: 4, damaged: 0, bytes: statSync(file).size })
    expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['log.parquet']])

    const rows = await readBack(
      '"index", check_id, epoch_ms("time"), ruleset_hash, unit_library_hash, engine_version <> \'\', is_erased',
    )
    expect(rows).toEqual(
      ids.map((id, nth) => {
        const time = String(BEGIN + nth * MINUTE)
        return [String(nth), id, time, RULESET, nth === 0 ? LIBRARY : null, true, nth === 3]
      }),
    )
    expect(await readBack('call_decision, guard_id, grant_id')).toEqual([
      [null, null, null],
      [null, null, null],
      ['refuse', guardId, null],
      [null, null, null],
      ['pass', guardId, grantId],
    ])
    expect(await readBack("answers['is_paid'], answers['a_FALSE'], cardinality(answers)")).toEqual([
      ['TRUE', null, '1'],
      ['TRUE', null, '1'],
      [null, null, '0'],
      [null, 'FALSE', '4'],
      ['TRUE', null, '1'],
    ])
    const [kept, redacted, ...others] = (await readBack('claims')).flat()
    expect(kept).toBe(`{"lines":[{"a":[],"b":null}],"name":"O'Neil\\n漢","share":0.50,"weight":"12 kg"}`)
    expect(redacted).toMatch(/^\{"name":\{"hmac_sha256":"[0-9a-f]{64}"\},"weight":"12 kg"\}$/)
    expect(others).toEqual(['{"paid":true}', null, '{"paid":true}'])
  })

  it('leaves the claims out, unless they are wanted, and is noted in the log of the namespace', async () => {
    const { namespaceId } = await logged([{}, {}])
    expect(await write(namespaceId, { withClaims: false })).toMatchObject({ rows: 2, withValues: 0, damaged: 0 })
    expect((await readBack('columns(*)::VARCHAR'))[0]).toHaveLength(11)
    await write(namespaceId, { file: path.join(folder, 'with.parquet') })
    expect((await readBack('columns(*)::VARCHAR', 'with.parquet'))[0]).toHaveLength(12)
    const exported = (await readLog(tested, namespaceId)).filter(({ kind }) => kind === 'exported')
    expect(exported.map(({ actor, details }) => [actor, details.what])).toEqual([
      ['operator', 'decision_log'],
      ['operator', 'check_values'],
    ])
  })

  it('reads a long log page by page, or a part of it, in the order of the log', async () => {
    const { namespaceId, ids } = await logged(Array.from({ length: 2_500 }, () => ({})))
    const words: string[] = []
    await write(namespaceId, {}, NEVER, (each) => words.push(each))
    expect(words).toEqual(['read 1000 of at most 2500 checks'])
    expect((await readBack('check_id')).flat()).toEqual(ids)
    const [from, to] = [new Date(BEGIN + 100 * MINUTE), new Date(BEGIN + 1_300 * MINUTE)]
    expect(await write(namespaceId, { from, to, file: path.join(folder, 'part.parquet') })).toMatchObject({
      rows: 1200,
    })
    expect((await readBack('check_id', 'part.parquet')).flat()).toEqual(ids.slice(100, 1_300))
  })

  it('of an empty log has the columns and no row', async () => {
    const { namespaceId } = await logged([])
    expect(await write(namespaceId)).toMatchObject({ rows: 0, withValues: 0, damaged: 0 })
    expect(await readBack()).toEqual([])
  })

  it('counts entries that were damaged', async () => {
    const { namespaceId } = await logged([{}, {}, {}])
    await editRows(tested.ownerUrl, async (client) => {
      const change = (set: string, index: number) =>
        client.query(`UPDATE decision_entry SET ${set} WHERE namespace_id = $1 AND index = ${index}`, [namespaceId])
      await change("body = '{}'", 0)
      await change("sealed = '\\x00112233445566778899aabbccddeeff00'", 2)
    })
    expect(await write(namespaceId)).toMatchObject({ rows: 3, withValues: 2, damaged: 2 })
    expect(await readBack('answers IS NULL, claims IS NULL')).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ])
  })

  it('changes no file, and leaves none after it was stopped', async () => {
    const { namespaceId } = await logged([{}])
    const file = path.join(folder, 'log.parquet')
    writeFileSync(file, 'mine')
    await expect(write(namespaceId)).rejects.toThrow(`${file} exists already.`)
    expect(statSync(file).size).toBe(4)
    const missing = path.join(folder, 'none', 'log.parquet')
    await expect(write(namespaceId, { file: missing })).rejects.toThrow('There is no folder')
    rmSync(file)
    const stopped = new AbortController()
    await expect(write(namespaceId, {}, stopped.signal, () => stopped.abort())).rejects.toThrow(/abort/)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the command', () => {
  const environment = () => ({ DATABASE_URL: '', DATA_DIR: tested.dataDir(), INIT_CWD: folder })
  const data = (...args: string[]) => runScript('data', environment(), ['checks', ...args])

  it('writes into the folder that it was called in, next to a running server', async () => {
    const { namespaceId, ids } = await logged([{}, {}])
    const { status, output, errors } = await data('log.parquet', '--namespace', namespaceId, '--from', '2027-01-01')
    expect([status, errors]).toEqual([0, 'read 2 of at most 2 checks\n'])
    const file = path.join(folder, 'log.parquet')
    expect(output).toBe(
      `2 checks were written to ${file} (${statSync(file).size.toLocaleString('en-US')} bytes), without claims.\n`,
    )
    expect((await readBack('check_id')).flat()).toEqual(ids)
  })

  it('says what to do without the package that writes Parquet, and exports nothing', async () => {
    const { namespaceId } = await logged([{}])
    const args = ['checks', 'log.parquet', '--namespace', namespaceId]
    const ended = await scriptEnded(beginScript('data', environment(), args, WITHOUT_DUCKDB))
    expect(ended).toEqual({
      ...{ status: 1, output: '' },
      errors:
        'An export needs the package @duckdb/node-api, which is not installed. Run npm install @duckdb/node-api in this folder, or run the command in a clone, where npm start installs it.\n',
    })
    expect(readdirSync(folder)).toEqual([])
    expect((await readLog(tested, namespaceId)).filter(({ kind }) => kind === 'exported')).toEqual([])
  })

  it('refuses a file that exists and an unknown namespace', async () => {
    writeFileSync(path.join(folder, 'log.parquet'), 'mine')
    const taken = await data('log.parquet', '--namespace', randomUUID())
    expect(taken).toMatchObject({ status: 1, output: '' })
    expect(taken.errors).toContain('exists already. A file is never written over: give another name.')
    const unknown = randomUUID()
    const refused = await data('other.parquet', '--namespace', unknown)
    expect(refused).toEqual({ status: 1, output: '', errors: `There is no namespace "${unknown}".\n` })
    expect(readdirSync(folder)).toEqual(['log.parquet'])
  })
})
