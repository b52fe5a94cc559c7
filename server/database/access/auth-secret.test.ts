import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { StartRefusal } from '../client/storage-fault'
import { AUTH_SECRET_FILE, demandAuthSecret, findAuthSecret } from './auth-secret'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'auth-secret-'))
  return () => rmSync(directory, { recursive: true })
})

const storedSecret = (dataDir: string) =>
  findAuthSecret({ authSecret: null, databaseUrl: null, dataDir, randomBytes }, false)
const messageOf = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}
const fileIn = (dataDir: string) => join(dataDir, AUTH_SECRET_FILE)

it('is made once, in a file that only the owner reads, and found again', () => {
  const dataDir = join(directory, 'not', 'there', 'yet')
  const secret = storedSecret(dataDir)
  expect(secret.length).toBeGreaterThanOrEqual(43)
  expect(statSync(fileIn(dataDir)).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual([AUTH_SECRET_FILE])
  expect(storedSecret(dataDir)).toBe(secret)
  expect(storedSecret(join(directory, 'another'))).not.toBe(secret)
})

it('is the same for processes that start at once', async () => {
  const program = `
    import { randomBytes } from 'node:crypto'
    import { findAuthSecret } from './server/database/access/auth-secret.ts'
    const [dataDir, startAt] = process.argv.slice(1)
    while (Date.now() < Number(startAt)) {}
    process.stdout.write(findAuthSecret({ authSecret: null, databaseUrl: null, dataDir, randomBytes }))`
  const startAt = String(Date.now() + 2_000)
  const started = await Promise.all(
    Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        program,
        directory,
        startAt,
      ]),
    ),
  )
  expect(new Set(started.map(({ stdout }) => stdout))).toEqual(new Set([storedSecret(directory)]))
  expect(readdirSync(directory)).toEqual([AUTH_SECRET_FILE])
})

it('is what the operator gave, and then no secret is stored', () => {
  const authSecret = 'x'.repeat(32)
  for (const databaseUrl of [null, 'postgresql://host/database'])
    expect(findAuthSecret({ authSecret, databaseUrl, dataDir: directory, randomBytes }, true)).toBe(authSecret)
  expect(readdirSync(directory)).toEqual([])
})

it('must be given with an outside database; the refusal says how to make one', async () => {
  const databaseUrl = 'postgresql://host/database'
  const refused = () => findAuthSecret({ authSecret: null, databaseUrl, dataDir: directory, randomBytes }, false)
  expect(refused).toThrow(StartRefusal)
  expect(() => demandAuthSecret({ authSecret: null, databaseUrl })).toThrow(StartRefusal)
  expect(refused).toThrow(/^AUTH_SECRET must be set where DATABASE_URL is/)
  expect(readdirSync(directory)).toEqual([])
  const message = messageOf(refused)
  const command = /node -e "(.+)"/.exec(message)![1]!
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', command])
  expect(stdout.trim().length).toBeGreaterThanOrEqual(32)
})

it('is never replaced if it is lost', () => {
  const again = () => findAuthSecret({ authSecret: null, databaseUrl: null, dataDir: directory, randomBytes }, true)
  expect(again).toThrow(StartRefusal)
  expect(again).toThrow('npm run keys -- accept-new')
  expect(readdirSync(directory)).toEqual([])
  const secret = storedSecret(directory)
  expect(again()).toBe(secret)
})

it('is closed to others again after a copy opened it', () => {
  const secret = storedSecret(directory)
  chmodSync(fileIn(directory), 0o644)
  expect(storedSecret(directory)).toBe(secret)
  expect(statSync(fileIn(directory)).mode & 0o777).toBe(0o600)
})

it('is neither printed nor replaced if it is damaged', () => {
  for (const damaged of ['', 'half of a secr', `${'x'.repeat(43)}\n${'y'.repeat(43)}`]) {
    writeFileSync(fileIn(directory), damaged)
    expect(() => storedSecret(directory)).toThrow(StartRefusal)
    if (damaged !== '') expect(messageOf(() => storedSecret(directory))).not.toContain(damaged)
    expect(readFileSync(fileIn(directory), 'utf8')).toBe(damaged)
  }
})

it('says when it cannot be stored', () => {
  mkdirSync(fileIn(directory))
  expect(() => storedSecret(directory)).toThrow(StartRefusal)
  expect(() => storedSecret(directory)).toThrow(fileIn(directory))
})
