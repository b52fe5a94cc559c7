/**
 * Unbridged pairs, claims that no assertion reads, and conversions with exact factors, because a rate that a person
 * supplied is signed too.
 */
import { compareRationals, divide, negate, ONE, signOf } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset, UnbridgedPair } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'
import type { Unit } from '../../language/units/unit'
import { claimsOf, publicName } from './claim-facts'
import { joinSeries } from './english/clause'
import type { Names } from './english/names'
import { numeralInWords, quantityInWords, unitInWords } from './english/quantities'
import type { ReviewEntry, ReviewSection } from './review-document'
import { INDEPENDENT } from './review-fields'
import { assertionTitle } from './review-rules'

type Conversion = Extract<Checked, { kind: 'convert' }>

export function conversionSection(ruleset: CheckedRuleset): ReviewSection {
  const texts = new Set<string>()
  const note = (node: Checked): void => {
    const text = node.kind === 'convert' ? conversionInWords(node) : null
    if (text !== null) texts.add(text)
  }
  for (const { value } of ruleset.lets) walkTree(value, note)
  for (const { expression } of ruleset.assertions) walkTree(expression, note)
  return {
    id: 'conversions',
    heading: 'Conversions used',
    introduction: 'Where the rules bring two units together, they count like this, exactly.',
    entries: [...texts].map((text) => ({ name: null, title: text, fields: [], ...INDEPENDENT })),
  }
}

/** Null if only a percentage becomes a plain number. */
function conversionInWords({ from, to, factor, offset }: Conversion): string | null {
  if (withoutPercent(from) === withoutPercent(to)) return null
  if (from === null || to === null) {
    const inOne = from === null ? factor : divide(ONE, factor)
    return inOne === null ? null : `The number 1 is ${quantityInWords(inOne, from ?? to)}`
  }
  if (from.difference) return `A difference of ${quantityInWords(ONE, from)} is one of ${quantityInWords(factor, to)}`
  if (offset.n === 0) {
    // The larger unit comes first: "1 day is 1,440 minutes", not a fraction of a day.
    const turned = divide(ONE, factor)
    return turned !== null && compareRationals(factor, ONE) < 0
      ? `${quantityInWords(ONE, to)} is ${quantityInWords(turned, from)}`
      : `${quantityInWords(ONE, from)} is ${quantityInWords(factor, to)}`
  }
  const shift = signOf(offset) < 0 ? `minus ${numeralInWords(negate(offset))}` : `plus ${numeralInWords(offset)}`
  return `The value in ${unitInWords(to.text)} is the value in ${unitInWords(from.text)} times ${numeralInWords(factor)}, ${shift}`
}

function withoutPercent(unit: Unit | null): string {
  return (unit?.factors ?? [])
    .filter(({ symbol }) => symbol !== '%')
    .map(({ symbol, power }) => `${symbol} ${power}`)
    .sort()
    .join()
}

export function undecidedSection(names: Names): ReviewSection {
  const { ruleset } = names
  const entries: ReviewEntry[] = ruleset.assertions
    .filter((assertion) => assertion.unbridged.length > 0)
    .map((assertion) => ({
      name: assertion.name,
      title: assertionTitle(assertion.name),
      fields: assertion.unbridged.map((pair) => ({ kind: 'fact', label: '', text: unbridgedInWords(pair) })),
      ...INDEPENDENT,
    }))
  const reads = [...ruleset.assertions, ...ruleset.reports].flatMap((reader) => reader.reads)
  const read = new Set(reads.map((index) => publicName(names.input(index).name)))
  const unread = claimsOf(ruleset).filter(({ name, form }) => form?.kind !== 'given' && !read.has(name))
  // A library alone declares claims for what it shares.
  const isLibrary = ruleset.shares !== undefined && ruleset.assertions.length === 0
  if (unread.length > 0 && !isLibrary)
    entries.push({
      name: null,
      title: 'Asked for, but read by no assertion',
      fields: [
        {
          kind: 'fact',
          label: '',
          text: `${joinSeries(
            unread.map((input) => names.called(input.name)),
            'and',
          )}: whatever is answered, no result changes.`,
        },
      ],
      ...INDEPENDENT,
    })
  return {
    id: 'undecided',
    heading: 'Not decided',
    introduction: 'What these rules do not settle, however every claim is answered.',
    entries,
  }
}

function unbridgedInWords({ from, to, cause }: UnbridgedPair): string {
  const pair = `It brings ${unitInWords(from)} and ${unitInWords(to)} together, and `
  const why =
    cause === 'missing'
      ? 'nothing converts the one to the other'
      : 'there is more than one way to convert the one to the other'
  return `${pair}${why}: always UNKNOWN, under every policy.`
}
