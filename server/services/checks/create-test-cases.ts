import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { PastLimit, StoredTestCase, TestCaseVerbs, TestCaseWriting } from '../../database/checks/test-cases'
import type { NotedEventVerbs } from '../../database/log/append-log'
import type { NameVerbs } from '../../database/rulesets/names'
import { demandPermission } from '../access/permit'
import { noteExport } from '../audit/note-export'
import { type Caller, namespaceOf } from '../calls/caller'
import type { RetryPolicy } from '../engine-pool/check-lines'
import type { EngineDispatch } from '../engine-pool/dispatch'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { ExpectedAnswers, TestCase, TestCases, TestRun } from '../library/test-cases'
import type { LibrarySource } from '../library/unit-libraries'
import { demandNoFailures, findTestCaseFailures, type TestCaseText } from './read-test-case'
import { runCases } from './run-cases'
import { readTestCases, writeTestCases } from './test-case-document'

export interface TestCaseDependencies extends Pick<LibrarySource, 'libraryOf'> {
  readonly store: TestCaseVerbs & Pick<NameVerbs, 'findName'> & NotedEventVerbs
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly limits: { readonly body_bytes: number }
  readonly now: () => Date
  readonly newId: () => string
  readonly pause: RetryPolicy['pause']
}

export const MAX_CASES = 1_000
/** All dictionaries of a name together. */
const MAX_DICTIONARY_CHARS = 16_777_216
const MAX_CACHED_RUNS = 32

export function createTestCases(dependencies: TestCaseDependencies): TestCases {
  const { store, limits, rulesets } = dependencies
  /** By everything a run depends on. Each attempt to sign asks for the run again. */
  const runs = new LRUCache<string, Promise<TestRun>>({ max: MAX_CACHED_RUNS })
  const listed = async (caller: Caller, name: string) => {
    demandPermission(caller, 'read')
    return (await store.listTestCases(namespaceOf(caller), name)).map(toTestCase)
  }
  /** @throws Refusal RULESET_NOT_FOUND */
  const writing = async (caller: Caller, name: string): Promise<TestCaseWriting> => {
    const namespaceId = namespaceOf(caller)
    if ((await store.findName(namespaceId, name)) === null)
      throw new Refusal(
        'RULESET_NOT_FOUND',
        `No ruleset is saved under the name "${name}" in this namespace. Save it before its test cases.`,
      )
    const most = { cases: MAX_CASES, characters: MAX_DICTIONARY_CHARS }
    return { namespaceId, name, at: dependencies.now(), by: caller.label, most }
  }
  return {
    list: listed,

    save: async (caller, { name, id, version, title, claims, expected }) => {
      demandPermission(caller, 'save')
      demandNoFailures(findTestCaseFailures({ title, claims, expected }, '', limits.body_bytes))
      const written = { id: id ?? dependencies.newId(), version: id === null ? null : version, title, claims, expected }
      const result = await store.writeTestCase(await writing(caller, name), written)
      if (result.kind === 'past_limit') throw pastLimit(result)
      if (result.kind === 'saved') return { kind: 'saved', testCase: toTestCase(result.testCase) }
      if (result.kind === 'title_taken') return result
      return { kind: 'conflict', theirs: result.theirs && toTestCase(result.theirs) }
    },

    remove: async (caller, { name, id, version }) => {
      demandPermission(caller, 'save')
      const change = { namespaceId: namespaceOf(caller), name, at: dependencies.now(), by: caller.label }
      const left = await store.removeTestCase(change, id, version)
      return left === null ? { kind: 'removed' } : { kind: 'conflict', theirs: toTestCase(left) }
    },

    runAll: async (caller, run) => {
      const cases = await listed(caller, run.name)
      const reference = 'hash' in run ? { ruleset_hash: run.hash } : { source: run.source }
      const { text } = await rulesets.find(namespaceOf(caller), reference)
      const library = await dependencies.libraryOf(caller)
      const key = [text.hash, library.hash, ...cases.map(({ id, version }) => `${id} ${version}`)].join()
      const known = runs.get(key)
      if (known !== undefined) return known
      const policy = { share: () => shareOf({ caller }), pause: dependencies.pause }
      const running = runCases(dependencies.engine, text, library, cases, policy)
      runs.set(key, running)
      running.catch(() => runs.delete(key))
      return running
    },

    exportText: async (caller, name) => {
      const cases = await listed(caller, name)
      await noteExport(dependencies, caller, { what: 'test_cases', reference: name })
      return writeTestCases(name, cases)
    },

    importText: async (caller, { name, text }) => {
      demandPermission(caller, 'save')
      const cases = readTestCases(text)
      demandNoFailures([
        ...cases.flatMap((each, i) => findTestCaseFailures(each, `cases[${i}].`, limits.body_bytes)),
        ...findDuplicateTitles(cases),
      ])
      const result = await store.mergeTestCases(await writing(caller, name), cases, dependencies.newId)
      if (result.kind === 'past_limit') throw pastLimit(result)
      const { added, changed, unchanged } = result
      return { added, changed, unchanged }
    },
  }
}

function toTestCase({ updatedAt, expected, ...others }: StoredTestCase): TestCase {
  // `save` stores only valid answers.
  return { ...others, expected: expected as ExpectedAnswers, updatedAt: updatedAt.toISOString() }
}

function findDuplicateTitles(cases: readonly TestCaseText[]) {
  const titles = new Set<string>()
  return cases.flatMap(({ title }, i) => {
    if (!titles.has(title)) {
      titles.add(title)
      return []
    }
    return [{ field: `cases[${i}].title`, expected: 'a title of its own', received: JSON.stringify(title) }]
  })
}

function pastLimit({ limit, actual }: PastLimit): Refusal {
  return limit === 'cases'
    ? new Refusal(
        'BUDGET_EXCEEDED',
        `A ruleset has at most ${MAX_CASES} test cases; with this there would be ${actual}. Remove some first.`,
        { budget: 'test_cases', limit: MAX_CASES, actual },
      )
    : new Refusal(
        'BUDGET_EXCEEDED',
        `The dictionaries of a ruleset’s test cases hold at most ${MAX_DICTIONARY_CHARS} characters together; with this they would hold ${actual}.`,
        { budget: 'test_case_characters', limit: MAX_DICTIONARY_CHARS, actual },
      )
}
