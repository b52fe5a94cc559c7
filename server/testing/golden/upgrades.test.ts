/**
 * This version opens what older versions wrote: restored backups and data folders, with every signature, row and export
 * still valid (upgrades/README.md).
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { newDataDirectory } from '../../database/testing/prepared-data'
import { runScript } from '../run-script'
import { heldAccess, heldAnswers, heldReceipts } from '../upgrade-fixture/held-access'
import { CHANGING, heldRows, keysOf, receiptProblems, verifiedLogs } from '../upgrade-fixture/held-evidence'
import { openDeployment } from '../upgrade-fixture/opened-deployment'
import { UpgradeFixture } from '../upgrade-fixture/upgrade-fixture'

// Tests start a command, two databases and two engines.
vi.setConfig({ testTimeout: 300_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-upgrades-'))
// If root runs the tests, PostgreSQL's user must be able to enter it.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fixtures = path.join(import.meta.dirname, 'upgrades')
const versions = readdirSync(fixtures).filter((name) => existsSync(path.join(fixtures, name, 'manifest.json')))

it('there is a fixture of every released version', () => {
  expect(versions).toEqual(expect.arrayContaining(['3203981', '50d90b5']))
})

/** `npm test` opens this version, the nightly series all others. */
const OPENED_ALWAYS = '50d90b5'

for (const version of versions)
  describe(`data of version ${version}`, { tags: version === OPENED_ALWAYS ? [] : ['nightly'] }, () => {
    const fixture = new UpgradeFixture(path.join(fixtures, version))
    const restored = path.join(folder, `${version}-restored`)

    it('verifies from its files, and no longer with a character changed', () => {
      const keys = keysOf(fixture)
      const receipts = fixture.receipts()
      expect(receipts).toHaveLength(fixture.manifest.records.length)
      for (const { name, text } of receipts) {
        expect(receiptProblems(name, text, keys)).toEqual([])
        expect(receiptProblems(name, text.replace(/"meaning":\s*"./, '$&x'), keys)).not.toEqual([])
      }
    })

    it('is complete after its backup is restored', { tags: ['nightly'] }, async () => {
      mkdirSync(restored)
      chmodSync(restored, 0o755)
      fixture.giveKeys(restored)
      const { status, errors } = await runScript('data', { DATA_DIR: restored }, ['restore', fixture.backup])
      expect(errors).toBe('')
      expect(status).toBe(0)
      await expectHeld(restored, fixture, fixture.manifest.people)
    })

    it('is complete in its own data folder', async () => {
      const empty = await newDataDirectory()
      const reason = unpack(fixture, folder, path.join(empty, POSTGRES_VERSION))
      rmSync(empty, { recursive: true })
      if (reason !== null)
        return console.log(`The data folder of ${version} was not opened, only its backup: ${reason}.`)
      const [first, ...others] = fixture.manifest.people
      const people = [first!, ...others.filter(({ passkey }) => passkey !== null)]
      await expectHeld(path.join(folder, 'data-folder'), fixture, people)
      rmSync(path.join(folder, 'data-folder'), { recursive: true })
    })
  })

const POSTGRES_VERSION = 'postgres/data/PG_VERSION'

async function expectHeld(
  dataDir: string,
  fixture: UpgradeFixture,
  people: UpgradeFixture['manifest']['people'],
): Promise<void> {
  const environment = { DATA_DIR: dataDir, PUBLIC_URL: fixture.manifest.publicUrl, SOLVER_WORKERS: '1' }
  const deployment = await openDeployment({ ...environment, FRAME_RETENTION_HOURS: '87600' })
  try {
    const tables = fixture.tables()
    expect(await heldRows(deployment.databaseUrl, tables)).toEqual([])
    // The comparison detects a changed digit or letter in each table.
    const filled = tables.filter(({ table, rows }) => rows.length > 0 && !CHANGING.has(table))
    const damaged = filled.map((each) => ({ ...each, rows: [each.rows[0]!.replace(/[0-9a-z](?=[^0-9a-z]*$)/, '~')] }))
    expect(await heldRows(deployment.databaseUrl, damaged)).toHaveLength(filled.length)
    expect(await verifiedLogs(deployment.store, fixture)).toEqual([])
    expect(await heldAccess(deployment, fixture, people)).toEqual([])
    expect(await heldAnswers(deployment, fixture)).toEqual([])
    expect(await heldReceipts(deployment, fixture)).toEqual([])
    // Later changes are not damage.
    expect(await verifiedLogs(deployment.store, fixture)).toEqual([])
  } finally {
    await deployment.close()
  }
}

/** @returns why it cannot be opened here, or null */
function unpack(fixture: UpgradeFixture, into: string, presentVersion: string): string | null {
  const archive = fixture.dataFolderArchive
  if (archive === null) return 'the fixture has none'
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it is of linux-x64'
  for (const program of ['tar', 'xz'])
    if (spawnSync(program, ['--version']).status !== 0) return `${program} is not installed`
  const { status, stderr } = spawnSync('tar', ['-xJf', archive, '-C', into])
  if (status !== 0) throw new Error(`the data folder was not unpacked: ${stderr}`)
  chmodSync(path.join(into, 'data-folder'), 0o755)
  const [present, old] = [presentVersion, path.join(into, 'data-folder', POSTGRES_VERSION)].map((file) =>
    readFileSync(file, 'utf8').trim(),
  )
  return present === old ? null : `it was written by PostgreSQL ${old}, and this version brings ${present}`
}
