/**
 * Renders values for `received` (public/docs/api.md, "Errors"): short, on one line, with control, bidirectional,
 * invisible and lone surrogate characters escaped.
 */
import { JsonNumber } from '../../language/numeric/lossless-json'
import { isInvisible } from '../../language/syntax/characters'

const LONGEST = 80

export function renderReceived(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return quoteShort(value)
  if (value instanceof JsonNumber) return cut(value.text)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export function quoteShort(text: string): string {
  return escapeUnseen(JSON.stringify(cut(text)))
}

export function nameShort(name: string): string {
  return escapeUnseen(cut(name))
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text
  const last = text.charCodeAt(LONGEST - 2)
  // Does not split a surrogate pair.
  const end = last >= 0xd800 && last <= 0xdbff ? LONGEST - 2 : LONGEST - 1
  return `${text.slice(0, end)}…`
}

function escapeUnseen(text: string): string {
  let shown = ''
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code >= 0x20 && !isInvisible(code) && !(code >= 0xd800 && code <= 0xdfff)) shown += character
    else for (let i = 0; i < character.length; i++) shown += escaped(character.charCodeAt(i))
  }
  return shown
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
