/**
 * JSON's escapes, in Unicode NFC. An unknown escape is reported and read as the character after the backslash. An
 * escape must not hide an invisible character.
 */

import type { Report } from '../messages/report'
import { codePointName, firstInvisible } from './characters'
import type { TextLiteral } from './syntax'

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** @param end includes the closing quote */
export function readString(text: string, start: number, end: number, report: Report): TextLiteral {
  const raw = text.slice(start + 1, end - 1)
  const escaped = text.charCodeAt(start) === 34 && raw.includes('\\')
  const value = escaped ? resolveEscapes(raw, start + 1, report) : raw
  const hidden = escaped ? firstInvisible(value, 0) : -1
  if (hidden >= 0) report.add('invisible-escape', { start, end }, [codePointName(value, hidden)])
  return { value: isAscii(value) ? value : value.normalize('NFC'), start, end }
}

export function quoteText(value: string): string {
  return JSON.stringify(value)
}

function resolveEscapes(raw: string, offset: number, report: Report): string {
  let value = ''
  for (let i = 0; i < raw.length; i++) {
    const c = raw.charAt(i)
    if (c !== '\\') {
      value += c
      continue
    }
    const escaped = raw.charAt(++i)
    const digits = raw.slice(i + 1, i + 5)
    if (escaped === 'u' && /^[0-9a-fA-F]{4}$/.test(digits)) {
      value += String.fromCharCode(Number.parseInt(digits, 16))
      i += 4
      continue
    }
    const meaning = ESCAPES[escaped]
    if (meaning === undefined)
      report.add('unknown-escape', { start: offset + i - 1, end: offset + i + 1 }, [`\\${escaped}`])
    value += meaning ?? escaped
  }
  return value
}

function isAscii(value: string): boolean {
  for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > 127) return false
  return true
}
