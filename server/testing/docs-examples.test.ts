import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkResult } from '../api/schemas/check'
import { readArguments as readAdminLinkArguments } from '../cli/admin-link-arguments'
import { readArguments as readCredentialArguments } from '../cli/credential-arguments'
import { readArguments as readDataArguments } from '../cli/data-arguments'
import { readArguments as readKeysArguments } from '../cli/keys-arguments'
import { SOLVER_PROGRAMS } from '../cli/obligations/installed-solver'
import { readArguments as readPersonArguments } from '../cli/person-arguments'
import { readArguments as readServiceAccountArguments } from '../cli/service-account-arguments'
import { readArguments as readTouchstoneArguments } from '../cli/touchstone/arguments'
import { readArguments as readUpgradeCheckArguments } from '../cli/upgrade-report'
import { readArguments as readVerifyArguments } from '../cli/verify-arguments'
import { DEFAULT_BUDGETS } from '../config/budgets'
import { VARIABLE_NAMES } from '../config/settings'
import { compileZ3 } from '../engine/solver/z3-module'
import { Z3Solver } from '../engine/solver/z3-solver'
import { analyseRuleset } from '../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../language/text/limits'
import { normaliseSource } from '../language/text/line-index'
import { builtInLibrary } from '../language/units/unit-library'
import { JobRunner } from '../services/engine-pool/run-job'
import { type Block, docsBlocks, docsPages, docsText } from './docs-blocks'

const library = builtInLibrary()
const runner = new JobRunner({ solver: () => new Z3Solver(compileZ3()) })

/** Formats the result of a check like the documentation. */
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

/** Ignores the alignment of columns and line breaks. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function messages(source: string, severity: 'error' | 'warning'): readonly string[] {
  const { diagnostics } = analyseRuleset(source, library, DEFAULT_LANGUAGE_LIMITS)
  return diagnostics.filter((diagnostic) => diagnostic.severity === severity).map((diagnostic) => diagnostic.message)
}

function holds(block: Block, ruleset: Block | null, claims: Block | null): void {
  switch (block.kind) {
    case 'ruleset':
      expect(analyseRuleset(block.text, library, DEFAULT_LANGUAGE_LIMITS).diagnostics).toEqual([])
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
    // Run by docs-commands.test.ts, docs-client.test.ts, docs-python.test.ts and docs-verify.test.ts.
    case 'sh':
    case 'json':
    case 'text':
    case 'ts':
    case 'python':
    // Run by docs-notifications.test.ts.
    case 'js':
    // Checked by docs-proofs.test.ts.
    case 'smt2':
    // Run by docs-command-line.test.ts.
    case 'csv':
    // Run by docs-programs.test.ts.
    case 'lua':
    case 'toml':
    case 'elisp':
      return
    case 'config':
      if (block.text.startsWith('{')) expect(JSON.parse(block.text)).toBeTypeOf('object')
      else for (const line of block.text.split('\n')) expect(commandProblem(line), line).toBeNull()
      return
    default:
      throw new Error(`"${block.kind}" is no kind of example`)
  }
}

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const COMPOSE = parse(readFileSync('compose.yaml', 'utf8')) as { readonly services: Readonly<Record<string, unknown>> }

const READERS = {
  'admin-link': readAdminLinkArguments,
  credential: readCredentialArguments,
  data: readDataArguments,
  keys: readKeysArguments,
  person: readPersonArguments,
  'service-account': readServiceAccountArguments,
  'upgrade-check': readUpgradeCheckArguments,
  touchstone: readTouchstoneArguments,
  verify: readVerifyArguments,
}

/** Variables only of compose.yaml. */
const COMPOSE_VARIABLES = ['POSTGRES_PASSWORD', 'POSTGRES_SERVER_PASSWORD', 'NATS_PASSWORD']

/** Checks a terminal or .env line with the real command line. Returns the problem, or null. */
function commandProblem(line: string): string | null {
  // A reader's variable that a command of the product sets.
  const filled = /^[A-Z][A-Z0-9_]*=\$\((npm run) --silent (.*)\)$/.exec(line)
  if (filled !== null) return commandProblem(`${filled[1]} ${filled[2]}`)
  const variable = /^([A-Z][A-Z0-9_]*)=\S/.exec(line)?.[1]
  if (variable !== undefined)
    return [...VARIABLE_NAMES, ...COMPOSE_VARIABLES].includes(variable) ? null : 'there is no such variable'
  const service = /^docker compose (?:up|logs)\b.*?(\w+)(?:=\d+)?$/.exec(line)?.[1]
  if (service !== undefined)
    return ['build', ...Object.keys(COMPOSE.services)].includes(service) ? null : `compose.yaml has no ${service}`
  // Third-party solvers, which the installation does not include.
  if (line === `apt-get install ${SOLVER_PROGRAMS.map(({ packageName }) => packageName).join(' ')}`) return null
  // The files that `npm run release` makes.
  if (line === `npm install --save-dev ./touchstone-${VERSION}.tgz`) return null
  if (line === `npm install ./touchstone-engine-${VERSION}.tgz`) return null
  if (line === `code --install-extension touchstone-ruleset-${VERSION}.vsix`) return null
  // Tried by python-package.test.ts.
  if (line === 'python3 -m pip install --no-index --no-build-isolation ./python') return null
  const [, script, rest = ''] =
    /^npm run (admin-link|credential|data|keys|person|service-account|upgrade-check|verify)(?: -- (.*))?$/.exec(line) ??
    /^npx --no (touchstone) (.*)$/.exec(line) ??
    []
  if (script === undefined) return 'it is no command of the product'
  const words = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)
  const args = words.map((word) => (word === '<id>' ? '7c9ae83b-cce9-49a5-8c89-92af8ad3683e' : word))
  const read = READERS[script as keyof typeof READERS](args)
  return read.ok ? null : read.problem
}

