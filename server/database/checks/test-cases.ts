/** A change names the version that it starts from. Titles are unique for a name. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'

export interface StoredTestCase {
  readonly id: string
  readonly title: string
  readonly claims: string
  readonly expected: Readonly<Record<string, string>>
  readonly version: number
  readonly updatedAt: Date
  readonly updatedBy: string
}

export interface TestCaseWriting {
  readonly namespaceId: string
  readonly name: string
  readonly at: Date
  readonly by: string
  readonly most: {
    readonly cases: number
    /** Characters of all claims together. */
    readonly characters: number
  }
}

export interface TestCaseContent {
  readonly title: string
  readonly claims: string
  readonly expected: Readonly<Record<string, string>>
}

/** `version` is null for a new case. */
export type WrittenTestCase = TestCaseContent & { readonly id: string; readonly version: number | null }

export type PastLimit = {
  readonly kind: 'past_limit'
  readonly limit: keyof TestCaseWriting['most']
  readonly actual: number
}

export type WriteTestCaseResult =
  | { readonly kind: 'saved'; readonly testCase: StoredTestCase }
  | { readonly kind: 'conflict'; readonly theirs: StoredTestCase | null }
  | { readonly kind: 'title_taken' }
  | PastLimit

export interface ReplacedTestCases {
  readonly kind: 'replaced'
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

export interface TestCaseVerbs {
  /** Sorted by title. */
  listTestCases(namespaceId: string, name: string): Promise<StoredTestCase[]>
  writeTestCase(writing: TestCaseWriting, written: WrittenTestCase): Promise<WriteTestCaseResult>
  /** Replaces cases with the same title. Stores all or nothing. @param newId called for each new case */
  mergeTestCases(
    writing: TestCaseWriting,
    contents: readonly TestCaseContent[],
    newId: () => string,
  ): Promise<ReplacedTestCases | PastLimit>
  /** Null if it is gone, else the case that changed after `version`. */
  removeTestCase(change: Omit<TestCaseWriting, 'most'>, id: string, version: number): Promise<StoredTestCase | null>
}

const TEST_CASES_LOCK = 7

export function testCaseVerbs({ prisma, repeatable }: Database): TestCaseVerbs {
  return {
    listTestCases: (namespaceId, name) => repeatable(() => casesOf(prisma, namespaceId, name)),

    writeTestCase: (writing, written) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const cases = await heldCases(tx, writing)
          const existing = cases.find(({ id }) => id === written.id) ?? null
          // An earlier attempt of this call may have taken effect.
          if (existing !== null && existing.version === (written.version ?? 0) + 1 && isSame(existing, written))
            return { kind: 'saved', testCase: existing }
          if ((existing?.version ?? null) !== written.version) return { kind: 'conflict', theirs: existing }
          const others = cases.filter(({ id }) => id !== written.id)
          if (others.some(({ title }) => title === written.title)) return { kind: 'title_taken' }
          const past = pastLimit([...others, written], writing)
          if (past !== null) return past
          const testCase = await writeCase(tx, writing, written, existing)
          await appendLog(tx, writing.namespaceId, writing.at, [caseEvent(writing, testCase, existing)])
          return { kind: 'saved', testCase }
        }),
      ),

    mergeTestCases: (writing, contents, newId) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const byTitle = new Map((await heldCases(tx, writing)).map((each) => [each.title, each]))
          const differing = contents.filter((content) => {
            const existing = byTitle.get(content.title)
            return existing === undefined || !isSame(existing, content)
          })
          const merged = new Map<string, TestCaseContent>(byTitle)
          for (const content of contents) merged.set(content.title, content)
          const past = pastLimit([...merged.values()], writing)
          if (past !== null) return past
          const events: LogEvent[] = []
          for (const content of differing) {
            const existing = byTitle.get(content.title) ?? null
            const testCase = await writeCase(tx, writing, { ...content, id: existing?.id ?? newId() }, existing)
            events.push(caseEvent(writing, testCase, existing))
          }
          if (events.length > 0) await appendLog(tx, writing.namespaceId, writing.at, events)
          const added = differing.filter(({ title }) => !byTitle.has(title)).length
          return {
            kind: 'replaced',
            added,
            changed: differing.length - added,
            unchanged: contents.length - differing.length,
          }
        }),
      ),

    removeTestCase: ({ namespaceId, name, at, by }, id, version) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const { count } = await tx.testCase.deleteMany({ where: { namespaceId, name, id, version } })
          if (count === 0) {
            const row = await tx.testCase.findFirst({ where: { namespaceId, name, id } })
            return row === null ? null : storedCase(row)
          }
          const details = { name, test_case: id, version }
          await appendLog(tx, namespaceId, at, [{ kind: 'test_case_removed', actor: by, details }])
          return null
        }),
      ),
  }
}

