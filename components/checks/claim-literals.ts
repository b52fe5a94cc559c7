/** Reads and writes the dictionary of the form, and splits its values for the fields. */
import { JsonNumber, type LosslessJson, readJson } from '../../server/language/numeric/lossless-json'
import type { ClaimField } from '../editor/ruleset-description'
import { type ClaimLiterals, expandLiterals, isAskedField, jsonLiteral, nestedText } from './nested-literals'

export type { ClaimLiterals }

export const NO_CLAIMS: ClaimLiterals = {}

export function readLiterals(text: string): { readonly literals: ClaimLiterals } | { readonly problem: string } {
  const read = readJson(text)
  if ('problem' in read) return { problem: `${read.problem.message} (${placeOf(text, read.problem.offset)})` }
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    return { problem: 'expected an object with a value for each claim' }
  return { literals: literalsOf(value) }
}

function literalsOf(value: { [key: string]: LosslessJson }): ClaimLiterals {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonLiteral(member)]))
}

/** Returns one member for each claim. A claim without a value is undetermined. */
export function dictionaryText(claims: readonly ClaimField[], literals: ClaimLiterals): string {
  if (claims.length === 0) return '{}'
  const fields = claims.filter((claim) => isAskedField(claim, literals))
  if (claims.some(({ within, name }) => within.length > 0 || name.includes('.')))
    return nestedText(fields.map((claim) => ({ claim, literal: literalOf(claim, literals) })))
  const members = claims.map((claim) => `  ${JSON.stringify(claim.name)}: ${literalOf(claim, literals)}`)
  return `{\n${members.join(',\n')}\n}`
}

export function literalOf(claim: ClaimField, literals: ClaimLiterals): string {
  const known = /[.[]/.test(claim.name) ? expandLiterals(literals) : literals
  return Object.hasOwn(known, claim.name) ? (known[claim.name] ?? 'null') : JSON.stringify(claim.undetermined)
}

export function isUndetermined(claim: ClaimField, text: string): boolean {
  return text === 'null' || (text === '"unknown"' && claim.undetermined === 'unknown')
}

/** Returns null if the text is not a string literal. */
export function stringOf(text: string): string | null {
  const read = readJson(text)
  return 'value' in read && typeof read.value === 'string' ? read.value : null
}

/** Splits a value into number and unit; null for other kinds of value. */
export function numberParts(
  claim: ClaimField,
  text: string,
): { readonly typed: string; readonly unit: string | null } | null {
  if (isUndetermined(claim, text)) return { typed: '', unit: claim.unit }
  const string = stringOf(text)
  if (string !== null && claim.codes.includes(string)) return { typed: '', unit: claim.unit }
  if (string === null) return /^-?\d/.test(text) ? { typed: text, unit: null } : null
  if (claim.unit === null) return { typed: string, unit: null }
  const space = string.indexOf(' ')
  if (space < 0) return { typed: string, unit: claim.unit }
  return { typed: string.slice(0, space), unit: string.slice(space + 1).replace(/^"(.*)"$/, '$1') }
}

/** The part that a browser field for day and time can show, and the offset after it. */
const TIMESTAMP_FIELDS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)([A-Za-z+-].*|)$/

/** Splits a timestamp into day and time, and offset; null if it is written in another way. Both are empty if unknown. */
export function timestampParts(
  claim: ClaimField,
  text: string,
): { readonly local: string; readonly offset: string } | null {
  const written = isUndetermined(claim, text) ? '' : (stringOf(text) ?? '')
  if (written === '' || claim.codes.includes(written)) return { local: '', offset: '' }
  const [, local, offset = ''] = TIMESTAMP_FIELDS.exec(written) ?? []
  return local === undefined ? null : { local, offset }
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** Returns undefined for an empty field. */
export function numberLiteral(claim: ClaimField, typed: string, unit: string | null): string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (claim.unit !== null) return JSON.stringify(`${text} ${unit ?? claim.unit}`)
  return JSON_NUMBER.test(text) ? text : JSON.stringify(text)
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before[before.length - 1]?.length ?? 0) + 1}`
}

const PLAIN = '#claims='
const PACKED = '#packed='
/** Nobody reads a longer fragment, so it is packed. */
const MAX_PLAIN_CHARS = 300

export function literalsText(literals: ClaimLiterals): string {
  return `{${Object.entries(literals)
    .map(([name, literal]) => `${JSON.stringify(name)}:${literal}`)
    .join(',')}}`
}

export async function claimsFragment(literals: ClaimLiterals): Promise<string> {
  const text = literalsText(literals)
  const plain = encodeURIComponent(text)
  if (plain.length <= MAX_PLAIN_CHARS) return PLAIN + plain
  const { packText } = await import('../ui/packed-text')
  return PACKED + (await packText(text))
}

/** @param page URL whose query, which names the revision, stays */
export async function claimsLink(page: string, literals: ClaimLiterals): Promise<string> {
  const link = new URL(page)
  link.hash = await claimsFragment(literals)
  return link.href
}

async function unpacked(text: string): Promise<string> {
  const { unpackText } = await import('../ui/packed-text')
  return unpackText(text)
}

/** Returns null for other fragments, and `damaged` for an invalid dictionary. */
export async function linkedClaims(fragment: string): Promise<ClaimLiterals | 'damaged' | null> {
  if (!fragment.startsWith(PLAIN) && !fragment.startsWith(PACKED)) return null
  try {
    const text = fragment.startsWith(PLAIN)
      ? decodeURIComponent(fragment.slice(PLAIN.length))
      : await unpacked(fragment.slice(PACKED.length))
    const read = readLiterals(text)
    return 'literals' in read ? read.literals : 'damaged'
  } catch {
    return 'damaged'
  }
}
