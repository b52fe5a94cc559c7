/** Blind tests stay as they were done: a person's next try is another row. */
import type { Prisma } from '../../../generated/prisma/client'
import { sha256Hex } from '../../attestation/review-statement'
import type { Database } from '../client/database'
import { appendLog, holdLog } from '../log/append-log'

export interface NewBlindTest {
  readonly id: string
  readonly namespaceId: string
  readonly hash: string
  readonly personId: string
  readonly printedName: string
  /** 1 for the first try. Must be the next one. */
  readonly number: number
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  readonly scenarioCount: number
  readonly agreed: number
  /** Canonical JSON. */
  readonly content: string
  readonly doneAt: Date
}

export interface StoredBlindTest extends NewBlindTest {
  /** By position of the scenario. */
  readonly comments: ReadonlyMap<number, { readonly text: string; readonly commentId: string | null }>
}

export interface NewBlindComment {
  readonly namespaceId: string
  readonly testId: string
  readonly scenario: number
  readonly text: string
  readonly commentId: string | null
  readonly at: Date
}

export interface BlindTestVerbs {
  /**
   * `done` also for the same test again, `other_number` if the person did this try already or it is not the next.
   * @param actor label of the person
   */
  addBlindTest(test: NewBlindTest, actor: string): Promise<'done' | 'other_number'>
  /** `commented` if the scenario has a comment, which stays. */
  commentBlindTest(comment: NewBlindComment, actor: string): Promise<'done' | 'commented' | 'unknown'>
  /** The tests of one ruleset, oldest first. */
  blindTestsOf(namespaceId: string, hash: string): Promise<StoredBlindTest[]>
  findBlindTest(namespaceId: string, id: string): Promise<StoredBlindTest | null>
}

export function blindTestVerbs({ prisma, repeatable }: Database): BlindTestVerbs {
  return {
    addBlindTest: (test, actor) => repeatable(() => prisma.$transaction((tx) => addWithin(tx, test, actor))),
    commentBlindTest: (comment, actor) =>
      repeatable(() => prisma.$transaction((tx) => commentWithin(tx, comment, actor))),
    blindTestsOf: (namespaceId, hash) =>
      repeatable(async () => {
        const where = { namespaceId, hash }
        const rows = await prisma.blindTest.findMany({ where, include: WHOLE, orderBy: { sequence: 'asc' } })
        return rows.map(toBlindTest)
      }),
    findBlindTest: (namespaceId, id) =>
      repeatable(async () => {
        const row = await prisma.blindTest.findUnique({ where: { id, namespaceId }, include: WHOLE })
        return row && toBlindTest(row)
      }),
  }
}

const WHOLE = { comments: true } as const satisfies Prisma.BlindTestInclude

function toBlindTest({
  comments,
  sequence: _,
  ...test
}: Prisma.BlindTestGetPayload<{ include: typeof WHOLE }>): StoredBlindTest {
  return {
    ...test,
    comments: new Map(comments.map(({ scenario, text, commentId }) => [scenario, { text, commentId }])),
  }
}

async function addWithin(
  tx: Prisma.TransactionClient,
  test: NewBlindTest,
  actor: string,
): Promise<'done' | 'other_number'> {
  const { id, namespaceId, hash, personId, number, doneAt, scenarioCount, agreed, content } = test
  // Tries of two tabs wait for each other here.
  await holdLog(tx, namespaceId, doneAt)
  if ((await tx.blindTest.count({ where: { id } })) > 0) return 'done'
  if ((await tx.blindTest.count({ where: { namespaceId, hash, personId } })) !== number - 1) return 'other_number'
  await tx.blindTest.create({ data: test })
  const counts = { scenario_count: scenarioCount, agreed, content_sha256: sha256Hex(content) }
  const details = { test_id: id, hash, person_id: personId, number, ...counts }
  await appendLog(tx, namespaceId, doneAt, [{ kind: 'blind_test_done', actor, details }])
  return 'done'
}

async function commentWithin(
  tx: Prisma.TransactionClient,
  comment: NewBlindComment,
  actor: string,
): Promise<'done' | 'commented' | 'unknown'> {
  const { namespaceId, testId, scenario, text, commentId, at } = comment
  await holdLog(tx, namespaceId, at)
  const test = await tx.blindTest.findUnique({ where: { id: testId, namespaceId } })
  if (test === null) return 'unknown'
  if ((await tx.blindTestComment.count({ where: { testId, scenario } })) > 0) return 'commented'
  await tx.blindTestComment.create({ data: comment })
  const details = { test_id: testId, hash: test.hash, scenario, comment_id: commentId, text_sha256: sha256Hex(text) }
  await appendLog(tx, namespaceId, at, [{ kind: 'blind_test_commented', actor, details }])
  return 'done'
}
