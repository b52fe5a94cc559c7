import type { UnitBridge } from './read-units'

/**
 * The request that adds a converter. Digits are sent as typed. The server checks everything that needs the unit
 * standards.
 */
export interface ConverterEntries {
  readonly from: string
  readonly to: string
  readonly factor: string
  /** May be empty. */
  readonly offset: string
  /** May be empty. */
  readonly attribution: string
}

export const NO_ENTRIES: ConverterEntries = { from: '', to: '', factor: '', offset: '', attribution: '' }

export type EntryProblems = Partial<Record<keyof ConverterEntries, string>>

/** A number as JSON spells it. */
const NUMERAL = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const NUMERAL_WORDS = 'a number in digits, with a point for decimals, such as 0.9072'

export function problemsOf(entries: ConverterEntries): EntryProblems {
  return {
    ...(entries.from.trim() === '' && { from: 'Enter the unit of the values.' }),
    ...(entries.to.trim() === '' && { to: 'Enter the unit to convert to.' }),
    ...(!NUMERAL.test(entries.factor.trim()) && { factor: `Enter ${NUMERAL_WORDS}.` }),
    ...(entries.offset.trim() !== '' &&
      !NUMERAL.test(entries.offset.trim()) && { offset: `Enter ${NUMERAL_WORDS}, or nothing.` }),
  }
}

/** Returns JSON text; the entries must be valid. */
export function converterRequest({ from, to, factor, offset, attribution }: ConverterEntries): string {
  const members = [
    `"from_unit":${JSON.stringify(from.trim())}`,
    `"to_unit":${JSON.stringify(to.trim())}`,
    `"factor":${factor.trim()}`,
    ...(offset.trim() === '' ? [] : [`"offset":${offset.trim()}`]),
    ...(attribution.trim() === '' ? [] : [`"attribution":${JSON.stringify(attribution.trim())}`]),
  ]
  return `{${members.join(',')}}`
}

const ENTRY_OF: Readonly<Record<string, keyof ConverterEntries>> = {
  from_unit: 'from',
  to_unit: 'to',
  factor: 'factor',
  offset: 'offset',
  attribution: 'attribution',
}

/** Returns the server's messages by entry. */
export function problemsFrom(
  failures: readonly { readonly field: string; readonly expected: string }[],
): EntryProblems {
  return Object.fromEntries(
    failures.flatMap(({ field, expected }) => {
      const entry = ENTRY_OF[field]
      return entry === undefined ? [] : [[entry, `Expected ${expected}.`]]
    }),
  )
}

/** Returns `kg = lb × 45359237/100000000`, with an offset if there is one. */
export function conversionEquation(conversion: {
  readonly from: string
  readonly to: string
  /** Exact numerals as text. */
  readonly factor: string
  readonly offset: string
}): string {
  const { from, to, factor, offset } = conversion
  const scaled = factor === '1' ? from : `${from} × ${factor}`
  if (offset === '0') return `${to} = ${scaled}`
  return `${to} = ${scaled} ${offset.startsWith('-') ? `− ${offset.slice(1)}` : `+ ${offset}`}`
}

/** Returns the equation of two units that convert. */
export function exactConversion({ from, to, ratio = '1/1', exact_offset: offset = '0' }: UnitBridge): string {
  return conversionEquation({ from, to, factor: ratio.endsWith('/1') ? ratio.slice(0, -2) : ratio, offset })
}
