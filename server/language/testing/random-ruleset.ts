/**
 * Random rulesets that compile, with every construct of the language. They declare only what expressions mention, so
 * they shrink well. For property tests only.
 */
import fc from 'fast-check'
import { hashSharedLines, sharedLines } from '../text/shared-lines'
import {
  DATES,
  type RandomClaims,
  randomClaims,
  SHAPE_STATEMENTS,
  SHAPES,
  TEXTS,
  TIMESTAMPS,
  VOCABULARY,
  VOCABULARY_STATEMENT,
} from './random-claims'
import { RandomExpressions, type RandomRulesetOptions } from './random-expressions'
import { LOOKUPS, randomLookups } from './random-lookups'

export const EVERYTHING: Required<RandomRulesetOptions> = {
  depth: 3,
  maxAssertions: 3,
  nonlinear: true,
  partial: true,
  units: true,
  unbridged: false,
  quantifiers: true,
  numerics: true,
  functions: true,
  dates: true,
  definitions: true,
  lookups: true,
  texts: true,
  libraries: true,
}

const DATE_CLAIM = new RegExp(`\\b(?:${[...DATES, ...TIMESTAMPS].join('|')})\\b`)
const DATE_LITERAL = /\b\d{4}-\d{2}-\d{2}(?:\b|T)/
const NEW_FUNCTION = /\b(?:(?:Min|Max|Abs|Floor|Ceil|Round)\(|FirstFailed\(|(?:first|except when\b.*) \{)/

/** Texts that compile with the built-in unit library. */
export function randomRuleset(options: RandomRulesetOptions = {}): fc.Arbitrary<string> {
  const settings = { ...EVERYTHING, ...options }
  const expressions = new RandomExpressions(settings)
  const lets = fc.record({
    known: expressions.condition(1),
    total: settings.numerics ? expressions.number('bare', 1) : fc.constant('1'),
    choice: expressions.member('size', 1),
    marks: expressions.set('condition', 1),
    sizes: expressions.set('size', 1),
    limits: settings.numerics ? expressions.set('number', 1) : fc.constant('{ 1 }'),
    settled: expressions.condition(1),
    ...(settings.lookups ? randomLookups() : {}),
  })
  // Half of the rulesets.
  const listed = fc.subarray(['a1', 'a2', 'a3']).map((names) => ['a0', ...names])
  const failed = settings.definitions ? fc.option(listed, { freq: 2 }) : fc.constant(null)
  const applied = fc.tuple(expressions.definition('condition'), expressions.definition('number'))
  const policy = fc.constantFrom('', '', ' [optimistic]', ' [pessimistic]', ' [neutral]')
  const assertion = fc.tuple(policy, expressions.condition(settings.depth), expressions.exceptions())
  const assertions = fc.array(assertion, { minLength: 1, maxLength: settings.maxAssertions })
  const version = fc.constantFrom('', '', 'version 1.3;\n', 'version 1.2;\n')
  const ends = fc.constantFrom('last', 'next')
  const sharing = fc.constantFrom('', '', settings.libraries ? 'use' : '', settings.libraries ? 'library' : '')
  return fc.tuple(version, ends, randomClaims(), lets, assertions, applied, failed, sharing).map((made) => {
    const [head, monthEnd, declared, values, list, conditions, names, shared] = made
    const bodies = list.map(([how, body, exceptions], i) => `assert a${i}${how} { ${body} }${exceptions};`)
    if (names !== null && bodies.length > 1)
      bodies.push(
        `report failed = FirstFailed(${names.filter((name) => Number(name.slice(1)) < bodies.length - 1).join(', ')}) else "none";`,
        bodies.pop()!.replace(/\{.*\}.*;$/s, '{ failed != "a0" };'),
      )
    const used = mentionedNames(bodies.join('\n'))
    const named = conditions.filter((text) => used.has(nameOfCondition(text)))
    for (const text of named) for (const word of mentionedNames(text)) used.add(word)
    const definitions: string[] = []
    // Processed from below, because a let may name earlier lets.
    for (const [name, value] of Object.entries(values).reverse()) {
      if (!used.has(name)) continue
      for (const word of mentionedNames(value)) used.add(word)
      definitions.unshift(isLookup(name) ? value : `let ${name} = ${value};`)
    }
    const rules = [...definitions, ...(named.length === 0 ? [] : shareStatements(named, shared)), ...bodies].join('\n')
    const hasDates = DATE_CLAIM.test(rules) || DATE_LITERAL.test(rules)
    const version = hasDates
      ? `version 1.4;\nmonth_end ${monthEnd};\n`
      : NEW_FUNCTION.test(rules) || LOOKUP.test(rules) || named.length > 0 || TEXTS.some((name) => used.has(name))
        ? 'version 1.4;\n'
        : head
    return `${version}${printTexts(used)}${printDeclarations(declared, used, version.includes('1.4'))}${rules}\n`
  })
}

function printTexts(used: ReadonlySet<string>): string {
  const statements = SHAPES.filter((name) => used.has(name)).map((name) => SHAPE_STATEMENTS[name])
  if (used.has(VOCABULARY)) return [...statements, VOCABULARY_STATEMENT, ''].join('\n')
  return statements.map((statement) => `${statement}\n`).join('')
}

/** @param word of the part, or empty */
function shareStatements(statements: readonly string[], word: string): readonly string[] {
  if (word === '') return statements
  const lines = sharedLines(statements.map((text) => `  ${text}`).join('\n'))
  const head = word === 'library' ? word : `use "house/shared" sha256:${hashSharedLines(lines)}`
  return [`${head} {\n${lines}};`]
}

function nameOfCondition(text: string): string {
  return /^condition (\w+)/.exec(text)?.[1] ?? ''
}

const LOOKUP = /^(?:parameter|scale|table) /m

function isLookup(name: string): boolean {
  return Object.values<readonly string[]>(LOOKUPS).some((names) => names.includes(name))
}

export function printDeclarations(all: RandomClaims, used: ReadonlySet<string>, hasDefaults = false): string {
  let text = ''
  for (const { name, type, annotations, fallback } of all) {
    if (!used.has(name)) continue
    for (const annotation of annotations) text += `// @${annotation}\n`
    const end = hasDefaults && fallback !== undefined ? ` default ${fallback}` : ''
    text +=
      name === 'settled' || name === 'open'
        ? `declare local ${name} as boolean;\n`
        : `declare ${name} as ${type}${end};\n`
  }
  return text
}

/** Returns the names in a text, without strings. */
function mentionedNames(text: string): Set<string> {
  return new Set(text.replace(/"[^"]*"/g, '').match(/[A-Za-z_]\w*/g) ?? [])
}
