/**
 * `node --import tsx server/testing/upgrade-fixture/make-fixture.ts <folder> <commit>`: writes the fixture that later
 * versions must open (server/testing/golden/upgrades/README.md), with the current product on a new data folder. All
 * keys and secrets are new and used only here. Exit status 1 for a failure.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { VERSIONS } from '../../api/terms/versions'
import { readCheckpoint } from '../../attestation/checkpoint'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { silentLog } from '../../database/testing/fresh-database'
import { runScript } from '../run-script'
import { type RunningServer, startServer } from '../running-server'
import { DeploymentStory, type StoryResult } from './deployment-story'
import type { FixtureManifest } from './fixture-manifest'
import { incompleteness, readStoredRows } from './stored-rows'
import { proposeExpiring, proposeLasting } from './story-changes'
import type { StoryMember } from './story-member'

const TAR = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--mode=u+rwX,go-rwx']

/**
 * Packs the data folder of a cleanly stopped deployment, independent of the machine's names, owners and times. Leaves
 * out segments of the write-ahead log that were made in advance or are older than the last checkpoint.
 * @param walFile the segment with the end of the write-ahead log before the database stopped
 */
function packDataFolder(dataDir: string, walFile: string, archive: string): void {
  const copy = mkdtempSync(path.join(tmpdir(), 'touchstone-packed-'))
  try {
    const folder = path.join(copy, 'data-folder')
    cpSync(dataDir, folder, { recursive: true, verbatimSymlinks: true })
    const segments = path.join(folder, 'postgres', 'data', 'pg_wal')
    for (const name of readdirSync(segments))
      if (/^[0-9A-F]{24}$/.test(name) && name !== walFile) rmSync(path.join(segments, name))
    const tar = execFileSync('tar', [...TAR, '-C', copy, '-c', 'data-folder'], { maxBuffer: 1_000_000_000 })
    execFileSync('sh', ['-c', 'exec xz -9e -c > "$1"', 'sh', archive], { input: tar })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const DAY_MS = 86_400_000

/**
 * Runs and stops the product with its clock set back some days, so that a change can expire.
 * @param act receives the server and its time
 */
async function daysAgo<T>(
  days: number,
  environment: Readonly<Record<string, string>>,
  act: (server: RunningServer, now: () => Date) => Promise<T>,
): Promise<T> {
  const server = await startServer(environment, ['--import', behind(days)])
  try {
    return await act(server, () => new Date(Date.now() - days * DAY_MS))
  } finally {
    await server.stop()
  }
}

/** Returns a module that sets back the clock of its process and threads. */
function behind(days: number): string {
  const text = `const Real = Date
    const shift = ${days * DAY_MS}
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        if (given.length === 0) super(Real.now() - shift)
        else super(...given)
      }
      static now() {
        return Real.now() - shift
      }
    }`
  return `data:text/javascript,${encodeURIComponent(text)}`
}

const PUBLIC_URL = 'http://localhost:3000'
const WARNING =
  'Keys, passwords and tokens of this folder are for tests only. They were made for it and open nothing else.'
/** Prevents frames and the evaluation credential from expiring while later versions use the fixture. */
const LASTING = { FRAME_RETENTION_HOURS: '87600', EVALUATION_TTL_DAYS: '3650', TRUSTED_PROXIES: '127.0.0.1' }

const receiptOf = z.looseObject({ bundle: z.looseObject({ text: z.string() }) })
const pieceOf = z.looseObject({ text: z.string(), next: z.string().nullable() })

async function make(folder: string, commit: string): Promise<void> {
  for (const name of ['receipts', 'checkpoints', 'logs']) mkdirSync(path.join(folder, name), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-fixture-'))
  // If root runs this, PostgreSQL's user must be able to enter it.
  chmodSync(dataDir, 0o755)
  try {
    const manifest = await playDeployment(dataDir, commit, write)
    write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
    await writeBackup(dataDir, folder)
    const walFile = await writeRows(dataDir, write)
    mkdirSync(path.join(folder, 'test-keys'))
    cpSync(path.join(dataDir, 'auth-secret'), path.join(folder, 'test-keys', 'auth-secret'))
    cpSync(path.join(dataDir, 'keys'), path.join(folder, 'test-keys', 'keys'), { recursive: true })
    if (process.platform === 'linux' && process.arch === 'x64')
      packDataFolder(dataDir, walFile, path.join(folder, 'data-folder.linux-x64.tar.xz'))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Write = (name: string, text: string) => void

async function playDeployment(dataDir: string, commit: string, write: Write): Promise<FixtureManifest> {
  const environment = { DATA_DIR: dataDir, PUBLIC_URL, ...LASTING }
  const office = await daysAgo(8, environment, proposeExpiring)
  await daysAgo(4, environment, (server) => proposeLasting(server, office))
  const server = await startServer(environment)
  try {
    const { namespaces, checkpoints, ...story } = await new DeploymentStory(server, PUBLIC_URL).play(office)
    const logs: FixtureManifest['namespaces'] = []
    for (const { id, name, administrator } of namespaces) {
      await writeReceipts(administrator, story.records, write)
      logs.push({ id, name, log: await writeLog(administrator, id, write) })
    }
    for (const { namespace, size, note } of checkpoints)
      write(path.join('checkpoints', `${namespace}-${size}.txt`), note)
    write('published-keys.json', await (await fetch(`${server.url}/.well-known/touchstone-keys.json`)).text())
    return {
      format: 'touchstone upgrade fixture',
      version: 1,
      commit,
      release: VERSIONS.service_version,
      madeAt: new Date().toISOString(),
      publicUrl: PUBLIC_URL,
      warning: WARNING,
      namespaces: logs,
      ...story,
    }
  } finally {
    await server.stop()
  }
}

async function writeReceipts(
  { page, namespaceId }: StoryMember,
  records: StoryResult['records'],
  write: Write,
): Promise<void> {
  for (const { id: recordId } of records.filter(({ namespace }) => namespace === namespaceId)) {
    const receipt = receiptOf.parse(await page.ask('signing.receipt', { recordId }))
    write(path.join('receipts', `${recordId}.json`), receipt.bundle.text)
  }
}

async function writeLog({ page }: StoryMember, id: string, write: Write): Promise<{ size: string; root: string }> {
  let text = ''
  for (let next: string | null = null, more = true; more; more = next !== null) {
    const piece: z.output<typeof pieceOf> = pieceOf.parse(await page.change('audit.export', { next }))
    text += piece.text
    next = piece.next
  }
  write(path.join('logs', `${id}.jsonl`), text)
  const { checkpoint } = JSON.parse(text.trimEnd().split('\n').pop() ?? '') as { checkpoint: string }
  const read = readCheckpoint(checkpoint)
  if (read === null) throw new Error(`the exported log of ${id} ends with no checkpoint`)
  return { size: read.size.toString(), root: Buffer.from(read.root).toString('base64') }
}

async function writeBackup(dataDir: string, folder: string): Promise<void> {
  const file = path.join(folder, 'deployment.backup')
  const { status, errors } = await runScript('data', { DATA_DIR: dataDir, INIT_CWD: folder }, ['backup', file])
  if (status !== 0) throw new Error(`no backup was written: ${errors}`)
}

/** @returns the segment with the end of the write-ahead log */
async function writeRows(dataDir: string, write: Write): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const tables = await readStoredRows(client)
    const missing = await incompleteness(client, tables)
    if (missing.length > 0) throw new Error(`The story is not complete: ${missing.join('; ')}.`)
    write('rows.jsonl', tables.map((table) => `${JSON.stringify(table)}\n`).join(''))
    await client.query('CHECKPOINT')
    const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS file')
    return rows[0]!.file
  } finally {
    await client.end()
    await database.stop()
  }
}

const [folder, commit, ...rest] = process.argv.slice(2)
if (folder === undefined || commit === undefined || rest.length > 0) {
  console.error('Give the folder to write, which must not exist, and the commit of the product that runs.')
  process.exitCode = 2
} else if (existsSync(folder)) {
  console.error(`${folder} exists already.`)
  process.exitCode = 1
} else await make(path.resolve(folder), commit)