const withExamples = docsPages().filter((page) => docsBlocks(docsText(page)).length > 0)

for (const page of withExamples)
  describe(page, () => {
    let ruleset: Block | null = null
    let claims: Block | null = null
    for (const block of docsBlocks(docsText(page))) {
      if (block.kind === 'ruleset' || block.kind === 'ruleset warning') [ruleset, claims] = [block, null]
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

/** Statements of the guide outside its examples: condition, claims as declared, answer. */
const SAID: readonly (readonly [string, string, Readonly<Record<string, unknown>>, string])[] = [
  ['declare a as numeric;', '-1 % 12 == 11 + 0 * a', { a: 1 }, 'TRUE'],
  ['declare a as numeric;', '0.1 + 0.2 == 0.3 + 0 * a', { a: 1 }, 'TRUE'],
  ['declare a as numeric; declare b as numeric;', 'Or(a == 0, b / a <= 0.3)', { a: 0, b: 900 }, 'TRUE'],
  ['declare a as numeric; declare b as numeric;', 'If(a == 0, True, b / a <= 0.3)', { a: 0, b: 900 }, 'TRUE'],
  ['declare a as boolean; declare local l as boolean;', 'And(a, l)', { a: true }, 'UNKNOWN'],
  ['declare a as boolean;', 'CountWhere(x in {a, a}, x) == 1', { a: true }, 'TRUE'],
  ['declare a as boolean; declare b as boolean;', 'CountWhere(x in {a, b}, x) == 2', { a: true, b: true }, 'TRUE'],
  ['declare a as numeric;', 'a * a == 2', { a: 'unknown' }, 'UNKNOWN'],
  ['declare a as numeric; // @range a 0..10', 'a <= 10', { a: 'unknown' }, 'UNKNOWN'],
  ['declare a as enum ["low", "medium", "high"];', 'a < "high"', { a: 'medium' }, 'TRUE'],
  ['declare a as enum {"unknown", "known"};', 'a == "unknown"', { a: 'unknown' }, 'TRUE'],
  ['declare a as enum {"unknown", "known"};', 'a == "unknown"', { a: null }, 'UNKNOWN'],
  ['declare a as numeric;', '3 * a == 1', { a: '1/3' }, 'TRUE'],
  ['declare a as numeric; // @unit a degC', 'a - 0 "degC" > -10 "degC" - 0 "degC"', { a: '-5 degC' }, 'TRUE'],
  ['declare a as numeric; // @unit a USD', 'a / 2 <= 60 "USD"', { a: '120 "USD"' }, 'TRUE'],
  ['declare a as numeric; // @unit a mo', 'a == 1 "yr"', { a: '4 quarter' }, 'TRUE'],
  ['declare a as numeric; // @unit a %', 'a == 250 "bp"', { a: '2.5 %' }, 'TRUE'],
]

describe('statements of the guide outside its examples', () => {
  for (const [declared, condition, claims, answer] of SAID)
    it(`${condition} with ${JSON.stringify(claims)} is ${answer}`, () => {
      const source = `${declared}\nassert holds { ${condition} };\n`
      expect(outcome(source, JSON.stringify(claims)).split('\n')[0]).toBe(`holds ${answer}`)
    })

  for (const [declared, condition] of [
    ['declare a as boolean;', 'IF a THEN 1 "kg" ELSE 1 END > 0 "kg"'],
    ['// @unit a degC\ndeclare a as numeric;', 'a + a > 0 "degC"'],
    ['declare a as numeric;', '{a} == {a}'],
  ])
    it(`${condition} does not compile`, () =>
      expect(messages(`${declared}\nassert holds { ${condition} };\n`, 'error')).not.toEqual([]))

  for (const unit of ['ton', 'gal', 'pt', '$'])
    it(`${unit} has more than one meaning`, () => {
      const source = `// @unit a ${unit}\ndeclare a as numeric;\nassert holds { a > 1 "${unit === '$' ? 'USD' : unit === 'ton' ? 'kg' : 'L'}" };`
      expect(messages(source, 'error')).toEqual([])
      expect(messages(source, 'warning').join()).toContain('more than one meaning')
    })

  it('the units it recommends are known', () => {
    for (const unit of ['short_ton', 't', 'us_gal', 'imp_gal', 'USD', 'CAD', 'ppm', 'm2', 'USD/mo', 'kg.m/s2'])
      expect(
        messages(`// @unit a ${unit}\ndeclare a as numeric;\nassert holds { a > 1 "${unit}" };`, 'warning'),
      ).toEqual([])
  })
})
