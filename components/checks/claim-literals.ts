/** Claim dictionary of the form: the JSON text of each value by claim name. It is lossless, so `1.50` stays `1.50`. */
import { JsonNumber, type LosslessJson, readJson } from '../../server/language/numeric/lossless-json'
import type { ClaimField } from '../editor/ruleset-description'
import { packText, unpackText } from '../ui/packed-text'

export type ClaimLiterals = Readonly<Record<string, string>>

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
  const members = claims.map((claim) => `  ${JSON.stringify(claim.name)}: ${literalOf(claim, literals)}`)
  return `{\n${members.join(',\n')}\n}`
}

export function literalOf(claim: ClaimField, literals: ClaimLiterals): string {
  return Object.hasOwn(literals, claim.name) ? (literals[claim.name] ?? 'null') : JSON.stringify(claim.undetermined)
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
  if (string === null) return /^-?\d/.test(text) ? { typed: text, unit: null } : null
  if (claim.unit === null) return { typed: string, unit: null }
  const space = string.indexOf(' ')
  if (space < 0) return { typed: string, unit: claim.unit }
  return { typed: string.slice(0, space), unit: string.slice(space + 1).replace(/^"(.*)"$/, '$1') }
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** Returns undefined for an empty field. */
export function numberLiteral(claim: ClaimField, typed: string, unit: string | null): string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (claim.unit !== null) return JSON.stringify(`${text} ${unit ?? claim.unit}`)
  return JSON_NUMBER.test(text) ? text : JSON.stringify(text)
}

function jsonLiteral(value: LosslessJson): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${jsonLiteral(member)}`)
      .join(', ')}}`
  return JSON.stringify(value)
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
  return plain.length <= MAX_PLAIN_CHARS ? PLAIN + plain : PACKED + (await packText(text))
}

/** @param page URL whose query, which names the revision, stays */
export async function claimsLink(page: string, literals: ClaimLiterals): Promise<string> {
  const link = new URL(page)
  link.hash = await claimsFragment(literals)
  return link.href
}

/** Returns null for other fragments, and `damaged` for an invalid dictionary. */
export async function linkedClaims(fragment: string): Promise<ClaimLiterals | 'damaged' | null> {
  if (!fragment.startsWith(PLAIN) && !fragment.startsWith(PACKED)) return null
  try {
    const text = fragment.startsWith(PLAIN)
      ? decodeURIComponent(fragment.slice(PLAIN.length))
      : await unpackText(fragment.slice(PACKED.length))
    const read = readLiterals(text)
    return 'literals' in read ? read.literals : 'damaged'
  } catch {
    return 'damaged'
  }
}
