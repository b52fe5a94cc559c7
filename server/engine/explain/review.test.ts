import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromInteger } from '../../language/numeric/rational'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { randomRuleset } from '../../language/testing/random-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary, createUnitLibrary } from '../../language/units/unit-library'
import { answerAsked } from './english/phrase'
import { describeRuleset, renderReview } from './review'
import { renderSummary } from './summary'

const BUILT_IN = builtInLibrary()

function compiled(text: string, library = BUILT_IN): CheckedRuleset {
  const { ruleset, diagnostics } = analyseRuleset(text, library, DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return ruleset
}

const LEFT_OUT = new Set(['start', 'end', 'line', 'source', 'version', 'type', 'order', 'domain', 'variable', 'reads'])

/** The statements of a ruleset, without places, derived facts and variable names. */
function meaning(ruleset: CheckedRuleset): string {
  const inputs = ruleset.inputs.map((input) => [input.type, input])
  return JSON.stringify([inputs, ruleset.lets, ruleset.assertions], function (this: unknown, key, value: unknown) {
    if (key === 'type' && !isInput(this)) return undefined
    if (key !== 'type' && LEFT_OUT.has(key)) return undefined
    if (isQuantified(value) && answerAsked(value) !== null) return { ...value, name: '', body: answerAsked(value) }
    return typeof value === 'bigint' ? value.toString() : value
  })
}

function isInput(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'declaredUnit' in value
}

function isQuantified(value: unknown): value is Extract<Checked, { kind: 'quantified' }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'quantified'
}

describe('reviews', () => {
  it('of rulesets with different meanings are never alike', { tags: 'thorough' }, () => {
    const seen = new Map<string, string>()
    for (const depth of [1, 2, 3])
      for (const unbridged of [false, true]) {
        const random = randomRuleset({ depth, maxAssertions: 1, unbridged })
        for (const text of fc.sample(random, { numRuns: 250, seed: 20261121 + depth })) {
          const ruleset = compiled(text)
          const review = renderReview(ruleset)
          const says = meaning(ruleset)
          expect(seen.get(review) ?? says).toBe(says)
          seen.set(review, says)
        }
      }
    expect(seen.size).toBeGreaterThan(700)
  })

  it('of the same ruleset are the same, and begin with its summary', { tags: 'thorough' }, () => {
    for (const text of fc.sample(randomRuleset(), { numRuns: 100, seed: 3 })) {
      const review = renderReview(compiled(text))
      expect(renderReview(compiled(text))).toBe(review)
      expect(review.startsWith(`${renderSummary(compiled(text))}\n\n`)).toBe(true)
    }
  })

  it('differ if a rate that a person supplied differs', () => {
    const text = '// @unit cost USD\ndeclare cost as numeric;\nassert a { cost <= 100 "EUR" };\n'
    const at = (rate: number): string =>
      renderReview(
        compiled(
          text,
          createUnitLibrary([{ from: 'EUR', to: 'USD', factor: fromInteger(rate), offset: fromInteger(0) }]),
        ),
      )
    expect(at(2)).toContain('1 EUR is 2 USD')
    expect(at(2)).not.toBe(at(3))
  })
})

describe('words of the author', () => {
  const hostile = fc
    .array(fc.constantFrom('”', '“', '\t', '\u200b', ' States: ', '2.  Other (other)', '|', 'CLAIMS', "'", '  ', 'é'), {
      maxLength: 8,
    })
    .map((words) => words.join(''))
    .filter((text) => !/[\p{C}]/u.test(text.replace(/\t/g, '')))

  it('never make an unmarked line', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(hostile, hostile, fc.array(hostile, { minLength: 2, maxLength: 4 }), (question, context, comment) => {
        const text = [
          `// @ask paid x${question}`,
          `// @context paid x${context}`,
          'declare paid as boolean;',
          '',
          ...comment.map((line) => `// x${line}`),
          'assert a { paid };',
        ].join('\n')
        const lines = renderReview(compiled(text)).split('\n')
        const plain = renderReview(compiled(text.replace(/^(\/\/ (?:@\w+ paid )?x).*$/gm, '$1'))).split('\n')
        expect(lines.length).toBe(plain.length)
        lines.forEach((line, i) => {
          const safe = plain[i] ?? ''
          if (/^ {6}\| x/.test(safe)) expect(line.startsWith(safe)).toBe(true)
          else if (safe.endsWith('“x”')) expect(line.startsWith(safe.slice(0, -1)) && line.endsWith('”')).toBe(true)
          else expect(line).toBe(safe)
        })
      }),
    )
  })

  it('are quotations in the document, never product text', () => {
    const text =
      '// @ask paid WAS IT\n// @context paid CONTEXT\ndeclare paid as boolean;\n// NOTE\nassert a { paid };\n'
    const { sections } = describeRuleset(compiled(text))
    const fields = sections.flatMap((section) => section.entries.flatMap((entry) => entry.fields))
    const quoted = fields.flatMap((field) => (field.kind === 'quotation' ? field.lines : []))
    expect(quoted).toEqual(['NOTE', 'WAS IT', 'CONTEXT'])
    expect(JSON.stringify(fields.filter((field) => field.kind !== 'quotation'))).not.toMatch(/WAS IT|CONTEXT|NOTE/)
  })
})
