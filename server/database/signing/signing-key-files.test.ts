import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { KEY_PURPOSES, type KeyPurpose } from '../../attestation/published-keys'
import { newKeyPem, readPrivateKey } from '../../attestation/signing-key'
import { findSigningKeys, makeMissingKeys, replaceSigningKey, type SigningKeySource } from './signing-key-files'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const source = (over: Partial<SigningKeySource> = {}): SigningKeySource => ({
  ...{ dataDir, databaseUrl: null, signingKeys: { statement: null, checkpoint: null } },
  ...over,
})
const file = (name: string) => path.join(dataDir, 'keys', name)
const NONE: ReadonlySet<KeyPurpose> = new Set()
const BOTH = new Set(KEY_PURPOSES)
const DATABASE_URL = 'postgresql://unknown@127.0.0.1:1/none'

it('are made once, two different ones, that only the owner reads', () => {
  const first = findSigningKeys(source(), NONE)
  const again = findSigningKeys(source(), NONE)
  const ids = (['statement', 'checkpoint'] as const).map((purpose) => first.current(purpose).publicKey.id)
  expect(new Set(ids).size).toBe(2)
  expect((['statement', 'checkpoint'] as const).map((purpose) => again.current(purpose).publicKey.id)).toEqual(ids)
  expect(readdirSync(path.join(dataDir, 'keys')).sort()).toEqual(['checkpoint.pem', 'statement.pem'])
  expect(statSync(file('statement.pem')).mode & 0o777).toBe(0o600)
  expect(statSync(path.join(dataDir, 'keys')).mode & 0o777).toBe(0o700)
  chmodSync(file('statement.pem'), 0o644)
  first.current('statement')
  expect(statSync(file('statement.pem')).mode & 0o777).toBe(0o600)
})

it('are replaced for an object that already holds them', () => {
  const keys = findSigningKeys(source(), NONE)
  const [before, beside] = [keys.current('statement').publicKey.id, keys.current('checkpoint').publicKey.id]
  replaceSigningKey(source(), 'statement')
  expect(keys.current('statement').publicKey.id).not.toBe(before)
  expect(keys.current('checkpoint').publicKey.id).toBe(beside)
  expect(readdirSync(path.join(dataDir, 'keys')).sort()).toEqual(['checkpoint.pem', 'statement.pem'])
})

it('are never made in the place of a key that the database lists, and the refusal says how to continue', () => {
  const refused = () => findSigningKeys(source(), BOTH)
  expect(refused).toThrow(file('statement.pem'))
  expect(refused).toThrow('npm run keys -- accept-new')
  expect(() => findSigningKeys(source(), new Set(['checkpoint']))).toThrow(file('checkpoint.pem'))
  rmSync(path.join(dataDir, 'keys'), { recursive: true })
  const keys = findSigningKeys(source(), NONE)
  const { id } = keys.current('checkpoint').publicKey
  expect(findSigningKeys(source(), BOTH).current('checkpoint').publicKey.id).toBe(id)
  // The file is lost while the server runs.
  rmSync(file('checkpoint.pem'))
  expect(() => keys.current('checkpoint')).toThrow('is lost')
  expect(readdirSync(path.join(dataDir, 'keys'))).toEqual(['statement.pem'])
})

it('are created again by the command that accepts it, but only if they are lost', () => {
  const before = findSigningKeys(source(), NONE).current('statement').publicKey.id
  expect(makeMissingKeys(source())).toEqual([])
  rmSync(file('checkpoint.pem'))
  expect(makeMissingKeys(source())).toEqual(['checkpoint'])
  const after = findSigningKeys(source(), BOTH)
  expect(after.current('statement').publicKey.id).toBe(before)
  const given = { statement: newKeyPem(), checkpoint: newKeyPem() }
  expect(makeMissingKeys(source({ databaseUrl: DATABASE_URL, signingKeys: given }))).toEqual([])
})

it('are required with an outside database, and no file is created there', () => {
  const outside = source({ databaseUrl: DATABASE_URL })
  expect(() => findSigningKeys(outside, NONE)).toThrow(/^SIGNING_KEY_STATEMENT must be set where DATABASE_URL is/)
  const statement = newKeyPem()
  expect(() => findSigningKeys({ ...outside, signingKeys: { statement, checkpoint: null } }, NONE)).toThrow(
    /^SIGNING_KEY_CHECKPOINT must be set/,
  )
  expect(readdirSync(dataDir)).toEqual([])
  expect(() => replaceSigningKey(outside, 'statement')).toThrow(/comes from SIGNING_KEY_STATEMENT/)
})

it('from the configuration are used, each for its own purpose', () => {
  const [statement, checkpoint] = [newKeyPem(), newKeyPem().replaceAll(/-----[^-]+-----|\n/g, '')]
  const given = source({ databaseUrl: DATABASE_URL, signingKeys: { statement, checkpoint } })
  const keys = findSigningKeys(given, NONE)
  expect(keys.current('statement').publicKey.id).toBe(readPrivateKey(statement)!.publicKey.id)
  expect(keys.current('checkpoint').publicKey.id).toBe(readPrivateKey(checkpoint)!.publicKey.id)
  const same = source({ signingKeys: { statement, checkpoint: statement } })
  expect(() => findSigningKeys(same, NONE)).toThrow(/each must have its own/)
})

it('that cannot be read stop the start, and the message does not quote them', () => {
  findSigningKeys(source(), NONE)
  writeFileSync(file('statement.pem'), 'not a key at all')
  const refused = () => findSigningKeys(source(), NONE)
  expect(refused).toThrow(file('statement.pem'))
  expect(refused).not.toThrow('not a key at all')
  expect(readFileSync(file('statement.pem'), 'utf8')).toBe('not a key at all')
  const configured = source({ signingKeys: { statement: 'a secret text', checkpoint: null } })
  expect(() => findSigningKeys(configured, NONE)).toThrow(/^SIGNING_KEY_STATEMENT does not hold/)
  expect(() => findSigningKeys(configured, NONE)).not.toThrow('a secret text')
})
