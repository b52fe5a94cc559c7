/**
 * Receipts of every kind and of older releases, verified by the command's code and by the same code as a browser loads
 * it: bundled for browsers, and run without anything of Node.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runInThisContext } from 'node:vm'
import { build } from 'esbuild'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { IS_LONG, repetitions } from '../testing/repetitions'
import { joinBytes, utf8Bytes } from './byte-texts'
import { readKeySet } from './published-keys'
import { type VerifiedReceipt, verifyReceipt } from './receipt'
import { noteKeyId, noteVerifierKey, readNote, signatureLine } from './signed-note'
import { newKeyPem, readPrivateKey } from './signing-key'
import { readWitnessPolicy, type WitnessPolicy } from './witness-policy'

const GOLDEN = path.resolve(import.meta.dirname, '../testing/golden')

interface IssuedReceipt {
  readonly name: string
  readonly text: string
  /** The JSON of the published keys. */
  readonly keys: string
}

function receiptsIn(folder: string, keysFile: string): IssuedReceipt[] {
  const keys = readFileSync(path.join(GOLDEN, keysFile), 'utf8')
  return readdirSync(path.join(GOLDEN, folder))
    .filter((name) => name.endsWith('.json') && name !== path.basename(keysFile))
    .map((name) => ({ name, keys, text: readFileSync(path.join(GOLDEN, folder, name), 'utf8') }))
}

const RECEIPTS = [
  ...receiptsIn('receipts', 'receipts/published-keys.json'),
  ...['3203981', '50d90b5'].flatMap((version) =>
    receiptsIn(`upgrades/${version}/receipts`, `upgrades/${version}/published-keys.json`),
  ),
]

type Verification = (text: string, keys: string | null) => VerifiedReceipt

/** The entry of the bundle: keys are read inside, because a browser reads them itself. */
const ENTRY = `
  import { readKeySet } from './server/attestation/published-keys'
  import { verifyReceipt } from './server/attestation/receipt'
  globalThis.verify = (text, keys) => verifyReceipt(text, keys === null ? null : readKeySet(JSON.parse(keys)))`

type BrowserScript = (...shadowed: readonly unknown[]) => void

const byCommand: Verification = (text, keys) =>
  verifyReceipt(text, keys === null ? null : readKeySet(JSON.parse(keys) as unknown))
let inBrowser: Verification

beforeAll(async () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, platform: 'browser', format: 'iife', target: 'es2022', write: false },
  })
  // Names of Node are shadowed. A context of node:vm would do the same forty times slower.
  const script = runInThisContext(
    `((Buffer, process, require, globalThis) => {${outputFiles[0]!.text}})`,
  ) as BrowserScript
  const globals: { verify?: Verification } = {}
  script(undefined, undefined, undefined, globals)
  inBrowser = globals.verify!
})

/** Verifies the receipt by both implementations, which must agree. */
function verified(text: string, keys: string | null): VerifiedReceipt {
  const command = byCommand(text, keys)
  expect(inBrowser(text, keys)).toEqual(command)
  return command
}

const failing = ({ checks }: VerifiedReceipt) => checks.filter(({ holds }) => holds === false)

describe.each(RECEIPTS)('the receipt $name', ({ text, keys }) => {
  it('verifies with the published keys, and with its own except that these are not checked', () => {
    const withKeys = verified(text, keys)
    expect([withKeys.ok, withKeys.remarks, withKeys.checks.filter(({ holds }) => holds !== true)]).toEqual([
      true,
      [],
      [],
    ])
    const withOwn = verified(text, null)
    const unchecked = withOwn.checks.filter(({ holds }) => holds !== true).map(({ what }) => what)
    expect([withOwn.ok, withOwn.remarks, unchecked]).toEqual([true, [], ['the keys are those of the deployment']])
  })

  it('is rejected under the keys of another deployment', () => {
    const other = RECEIPTS.find((each) => each.keys !== keys)!
    expect(failing(verified(text, other.keys)).map(({ what }) => what)).toEqual([
      'the statement is signed',
      'the checkpoint is signed',
    ])
  })

  it('is read and judged whatever one member is replaced by, or without it', { tags: ['repeated'] }, () => {
    const receipt: unknown = JSON.parse(text)
    const [, ...places] = placesOf(receipt)
    const outcomes = places.flatMap((place, i) =>
      shapesFor(i).map((shape) => byCommand(JSON.stringify(withMember(receipt, place, shape)), keys).ok),
    )
    expect(outcomes.filter((ok) => !ok).length).toBeGreaterThan(outcomes.length / 2)
  })

  it('does not verify with one bit changed, or the change is named as unsigned', { tags: ['repeated'] }, () => {
    const bytes = Buffer.from(text)
    const change = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) })
    fc.assert(
      fc.property(change, ({ at, bit }) => {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1 << bit
        const result = verified(changed.toString('utf8'), keys)
        expect(!result.ok || result.remarks.length > 0, `byte ${at}, bit ${bit}`).toBe(true)
        const alone = byCommand(changed.toString('utf8'), null)
        // Without other keys, nothing shows that a date of the receipt's own keys was changed.
        expect(!alone.ok || alone.remarks.length > 0 || isDateOfKey(text, at), `byte ${at}, bit ${bit}`).toBe(true)
      }),
      { numRuns: repetitions(200) },
    )
  })
})

const WITNESSES = ['library', 'auditor'].map((name) => ({ name: `${name}.example`, key: readPrivateKey(newKeyPem())! }))

