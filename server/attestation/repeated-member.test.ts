/** Receipts of every kind, with each member of each object written twice. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issuedCheckReceipt } from '../database/testing/issued-check-receipt'
import { verifyReceiptFile } from './checks/verify-file'
import { readKeySet } from './published-keys'
import { findRepeatedMember } from './repeated-member'
import { verifyLogFile } from './verify-log-file'

const FOLDER = path.resolve(import.meta.dirname, '../testing/golden/receipts')
const KEYS_FILE = 'published-keys.json'
const KEYS = readKeySet(JSON.parse(readFileSync(path.join(FOLDER, KEYS_FILE), 'utf8')) as unknown)!
const RECEIPTS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json') && name !== KEYS_FILE)
  .map((name) => ({ name, text: readFileSync(path.join(FOLDER, name), 'utf8'), keys: KEYS }))
const ofCheck = issuedCheckReceipt()
const ALL = [...RECEIPTS, { name: 'of a check', text: ofCheck.text, keys: ofCheck.published }]

type Path = readonly (string | number)[]

/** The paths of all members of objects. */
function membersIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((entry, nth) => membersIn(entry, [...at, nth]))
  return Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...membersIn(inner, [...at, name])])
}

/** JSON in which the member at the path is preceded or followed by another one with its name. */
function withRepeated(value: unknown, at: Path, isBefore: boolean): string {
  const [step, ...rest] = at
  if (Array.isArray(value))
    return `[${value.map((entry, nth) => (nth === step ? withRepeated(entry, rest, isBefore) : JSON.stringify(entry))).join()}]`
  const members = Object.entries(value as object).map(([name, inner]: [string, unknown]) => {
    const quoted = JSON.stringify(name)
    if (name !== step) return `${quoted}:${JSON.stringify(inner)}`
    if (rest.length > 0) return `${quoted}:${withRepeated(inner, rest, isBefore)}`
    const [own, other] = [`${quoted}:${JSON.stringify(inner)}`, `"${escaped(name)}":"forged"`]
    return isBefore ? `${other},${own}` : `${own},${other}`
  })
  return `{${members.join()}}`
}

/** Another spelling of the same name. */
const escaped = (name: string) =>
  Array.from({ length: name.length }, (_, at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

const written = (at: Path) =>
  at.map((step, nth) => (typeof step === 'number' ? `[${step}]` : nth === 0 ? step : `.${step}`)).join('')

describe.each(ALL)('the receipt $name', ({ text, keys }) => {
  it('is refused with any member twice, before or after, and the path is named', () => {
    expect(verifyReceiptFile(text, keys).ok).toBe(true)
    const receipt: unknown = JSON.parse(text)
    for (const at of membersIn(receipt))
      for (const isBefore of [true, false]) {
        const { ok, checks } = verifyReceiptFile(withRepeated(receipt, at, isBefore), keys)
        const detail = expect.stringContaining(`it has the member ${written(at)} twice`) as string
        expect([ok, checks], written(at)).toEqual([false, [{ what: 'the file is a receipt', holds: false, detail }]])
      }
  })

  it('gets a remark or is refused with a second signature or an unknown member anywhere in its own parts', () => {
    const places: readonly Path[] = [[], ['envelope'], ['envelope', 'signatures', 0], ['log']]
    for (const at of [...places, ['comparison', 'base'], ['comparison', 'unit_libraries']]) {
      const receipt = JSON.parse(text) as Record<string, unknown>
      const part = at.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null)?.[step], receipt)
      if (typeof part !== 'object' || part === null) continue
      Object.assign(part, { note: 'approved by everybody' })
      const { ok, remarks } = verifyReceiptFile(JSON.stringify(receipt), keys)
      expect(!ok || remarks.length > 0, written(at)).toBe(true)
    }
    const receipt = JSON.parse(text) as { readonly envelope: { signatures: object[] } }
    receipt.envelope.signatures.push({ keyid: 'another', sig: 'AAAA' })
    const { ok, remarks } = verifyReceiptFile(JSON.stringify(receipt), keys)
    expect(!ok || remarks.some((remark) => remark.includes('other signatures'))).toBe(true)
  })
})

it('finds the repeated member of any document, and only there', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.boolean(), (text, nth, isBefore) => {
      expect(findRepeatedMember(text)).toBeNull()
      const value: unknown = JSON.parse(text)
      const members = membersIn(value)
      if (members.length === 0) return
      const at = members[nth % members.length]!
      expect(findRepeatedMember(withRepeated(value, at, isBefore))).not.toBeNull()
    }),
  )
  expect(findRepeatedMember('{"a":"\\"}","b":[1,{"c":{},"c":1}]}')).toBe('b[1].c')
  expect(findRepeatedMember('{"a":1,"a":')).toBeNull()
  expect(findRepeatedMember(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBeNull()
})

it('refuses the last line of an exported log with a member twice', async () => {
  const keys = JSON.stringify(KEYS.map(({ publicKey }) => publicKey.id))
  async function* lines() {
    yield `{"checkpoint":"forged","keys":${keys},"checkpoint":"other"}`
  }
  const { problems } = await verifyLogFile(lines(), KEYS)
  expect(problems).toContainEqual(expect.stringContaining('it has the member checkpoint twice'))
})
