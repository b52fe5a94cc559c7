import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkResult } from '../contract/schemas/check'
import { compileZ3 } from '../engine/solver/z3-module'
import { Z3Solver } from '../engine/solver/z3-solver'
import { DEFAULT_BUDGETS } from '../env'
import { analyse } from '../language/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../language/limits'
import { normaliseSource } from '../language/normalise'
import { JobRunner } from '../service/engine/run-job'
import { builtInLibrary } from '../units/library'
import { type Block, docsBlocks, docsPages, docsText } from './docs-blocks'

const library = builtInLibrary()
const runner = new JobRunner({ solver: () => new Z3Solver(compileZ3()) })

/** The outcome of a check as the documentation writes it. */
function outcome(source: string, claims: string): string {
  const text = normaliseSource(source)
  const answer = runner.run({
    kind: 'check',
    ruleset: { source: text, hash: createHash('sha256').update(text).digest('hex') },
    library: { hash: null, converters: [] },
    limits: DEFAULT_BUDGETS,
    claims: { from: 'text', text: claims },
    mode: 'tiers',
    maySolve: true,
  })
  if (answer.status === 'refused')
    return (answer.refusal.details.failures ?? [])
      .map(({ field, expected, received }) => `${field}: expected ${expected}; received ${received}`)
      .join('\n')
  if (answer.status !== 'checked') throw new Error(answer.status)
  return checkResult
    .parse(JSON.parse(answer.bytes))
    .rules.flatMap((rule) => rule.assertions)
    .flatMap(({ name, check, counterexample, reason_unknown }) => [
      `${name} ${check}`,
      ...(counterexample === undefined ? [] : [`counterexample: ${counterexample}`]),
      ...(reason_unknown === undefined ? [] : [`reason_unknown: ${reason_unknown}`]),
    ])
    .join('\n')
}

/** Columns are lined up for the reader and long lines are broken; neither means anything. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function messages(source: string, severity: 'error' | 'warning'): readonly string[] {
  const { diagnostics } = analyse(source, library, DEFAULT_LANGUAGE_LIMITS)
  return diagnostics.filter((diagnostic) => diagnostic.severity === severity).map((diagnostic) => diagnostic.message)
}

function holds(block: Block, ruleset: Block | null, claims: Block | null): void {
  switch (block.kind) {
    case 'ruleset':
      expect(analyse(block.text, library, DEFAULT_LANGUAGE_LIMITS).diagnostics).toEqual([])
      return
    case 'ruleset error':
      expect(messages(block.text, 'error')).toEqual(block.quotes)
      return
    case 'ruleset warning':
      expect(messages(block.text, 'error')).toEqual([])
      expect(messages(block.text, 'warning')).toEqual(block.quotes)
      return
    case 'claims':
      expect(JSON.parse(block.text)).toBeTypeOf('object')
      return
    case 'answers':
    case 'rejected':
      if (ruleset === null || claims === null) throw new Error('no ruleset and claims stand before it')
      expect(plain(outcome(ruleset.text, claims.text))).toBe(plain(block.text))
      return
    case 'sh':
    case 'json':
    case 'text':
      return
    default:
      throw new Error(`"${block.kind}" is no kind of example`)
  }
}

const withExamples = docsPages().filter((page) => docsBlocks(docsText(page)).length > 0)

for (const page of withExamples)
  describe(page, () => {
    let ruleset: Block | null = null
    let claims: Block | null = null
    for (const block of docsBlocks(docsText(page))) {
      if (block.kind === 'ruleset') [ruleset, claims] = [block, null]
      if (block.kind === 'claims') claims = block
      const [itsRuleset, itsClaims] = [ruleset, claims]
      it(`${block.kind} on line ${block.line}`, () => holds(block, itsRuleset, itsClaims))
    }
  })

it('the language guide has an example for every construct', () => {
  const sources = docsBlocks(docsText('language.md'))
    .filter((block) => block.kind.startsWith('ruleset'))
    .map((block) => block.text)
    .join('\n')
  expect(CONSTRUCTS.filter((construct) => !sources.includes(construct))).toEqual([])
})

const CONSTRUCTS = [
  ...['version 1.3;', '/*', 'boolean', 'numeric', 'enum [', 'enum {', 'declare local', 'let ', 'assert '],
  ...['[optimistic]', '[pessimistic]', '[neutral]', '@ask', '@context', '@range', '@unit'],
  ...[' == ', ' != ', ' < ', ' <= ', ' > ', ' >= ', ' + ', ' - ', ' * ', ' / ', ' % '],
  ...['And(', 'Or(', 'Not(', 'Xor(', 'Implies(', 'If(', 'IF ', 'ELSE ', 'CASE ', 'DEFAULT'],
  ...['ForAll(', 'Exists(', 'AtLeast(', 'AtMost(', 'ExactlyOne(', 'CountWhere('],
  ...['IsMember(', 'IsSubset(', 'Union(', 'Intersect(', 'Difference(', 'Members('],
]
