/** The command answers with the bytes of `/v1` (decisions/056), on the services and the workers of a server. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../api/operations'
import { Refusal } from '../../api/refusal'
import { LocalEngine, refusedBytes } from '../../cli/touchstone/local-engine'
import { dictionaryText } from '../../engine/testing/random-claims'
import { randomRules, seededRandom } from '../../engine/testing/random-rules'
import { readWireCases, resolve, type WireCase } from '../../testing/golden/wire-case'
import { IS_LONG } from '../../testing/repetitions'
import type { Caller } from '../calls/caller'
import { BUILT_IN_LIBRARY } from '../library/unit-libraries'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'

const engine = new LocalEngine(BUILT_IN_LIBRARY)
let world: ServicesUnderTest
let caller: Caller

beforeAll(async () => {
  const many = 1_000_000
  world = await startServices(1, { evaluationCaps: { callsPerDay: many, callsTotal: many } })
  caller = await world.evaluationCaller()
})
afterAll(() => world.stop())

const OPERATION_IDS = {
  '/v1/compile': 'compile',
  '/v1/check': 'check',
  '/v1/analysis': 'analyseRuleset',
  '/v1/comparison': 'compareRulesets',
  '/v1/coverage': 'measureCoverage',
} as const
type Path = keyof typeof OPERATION_IDS

async function answerOf(path: Path, body: Body): Promise<string> {
  try {
    return await callOperation(world.services[0]!, OPERATION_IDS[path], caller, body)
  } catch (error) {
    if (error instanceof Refusal) return refusedBytes(error)
    throw error
  }
}

function orRefused(answer: () => string): string {
  try {
    return answer()
  } catch (error) {
    if (error instanceof Refusal) return refusedBytes(error)
    throw error
  }
}

type Body = Readonly<Record<string, unknown>>

const text = (source: unknown) => engine.read(String(source))
const under = (body: Body) => ({ ruleset: text(body.source), library: engine.library })

/** What the command answers, by the path of the operation. */
const COMMANDS: Readonly<Record<Path, (body: Body) => string>> = {
  '/v1/compile': ({ source }) => engine.compile(text(source)),
  '/v1/check': ({ source, claims }) => engine.check(text(source), JSON.stringify(claims)),
  '/v1/analysis': (body) => engine.meaning({ kind: 'analysis', of: under(body) }),
  '/v1/comparison': ({ before, after, pairs }) =>
    engine.meaning({
      kind: 'comparison',
      before: under(before as Body),
      after: under(after as Body),
      pairs: (pairs ?? []) as { before: string; after: string }[],
    }),
  '/v1/coverage': (body) =>
    engine.meaning({
      kind: 'coverage',
      of: under(body),
      cases: (body.cases as { name: string; claims: Body; expected: Record<string, 'TRUE'> }[]).map((each) => ({
        ...each,
        claims: JSON.stringify(each.claims),
      })),
    }),
}

function isPath(path: string): path is Path {
  return Object.hasOwn(COMMANDS, path)
}

/** A request that files can hold: rulesets as texts, and nothing that only a deployment knows. */
function isOfFiles({ path, body, method, credential, before }: WireCase): boolean {
  if (!isPath(path) || method !== 'POST' || credential !== 'evaluation' || before.length > 0) return false
  const sent = resolve(body) as Body
  if (!OPERATIONS[OPERATION_IDS[path]].body.schema.safeParse(sent).success) return false
  const members = ['source', 'claims', 'before', 'after', 'pairs', 'cases']
  const sides = path === '/v1/comparison' ? [sent.before as Body, sent.after as Body] : [sent]
  return (
    Object.keys(sent).every((member) => members.includes(member)) &&
    sides.every(({ source }) => typeof source === 'string')
  )
}

/** A deployment stores what it compiles, and has a page for it. */
function withoutStorage(bytes: string): string {
  return bytes.replace(/"approve_url":"[^"]*"/, '"approve_url":null').replace(/"stored":\{[^}]*\},/, '')
}

const cases = readWireCases().filter(({ case: wire }) => isOfFiles(wire))

describe('the command answers a wire case with the bytes of the server', () => {
  it('for most cases that send texts', () => expect(cases.length).toBeGreaterThanOrEqual(60))

  it.each(cases.map(({ name, case: wire }) => [name, wire] as const))('%s', async (_, wire) => {
    const body = resolve(wire.body) as Body
    const path = wire.path as Path
    expect(orRefused(() => COMMANDS[path](body))).toBe(withoutStorage(await answerOf(path, body)))
  })
})

/** One ruleset for some checks, as people use them; the first check of a text is decided by a worker. */
const CHECKS_OF_A_RULESET = 20

it('the command answers random checks with the bytes of the server', { tags: ['repeated'] }, async () => {
  const rulesets = (IS_LONG ? 10_000 : 300) / CHECKS_OF_A_RULESET
  for (let seed = 1; seed <= rulesets; seed++) {
    const random = seededRandom(seed)
    const source = randomRules(random, { numbers: true, nonlinear: seed % 2 === 0, assertions: 4 })
    const { checkable } = engine.diagnose(text(source))
    if (checkable === null) throw new Error('a random ruleset does not compile')
    const claims = checkable.compiled.ruleset.inputs.filter(({ kind }) => kind === 'claim')
    const dictionaries = fc.sample(dictionaryText(claims), { numRuns: CHECKS_OF_A_RULESET, seed })
    for (const dictionary of dictionaries) {
      const claims = JSON.parse(dictionary) as Body
      const answered = await answerOf('/v1/check', { source, claims })
      expect(
        orRefused(() => engine.check(text(source), JSON.stringify(claims))),
        dictionary,
      ).toBe(answered)
    }
  }
})
