/**
 * What a ruleset leaves undecided, and the conversions that its comparisons rest on.
 *
 * Promises: every unbridged pair of every assertion, every claim that no assertion reads, and every conversion used
 * with its exact factor, since a rate that a person supplied is part of what is signed.
 */
import type { Checked, CheckedRuleset, UnbridgedPair } from '../../language/checked-ruleset'
import { walk } from './english/children'
import type { Names } from './english/names'
import { numeralInWords, unitInWords } from './english/quantities'
import { series } from './english/series'
import type { ReviewEntry, ReviewSection } from './review-document'
import { assertionTitle } from './review-rules'

type Conversion = Extract<Checked, { kind: 'convert' }>

export function conversionSection(ruleset: CheckedRuleset): ReviewSection {
  const texts = new Set<string>()
  const note = (node: Checked): void => {
    if (node.kind === 'convert') texts.add(conversionInWords(node))
  }
  for (const { value } of ruleset.lets) walk(value, note)
  for (const { expression } of ruleset.assertions) walk(expression, note)
  return {
    id: 'conversions',
    heading: 'Conversions used',
    introduction: 'Where the rules bring two units together, they count like this, exactly.',
    entries: [...texts].map((text) => ({ name: null, title: text, fields: [] })),
  }
}

function conversionInWords({ from, to, factor, offset }: Conversion): string {
  const rate = numeralInWords(factor)
  const before = unitInWords(from.text)
  const after = unitInWords(to.text)
  if (offset.n === 0) return `1 ${before} is ${rate} ${after}`
  return `A value in ${after} is the value in ${before} times ${rate}, plus ${numeralInWords(offset)}`
}

export function undecidedSection(names: Names): ReviewSection {
  const { ruleset } = names
  const entries: ReviewEntry[] = ruleset.assertions
    .filter((assertion) => assertion.unbridged.length > 0)
    .map((assertion) => ({
      name: assertion.name,
      title: assertionTitle(assertion.name),
      fields: assertion.unbridged.map((pair) => ({ kind: 'fact', label: '', text: unbridgedInWords(pair) })),
    }))
  const read = new Set(ruleset.assertions.flatMap((assertion) => assertion.reads))
  const unread = ruleset.inputs.filter((input, place) => input.kind === 'claim' && !read.has(place))
  if (unread.length > 0)
    entries.push({
      name: null,
      title: 'Asked for, but read by no assertion',
      fields: [
        {
          kind: 'fact',
          label: '',
          text: `${series(
            unread.map((input) => names.called(input.name)),
            'and',
          )}: whatever is answered, no result changes.`,
        },
      ],
    })
  return {
    id: 'undecided',
    heading: 'Not decided',
    introduction: 'What these rules do not settle, however every claim is answered.',
    entries,
  }
}

function unbridgedInWords({ from, to, cause }: UnbridgedPair): string {
  const pair = `It compares ${unitInWords(from)} with ${unitInWords(to)}, and `
  const why =
    cause === 'missing'
      ? 'nothing converts the one to the other'
      : 'there is more than one way to convert the one to the other'
  return `${pair}${why}: always UNKNOWN, under every policy.`
}