/** Moves the cases of a name, which it locks. @returns how many moved; those whose title `to` already has stay */
export async function moveTestCases(
  tx: Prisma.TransactionClient,
  { namespaceId, from, to }: { readonly namespaceId: string; readonly from: string; readonly to: string },
): Promise<number> {
  // Sorted to prevent deadlocks.
  for (const name of [from, to].sort()) await holdCases(tx, { namespaceId, name })
  return tx.$executeRaw`
    UPDATE test_case SET name = ${to} WHERE namespace_id = ${namespaceId}::uuid AND name = ${from}
      AND title NOT IN (SELECT title FROM test_case WHERE namespace_id = ${namespaceId}::uuid AND name = ${to})`
}

type CasesOfName = Pick<TestCaseWriting, 'namespaceId' | 'name'>

async function heldCases(tx: Prisma.TransactionClient, { namespaceId, name }: CasesOfName) {
  await holdCases(tx, { namespaceId, name })
  return casesOf(tx, namespaceId, name)
}

async function holdCases(tx: Prisma.TransactionClient, { namespaceId, name }: CasesOfName): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${TEST_CASES_LOCK}::int, hashtext(${`${namespaceId}/${name}`}))`
}

async function casesOf(client: Prisma.TransactionClient, namespaceId: string, name: string): Promise<StoredTestCase[]> {
  const rows = await client.testCase.findMany({ where: { namespaceId, name } })
  // Sorted here, because the database's order depends on its setup.
  return rows.map(storedCase).sort((a, b) => (a.title < b.title ? -1 : 1))
}

async function writeCase(
  tx: Prisma.TransactionClient,
  { namespaceId, name, at, by }: TestCaseWriting,
  { id, title, claims, expected }: TestCaseContent & { readonly id: string },
  existing: StoredTestCase | null,
): Promise<StoredTestCase> {
  const data = { title, claims, expected, updatedAt: at, updatedBy: by }
  const row =
    existing === null
      ? await tx.testCase.create({ data: { id, namespaceId, name, createdAt: at, ...data } })
      : await tx.testCase.update({ where: { id }, data: { ...data, version: existing.version + 1 } })
  return storedCase(row)
}

/** Sealed, because the content may describe people. */
function caseEvent(
  { name, by }: TestCaseWriting,
  { id, version, title, claims, expected }: StoredTestCase,
  existing: StoredTestCase | null,
): LogEvent {
  return {
    kind: existing === null ? 'test_case_added' : 'test_case_changed',
    actor: by,
    details: { name, test_case: id, version },
    sealed: { title, claims, expected: { ...expected } },
  }
}

function pastLimit(contents: readonly TestCaseContent[], { most }: TestCaseWriting): PastLimit | null {
  const characters = contents.reduce((sum, { claims }) => sum + claims.length, 0)
  if (contents.length > most.cases) return { kind: 'past_limit', limit: 'cases', actual: contents.length }
  return characters > most.characters ? { kind: 'past_limit', limit: 'characters', actual: characters } : null
}

function isSame(one: TestCaseContent, other: TestCaseContent): boolean {
  const names = Object.keys(one.expected)
  return (
    one.title === other.title &&
    one.claims === other.claims &&
    names.length === Object.keys(other.expected).length &&
    names.every((name) => one.expected[name] === other.expected[name])
  )
}

type TestCaseRow = Omit<StoredTestCase, 'expected'> & { readonly expected: Prisma.JsonValue }

function storedCase({ id, title, claims, expected, version, updatedAt, updatedBy }: TestCaseRow): StoredTestCase {
  const answers = Object.entries(expected ?? {}).flatMap(([assertion, answer]) =>
    typeof answer === 'string' ? [[assertion, answer] as const] : [],
  )
  return { id, title, claims, expected: Object.fromEntries(answers), version, updatedAt, updatedBy }
}
