/**
 * The sentence table: rulesets, their reviews, claim dictionaries, and the answer that a reader gives only from the
 * review. The answers were written from `reads` without the engine, so a difference shows a wrong sentence or a wrong
 * engine. New sentences are written into `reads` by hand, so that a person has read them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { CheckableRuleset, checkCompiled, inObjects } from '../../engine/batch/check-compiled'
import { compileRuleset } from '../../engine/compile'
import { Meter } from '../../engine/core/meter'
import { printSentence } from '../../engine/explain/english/clause'
import { describeRuleset } from '../../engine/explain/review'
import type { ReviewField } from '../../engine/explain/review-document'
import { compileZ3 } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'

interface Entry {
  /** Lines of a text with one assertion. */
  readonly ruleset: readonly string[]
  readonly reads: readonly string[]
  readonly cases: readonly { readonly claims: Readonly<Record<string, unknown>>; readonly answer: string }[]
}

const FOLDER = join(import.meta.dirname, 'sentences')
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
const solver = new Z3Solver(compileZ3())

function entriesOf(file: string): readonly Entry[] {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Entry[]
}

function opened({ ruleset }: Entry): CheckableRuleset {
  const outcome = compileRuleset({
    source: `${ruleset.join('\n')}\n`,
    hash: '',
    library: builtInLibrary(),
    unitLibraryHash: null,
    limits: { ...DEFAULT_BUDGETS, ...DEFAULT_LANGUAGE_LIMITS },
  })
  if (outcome.status !== 'compiled') throw new Error(`does not compile: ${JSON.stringify(outcome)}`)
  return new CheckableRuleset(outcome.compiled)
}

function answerOf(
  checkable: CheckableRuleset,
  claims: Readonly<Record<string, unknown>>,
  mode: 'tiers' | 'solver-only',
) {
  const tools = { solver, mode, meter: new Meter(DEFAULT_BUDGETS.evaluation_steps), limits: DEFAULT_BUDGETS }
  return checkCompiled(checkable, claims, tools, inObjects)?.[0]?.check
}

describe.each(FILES)('%s', (file) => {
  it.each(entriesOf(file).map((entry) => [entry.ruleset.at(-1) ?? '', entry] as const))('%s', (_, entry) => {
    const checkable = opened(entry)
    expect(describedRules(checkable.compiled.ruleset)).toEqual(entry.reads)
    for (const { claims, answer } of entry.cases) {
      const exact = withNumerals(claims)
      expect([claims, answerOf(checkable, exact, 'tiers')]).toEqual([claims, answer])
      expect([claims, answerOf(checkable, exact, 'solver-only')]).toEqual([claims, answer])
    }
  })
})

it('there are at least 120 rows, with every possible answer', () => {
  const answers = FILES.flatMap((file) => entriesOf(file).flatMap(({ cases }) => cases.map(({ answer }) => answer)))
  expect(answers.length).toBeGreaterThanOrEqual(120)
  expect([...new Set(answers)].sort()).toEqual(['FALSE', 'TRUE', 'UNKNOWN'])
})

/** Converts numbers to text, as a dictionary may give them. */
function withNumerals(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(claims)
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]))
}

const SECTION_IDS = ['locals', 'definitions', 'assertions'] as const

/**
 * Returns the review's lines about the rules: open locals, definitions, assertions. Leaves out the statement that the
 * policy is neutral, and the list of claims.
 */
function describedRules(ruleset: CheckedRuleset): readonly string[] {
  const { sections } = describeRuleset(ruleset)
  const rules = SECTION_IDS.flatMap((id) => sections.find((section) => section.id === id) ?? [])
  return rules.flatMap(({ id, heading, introduction, entries }) => [
    ...(id === 'locals' ? [`${heading}: ${introduction}`] : []),
    ...entries.flatMap(({ title, fields }) => [title, ...fields.flatMap((field) => linesOf(field))]),
  ])
}

function linesOf(field: ReviewField): readonly string[] {
  const lead = field.label === '' ? '' : `${field.label}: `
  switch (field.kind) {
    case 'fact':
      return [lead + field.text]
    case 'sentence':
      return printSentence(field.sentence, lead, '').split('\n')
    case 'grid':
      return [field.head, ...field.rows].map((row) => row.join(' | '))
    case 'references':
      return []
    case 'quotation':
      return field.lines.map((line) => lead + line)
  }
}
