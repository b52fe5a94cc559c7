/**
 * The catalogue of diagnostics, their only source. Annotations and budgets are in this file, other entries in
 * grammar.ts and types.ts. A message says in the author's words what was expected and what to do. A test requires a
 * golden case in server/testing/golden/diagnostics for every entry.
 */

import type { LanguageLimits } from '../text/limits'
import { DEFINITIONS } from './definitions'
import { didYouMean, errorMessage, type Message, warningMessage } from './diagnostic'
import { FIELDS } from './fields'
import { GRAMMAR, LEXICAL } from './grammar'
import { LOOKUPS } from './lookups'
import { SHARING } from './sharing'
import { TEXTS } from './texts'
import { TIMESTAMPS } from './timestamps'
import { NAMES, TYPES, UNITS } from './types'

const FORMS = {
  ask: '// @ask amount What is the amount of the claim?',
  context: '// @context amount The total on the receipt.',
  range: '// @range amount 0..10000',
  unit: '// @unit amount USD',
  column: '// @column income "Income (000)"',
} as const

export type AnnotationTag = keyof typeof FORMS

export const ANNOTATIONS = {
  'refused-annotation': errorMessage(
    (tag: string) =>
      `@${tag} is not recognised, and a ruleset that carries it does not compile. No annotation decides an outcome: remove it.`,
  ),
  'annotation-form': errorMessage((tag: AnnotationTag) => `Expected a claim and its text, as in: ${FORMS[tag]}`),
  'annotation-name': errorMessage((tag: AnnotationTag, name: string, meant: string | null, field: string | null) =>
    field === null
      ? `@${tag} describes a claim, and no claim is called "${name}".${didYouMean(meant)}`
      : `"${name}" is a record that is always there, so only its fields are claims. Describe them one by one, as in: // @${tag} ${field}`,
  ),
  'repeated-annotation': errorMessage(
    (tag: AnnotationTag, name: string, line: number) =>
      `"${name}" has its @${tag} already, on line ${line}. Remove one of them.`,
  ),
  'annotation-type': errorMessage(
    (tag: AnnotationTag, name: string, type: string) =>
      `@${tag} belongs to numeric claims, and "${name}" is ${type}. Remove it.`,
  ),
  'range-form': errorMessage(
    () => `Expected two plain numbers joined by two points, without a unit, as in: ${FORMS.range}`,
  ),
  'range-order': errorMessage(
    (min: string, max: string) => `The least value ${min} is above the greatest ${max}. Write the lower one first.`,
  ),
  'range-precision': errorMessage(
    (value: string) => `${value} has more digits than a JSON number can carry exactly. Use a shorter bound.`,
  ),
  'column-form': errorMessage(() => `Expected the name of a column in double quotes, as in: ${FORMS.column}`),
  'column-taken': errorMessage(
    (column: string, name: string, line: number) =>
      `The column "${column}" belongs to "${name}" on line ${line}. Each claim has a column of its own.`,
  ),
  'column-entry': errorMessage(
    (name: string, example: string) =>
      `"${name}" is in every entry of a list. In the name of its column, write [] for the number of the entry of each list, as in "${example}".`,
  ),
  'citation-form': warningMessage(
    () =>
      'Expected a name, the label of a document and the label of a clause, as in: // @cite within_limit TE-07 4.2(b)',
  ),
  'citation-version': warningMessage(
    () => '@cite is a comment here. Begin the ruleset with version 1.4; to cite the clause of a document.',
  ),
  'citation-name': warningMessage(
    (name: string, meant: string | null) =>
      `@cite describes an assertion, a definition or a claim, and the ruleset has no "${name}".${didYouMean(meant)}`,
  ),
  'misspelt-annotation': warningMessage((tag: string, meant: string) => `@${tag} is ignored. Did you mean @${meant}?`),
} as const

const BUDGETS: Readonly<Record<keyof LanguageLimits, (limit: number) => string>> = {
  source_bytes: (limit) => `The ruleset is larger than ${limit} bytes. Split it into several rulesets.`,
  claims: (limit) => `The ruleset declares more than ${limit} claims. Split it into several rulesets.`,
  assertions: (limit) => `The ruleset holds more than ${limit} assertions. Split it into several rulesets.`,
  expression_depth: (limit) =>
    `Expressions are nested more than ${limit} deep here. Name parts of the expression with let, or write And(a, b, c) instead of a chain.`,
  expression_nodes: (limit) =>
    `With its quantifiers written out, the ruleset has more than ${limit} parts up to here. Use smaller sets or fewer nested quantifiers.`,
  numeral_digits: (limit) => `This number has more than ${limit} digits when it is written out. Use a shorter one.`,
}

export const LIMITS = {
  'limit-exceeded': errorMessage((budget: keyof LanguageLimits, limit: number, advice: string | null) =>
    advice === null ? BUDGETS[budget](limit) : `${BUDGETS[budget](limit)} ${advice}`,
  ),
  'more-problems': errorMessage(
    (count: number) => `There are ${count} more problems. They are reported once the ones above are corrected.`,
  ),
} as const

const ALL = {
  ...LEXICAL,
  ...GRAMMAR,
  ...NAMES,
  ...TYPES,
  ...FIELDS,
  ...DEFINITIONS,
  ...LOOKUPS,
  ...SHARING,
  ...TIMESTAMPS,
  ...TEXTS,
  ...UNITS,
  ...ANNOTATIONS,
  ...LIMITS,
}

export type Code = keyof typeof ALL

/** Arguments of an entry's text. */
export type Details<C extends Code> = Parameters<(typeof ALL)[C]['text']>

export const MESSAGES: { readonly [C in Code]: Message<Details<C>> } = ALL
