/**
 * Renders values for `received` (public/docs/api.md, "Errors"): short, on one line, with control, bidirectional,
 * invisible and lone surrogate characters escaped.
 */
import { JsonNumber } from '../../language/numeric/lossless-json'
import { isInvisible } from '../../language/syntax/characters'

const LONGEST_SHOWN_CHARS = 80

export function renderReceived(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return quoteShort(value)
  if (value instanceof JsonNumber) return shorten(value.text)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export function quoteShort(text: string): string {
  return escapeUnseen(JSON.stringify(shorten(text)))
}

export function nameShort(name: string): string {
  return escapeUnseen(shorten(name))
}

function shorten(text: string): string {
  if (text.length <= LONGEST_SHOWN_CHARS) return text
  const last = text.charCodeAt(LONGEST_SHOWN_CHARS - 2)
  // Does not split a surrogate pair.
  const end = last >= 0xd800 && last <= 0xdbff ? LONGEST_SHOWN_CHARS - 2 : LONGEST_SHOWN_CHARS - 1
  return `${text.slice(0, end)}…`
}

function escapeUnseen(text: string): string {
  let shown = ''
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code >= 0x20 && !isInvisible(code) && !(code >= 0xd800 && code <= 0xdfff)) shown += character
    else for (let i = 0; i < character.length; i++) shown += escapeCodeUnit(character.charCodeAt(i))
  }
  return shown
}

function escapeCodeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