function demandAll(): WitnessPolicy {
  const lines = WITNESSES.map(({ name, key: { publicKey } }) => {
    const verifierKey = noteVerifierKey({ name, publicKey }, 'cosignature')
    return `witness ${name} ${verifierKey}`
  })
  const group = `group both all ${WITNESSES.map(({ name }) => name).join(' ')}`
  const reading = readWitnessPolicy(`${[...lines, group, 'quorum both'].join('\n')}\n`)
  if (!reading.ok) throw new Error(reading.problems.join())
  return reading.policy
}

/** Adds a cosignature of each witness to the checkpoint, which the receipt holds. */
function cosigned(text: string): string {
  const receipt = JSON.parse(text) as { readonly log: { checkpoint: string } }
  const note = readNote(receipt.log.checkpoint)!
  const lines = WITNESSES.map(({ name, key }) => {
    const seconds = 1_764_000_000n
    const time = Uint8Array.of(...[56n, 48n, 40n, 32n, 24n, 16n, 8n, 0n].map((by) => Number((seconds >> by) & 255n)))
    const sig = key.sign(utf8Bytes(`cosignature/v1\ntime ${seconds}\n${note.text}`))
    const keyId = noteKeyId({ name, publicKey: key.publicKey }, 'cosignature')
    return signatureLine({ name, keyId, sig: joinBytes(time, sig) })
  })
  receipt.log.checkpoint += lines.join('')
  return `${JSON.stringify(receipt, null, 2)}\n`
}

describe.each(RECEIPTS.filter(({ name }) => /^[a-z]/.test(name)))('the receipt $name with witnesses', (issued) => {
  const text = cosigned(issued.text)
  const keys = readKeySet(JSON.parse(issued.keys) as unknown)
  const policy = demandAll()

  it('verifies by the command, and the page says that it does not verify cosignatures', () => {
    expect(verifyReceipt(text, keys, policy)).toMatchObject({ ok: true, remarks: [] })
    expect(verifyReceipt(issued.text, keys, policy).ok).toBe(false)
    expect(inBrowser(text, issued.keys)).toMatchObject({
      ok: true,
      remarks: [expect.stringContaining('The checkpoint has 2 signatures of others that were not verified')],
    })
  })

  it('does not verify with one bit changed, cosignatures included', { tags: ['repeated'] }, () => {
    const bytes = Buffer.from(text)
    const [from, to] = ['"checkpoint": ', '"keys": '].map((member) => bytes.lastIndexOf(member)) as [number, number]
    const place = fc.oneof(fc.nat(bytes.length - 1), fc.integer({ min: from, max: to - 1 }))
    fc.assert(
      fc.property(place, fc.nat(7), (at, bit) => {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1 << bit
        const { ok, remarks } = verifyReceipt(changed.toString('utf8'), keys, policy)
        expect(!ok || remarks.length > 0, `byte ${at}, bit ${bit}`).toBe(true)
      }),
      { numRuns: repetitions(200) },
    )
  })
})

/** `undefined` leaves the member out. */
const OTHER_SHAPES = [undefined, null, 5, 'x', [], [null], {}]

/** All shapes in the nightly series, otherwise another one for each place. */
const shapesFor = (index: number) => (IS_LONG ? OTHER_SHAPES : [OTHER_SHAPES[index % OTHER_SHAPES.length]])

type Place = readonly (string | number)[]

/** Every place of a member, except below the first of a list. */
function placesOf(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [place]
  const names = Array.isArray(value) ? [...value.slice(0, 1).keys()] : Object.keys(value)
  return [place, ...names.flatMap((name) => placesOf((value as Record<string, unknown>)[name], [...place, name]))]
}

function withMember(value: unknown, [name, ...rest]: Place, member: unknown): unknown {
  if (name === undefined) return member
  if (Array.isArray(value)) return value.map((each, i) => (i === name ? withMember(each, rest, member) : each))
  const members = value as Record<string, unknown>
  return { ...members, [name]: withMember(members[name], rest, member) }
}

function isDateOfKey(text: string, at: number): boolean {
  // Every byte of the list of keys is one character.
  const fromEnd = Buffer.byteLength(text) - at
  const line = text.slice(text.lastIndexOf('\n', text.length - fromEnd) + 1, text.length - fromEnd + 1)
  return text.length - fromEnd > text.lastIndexOf('"keys"') && /^\s*"(created_at|retired_at)": /.test(line)
}

it('has receipts of every meaning, every proof of identity, and both versions of the statement', () => {
  const statements = RECEIPTS.map(({ text }) => byCommand(text, null).statement!)
  const kinds = (name: (statement: (typeof statements)[number]) => string) => [...new Set(statements.map(name))].sort()
  expect(kinds(({ meaning }) => meaning)).toEqual(['approved', 'changes_requested', 'reviewed', 'withdrawn'])
  expect(kinds(({ authentication }) => authentication.method)).toEqual(['oidc', 'passkey', 'password'])
  expect(kinds(({ predicateType }) => predicateType.slice(-3))).toEqual(['/v1', '/v2'])
  expect(kinds(({ comparison }) => `${comparison?.sha256 != null}`)).toEqual(['false', 'true'])
  expect(kinds(({ blindTests }) => `${blindTests !== null}`)).toEqual(['false', 'true'])
  expect(kinds(({ citations }) => `${citations !== null}`)).toEqual(['false', 'true'])
})
