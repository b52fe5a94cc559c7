/** The properties of each claim that reading a record needs, as plain data that a page and its workers share. */
import { printNumeral } from '../../language/numeric/numeral'
import { type Fallback, type Input, isPart, NO_CODE } from '../../language/semantics/checked-input'
import { columnOf } from '../../language/semantics/records/columns'

export interface RecordField {
  /** With its path, as in `driver[2].age`. */
  readonly name: string
  /** `count` is the number of entries of a list, and `given` says whether an optional record is there. */
  readonly kind: 'boolean' | 'numeric' | 'date' | 'timestamp' | 'text' | 'enum' | 'count' | 'given'
  /** The declared unit, required in values. */
  readonly unit: string | null
  /** The title of its column. */
  readonly column: string
  /** Members and codes. */
  readonly texts: readonly string[]
  /** The most entries of a list; null for any other claim. */
  readonly upTo: number | null
  /** The meaning of an empty cell; null is unknown. */
  readonly blank: string | null
  /** Whether a number with decimals counts as the `else` code, as any other text does. */
  readonly wholeOrElse: boolean
  /** The value of a record without the claim; null is unknown. */
  readonly fallback: FallbackValue | null
}

/** As submitted: a number is a text, with its unit. */
export type FallbackValue = boolean | string

const BLANK_CODE = 'blank'

/** One field for each claim, in the order of the ruleset. */
export function recordFields(inputs: readonly Input[]): readonly RecordField[] {
  return inputs.flatMap((input) => (input.kind === 'claim' && !isPart(input) ? [recordField(input)] : []))
}

function recordField(input: Input): RecordField {
  const { name, form, unitSpelling, column, fallback } = input
  const texts = textsOf(input)
  const otherwise = form?.kind === 'coded' || form?.kind === 'else' ? form.otherwise : null
  return {
    name,
    kind: kindOf(input),
    unit: unitSpelling,
    column: column === undefined ? name : columnOf(column, name),
    texts,
    upTo: form?.kind === 'count' ? form.upTo : null,
    blank: texts.includes(BLANK_CODE) ? BLANK_CODE : otherwise,
    wholeOrElse: input.whole === true && otherwise !== null,
    fallback: fallback === undefined ? null : fallbackValue(fallback, unitSpelling),
  }
}

function kindOf({ form, type }: Input): RecordField['kind'] {
  return form?.kind === 'count' || form?.kind === 'given' || form?.kind === 'text' ? form.kind : type.kind
}

function textsOf({ type, form }: Input): readonly string[] {
  if (form?.kind === 'coded') return form.codes.filter((code) => code !== NO_CODE)
  if (form?.kind === 'text') return form.codes
  return type.kind === 'enum' && form?.kind !== 'count' ? type.vocabulary : []
}

/** @param unit the declared unit of the claim */
export function fallbackValue(fallback: Fallback, unit: string | null): FallbackValue {
  if (fallback.kind !== 'number') return fallback.value
  const number = printNumeral(fallback.value)
  return unit === null ? number : `${number} ${unit}`
}

/** The default for people: "no", "0 USD", "2026-01-31". */
export function fallbackText(value: FallbackValue): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
