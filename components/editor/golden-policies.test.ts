import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readJson, writeJson } from '../../server/language/numeric/lossless-json'
import { LanguageSession } from './language-session'
import type { FromWorker } from './protocol'

const POLICIES = 'server/testing/golden/policies'
const examples = readdirSync('public/examples').filter((file) => file !== 'index.json')

/** Claims stay unparsed, because numbers are judged as written. */
const exampleFile = z.looseObject({
  slug: z.string(),
  ruleset: z.string(),
  cases: z.array(z.looseObject({ name: z.string(), claims: z.unknown() })),
})
const goldenCase = z.looseObject({ name: z.string(), expect: z.record(z.string(), z.string()) })

interface Compared {
  readonly name: string
  /** Worked out by a person from the source of the policy. */
  readonly golden: Readonly<Record<string, string>>
  /** The page's result without the engine; null if it needs the engine. */
  readonly live: Readonly<Record<string, string | null>>
}

function compare(file: string): Compared[] {
  const read = readJson(readFileSync(`public/examples/${file}`, 'utf8'))
  if ('problem' in read) throw new Error(read.problem.message)
  const { slug, ruleset, cases } = exampleFile.parse(read.value)
  const check = liveChecks(ruleset)
  const golden = goldenAnswers(slug)
  expect(cases.map(({ name }) => name)).toEqual(golden.map(({ name }) => name))
  return cases.map(({ name, claims }, i) => ({
    name,
    golden: golden[i]?.expect ?? {},
    live: check(writeJson(claims)),
  }))
}

/** Opens a session with the text. Each call checks one dictionary. */
function liveChecks(source: string): (claims: string) => Record<string, string | null> {
  const messages: FromWorker[] = []
  const later: (() => void)[] = []
  const session = new LanguageSession(
    (message) => messages.push(structuredClone(message)),
    (call) => later.push(call),
    () => performance.now(),
  )
  const settle = () => {
    for (let call = later.shift(); call !== undefined; call = later.shift()) call()
  }
  session.receive({ kind: 'text', revision: 1, source })
  settle()
  const described = messages.find((message) => message.kind === 'described')
  if (!described?.description) throw new Error('the example does not compile')
  const { assertions } = described.description
  let revision = 0
  return (claims) => {
    session.receive({ kind: 'claims', revision: ++revision, claims })
    settle()
    const last = messages.at(-1)
    if (last?.kind !== 'checked' || last.claimsRevision !== revision) throw new Error('nothing was checked')
    const { check } = last
    if (check.status !== 'checked') throw new Error(`the dictionary is ${check.status}`)
    return Object.fromEntries(assertions.map(({ name }, index) => [name, check.results[index]?.check ?? null]))
  }
}

function goldenAnswers(slug: string) {
  const folder = path.join(POLICIES, slug, 'cases')
  return readdirSync(folder)
    .sort()
    .map((file) => goldenCase.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))))
}

test('the examples are the golden policies', () => {
  const folders = readdirSync(POLICIES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(examples.toSorted()).toEqual(folders.map(({ name }) => `${name}.json`).toSorted())
})

test.each(examples)('%s: the page’s own answers match the golden answers', { tags: 'thorough' }, (file) => {
  for (const { name, golden, live } of compare(file)) {
    const answered = Object.fromEntries(Object.entries(live).map(([key, check]) => [key, check ?? golden[key]]))
    expect(answered, name).toEqual(golden)
  }
})

test('at most one answer in twenty needs the engine', { tags: 'thorough' }, () => {
  const answers = examples.flatMap(compare).flatMap(({ live }) => Object.values(live))
  const left = answers.filter((check) => check === null).length
  expect(answers.length).toBeGreaterThan(400)
  expect(left / answers.length).toBeLessThanOrEqual(0.05)
})
