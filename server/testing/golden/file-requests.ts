/** Requests that files can hold, and the bytes that the engine of the command answers them with. */
import fc from 'fast-check'
import { OPERATIONS } from '../../api/operations'
import { Refusal } from '../../api/refusal'
import { type LocalEngine, refusedBytes } from '../../cli/touchstone/local-engine'
import { dictionaryText } from '../../engine/testing/random-claims'
import { randomRules, seededRandom } from '../../engine/testing/random-rules'
import { readWireCases, resolve, type WireCase } from './wire-case'

export const OPERATION_IDS = {
  '/v1/compile': 'compile',
  '/v1/check': 'check',
  '/v1/analysis': 'analyseRuleset',
  '/v1/comparison': 'compareRulesets',
  '/v1/coverage': 'measureCoverage',
} as const
export type FilePath = keyof typeof OPERATION_IDS

export type FileBody = Readonly<Record<string, unknown>>

export interface FileRequest {
  readonly name: string
  readonly path: FilePath
  readonly body: FileBody
}

/** The wire cases with texts of rulesets, and without what only a deployment knows. */
export function fileRequests(): readonly FileRequest[] {
  return readWireCases()
    .filter(({ case: wire }) => isOfFiles(wire))
    .map(({ name, case: { path, body } }) => ({ name, path: path as FilePath, body: resolve(body) as FileBody }))
}

function isOfFiles({ path, body, method, credential, before }: WireCase): boolean {
  if (!isFilePath(path) || method !== 'POST' || credential !== 'evaluation' || before.length > 0) return false
  const sent = resolve(body) as FileBody
  if (!OPERATIONS[OPERATION_IDS[path]].body.schema.safeParse(sent).success) return false
  const members = ['source', 'claims', 'before', 'after', 'pairs', 'cases']
  const sides = path === '/v1/comparison' ? [sent.before as FileBody, sent.after as FileBody] : [sent]
  return (
    Object.keys(sent).every((member) => members.includes(member)) &&
    sides.every(({ source }) => typeof source === 'string')
  )
}

function isFilePath(path: string): path is FilePath {
  return Object.hasOwn(OPERATION_IDS, path)
}

/** A deployment stores what it compiles, and has a page for it. */
export function withoutStorage(bytes: string): string {
  return bytes.replace(/"approve_url":"[^"]*"/, '"approve_url":null').replace(/"stored":\{[^}]*\},/, '')
}

/** The bytes of an answer or of a refusal. */
export function answerLocally(engine: LocalEngine, { path, body }: Pick<FileRequest, 'path' | 'body'>): string {
  try {
    return ANSWERS[path](engine, body)
  } catch (error) {
    if (error instanceof Refusal) return refusedBytes(error)
    throw error
  }
}

const under = (engine: LocalEngine, body: FileBody) => ({
  ruleset: engine.read(String(body.source)),
  library: engine.library,
})

const ANSWERS: Readonly<Record<FilePath, (engine: LocalEngine, body: FileBody) => string>> = {
  '/v1/compile': (engine, { source }) => engine.compile(engine.read(String(source))),
  '/v1/check': (engine, { source, claims }) => engine.check(engine.read(String(source)), JSON.stringify(claims)),
  '/v1/analysis': (engine, body) => engine.meaning({ kind: 'analysis', of: under(engine, body) }),
  '/v1/comparison': (engine, { before, after, pairs }) =>
    engine.meaning({
      kind: 'comparison',
      before: under(engine, before as FileBody),
      after: under(engine, after as FileBody),
      pairs: (pairs ?? []) as { before: string; after: string }[],
    }),
  '/v1/coverage': (engine, body) =>
    engine.meaning({
      kind: 'coverage',
      of: under(engine, body),
      cases: (body.cases as { name: string; claims: FileBody; expected: Record<string, 'TRUE'> }[]).map((each) => ({
        ...each,
        claims: JSON.stringify(each.claims),
      })),
    }),
}

/** Checks of one random ruleset, as people use one. */
const CHECKS_OF_A_RULESET = 20

/** The same checks in each run. */
export function* randomChecks(engine: LocalEngine, count: number): Generator<Pick<FileRequest, 'path' | 'body'>> {
  for (let seed = 1; seed <= count / CHECKS_OF_A_RULESET; seed++) {
    const source = randomRules(seededRandom(seed), { numbers: true, nonlinear: seed % 2 === 0, assertions: 4 })
    const { checkable } = engine.diagnose(engine.read(source))
    if (checkable === null) throw new Error('a random ruleset does not compile')
    const claims = checkable.compiled.ruleset.inputs.filter(({ kind }) => kind === 'claim')
    for (const dictionary of fc.sample(dictionaryText(claims), { numRuns: CHECKS_OF_A_RULESET, seed }))
      yield { path: '/v1/check', body: { source, claims: JSON.parse(dictionary) as FileBody } }
  }
}
