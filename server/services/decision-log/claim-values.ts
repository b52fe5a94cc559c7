/**
 * Single values of claims, also inside of records and lists. Each has a form in which it is found however a program wrote
 * it: NFC for a text, one numeral for a number, and that numeral for a text that is a number of JSON.
 */
import { JsonNumber, type LosslessJson } from '../../language/numeric/lossless-json'
import { claimPath, isRecord, type LoggedClaims, pathOfEntry, pathOfMember } from './redact-claims'

/** The only member of an object that replaces a value. */
export const HASH_MEMBER = 'hmac_sha256'

export interface ClaimValue {
  /** Such as `drivers[].licence`. */
  readonly path: string
  readonly value: LosslessJson
}

/** Records and lists come before what is in them. */
export function* valuesOf(claims: LoggedClaims): Generator<ClaimValue> {
  for (const name of Object.keys(claims)) yield* valuesAt(claimPath(name), claims[name] ?? null)
}

export function* valuesAt(path: string, value: LosslessJson): Generator<ClaimValue> {
  yield { path, value }
  if (Array.isArray(value)) for (const entry of value) yield* valuesAt(pathOfEntry(path), entry)
  else if (isRecord(value))
    for (const name of Object.keys(value)) yield* valuesAt(pathOfMember(path, name), value[name] ?? null)
}

export function isHashed(value: LosslessJson): boolean {
  if (!isRecord(value)) return false
  const { [HASH_MEMBER]: mark, ...others } = value
  return typeof mark === 'string' && /^[0-9a-f]{64}$/.test(mark) && Object.keys(others).length === 0
}

/** Paths of the values of which only hashes are kept, also inside of records and lists. */
export function hashedPaths(claims: LoggedClaims): string[] {
  const hashed = [...valuesOf(claims)].filter(({ value }) => isHashed(value))
  return [...new Set(hashed.map(({ path }) => path))]
}

/** Whether a value has no others inside. */
export function isSingle(value: LosslessJson): boolean {
  return !Array.isArray(value) && !isRecord(value)
}

/** Canonical JSON. Equal for `12`, `12.0` and `"12"`, and for a text in NFC and NFD. */
export function valueForm(value: LosslessJson): string {
  if (value instanceof JsonNumber) return numeralForm(value.text)
  if (typeof value === 'string') return isNumeral(value) ? numeralForm(value) : JSON.stringify(value.normalize('NFC'))
  if (Array.isArray(value)) return `[${value.map(valueForm).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${valueForm(value[name] ?? null)}`)
  return `{${members.join(',')}}`
}

/** Whether a text is a number of JSON. */
export function isNumeral(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
}

/** Longer numerals are written with an exponent. */
const MAX_PLAIN_DIGITS = 40
const NUMERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The shortest numeral of the same number. @param numeral of JSON */
export function numeralForm(numeral: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMERAL.exec(numeral) ?? []
  const digits = `${whole}${fraction}`
  let [start, end] = [0, digits.length]
  while (digits[start] === '0') start++
  while (end > start && digits[end - 1] === '0') end--
  if (start === end) return '0'
  const significant = digits.slice(start, end)
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end)
  const isPlain = power >= -MAX_PLAIN_DIGITS && power + BigInt(significant.length) <= MAX_PLAIN_DIGITS
  return `${sign}${isPlain ? plainNumeral(significant, Number(power)) : `${significant}e${power}`}`
}

function plainNumeral(significant: string, power: number): string {
  if (power >= 0) return `${significant}${'0'.repeat(power)}`
  const digits = significant.padStart(1 - power, '0')
  return `${digits.slice(0, power)}.${digits.slice(power)}`
}
