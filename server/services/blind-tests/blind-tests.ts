/** Blind tests of people (public/docs/workbench.md, "Try it yourself"). Answers are plain JSON. */
import { Refusal } from '../../api/refusal'
import { MAX_BLIND_COMMENT_CHARS, type Scenario, type ScenarioAnswer } from '../../api/terms/blind-test-terms'
import type { ReviewFactVerbs } from '../../database/reviews/review-facts'
import type { ApprovedRevisionVerbs } from '../../database/signing/approved-revisions'
import type { BlindTestVerbs, StoredBlindTest } from '../../database/signing/blind-tests'
import { demandPermission, demandReading } from '../access/permit'
import { actorsOf, type Caller, type CallingPerson, namespaceOf } from '../calls/caller'
import { hasPermission } from '../calls/permissions'
import { type CitationSource, readCitedClauses, type ShownCitations } from '../documents/cited-revisions'
import { demandCharacters } from '../library/store-refusal'
import { demandComment } from '../reviews/read-texts'
import { addComment, type WriteCommentDependencies } from '../reviews/write-comment'
import { answeredScenarios, type BlindTestSource, readBlindTests } from '../signing/rules/counted-blind-tests'
import { type AnswerDependencies, type AnswersToTest, answerTest, explainNoTest } from './answer-test'
import { readScenarios, type ScenarioSource } from './read-scenarios'

/** Reveals nothing of the answers. */
export interface BlindSheet {
  readonly scenarios: readonly Scenario[]
  /** Goes back with the answers. */
  readonly digest: string
  /** The try that would be stored, from 1. */
  readonly number: number
  /** Why this person cannot do the test; null if they can. */
  readonly barred: string | null
  readonly citations: Pick<ShownCitations, 'rules' | 'clauses'> | null
}

export interface BlindResult {
  readonly id: string
  readonly by: string
  readonly mine: boolean
  readonly number: number
  readonly doneAt: string
  readonly scenarioCount: number
  readonly agreed: number
  readonly uncounted: string | null
  /** Null for a person who can still do the test themselves and has not. */
  readonly scenarios:
    | readonly (Scenario & {
        readonly reply: ScenarioAnswer
        readonly answer: ScenarioAnswer
        readonly comment: string | null
      })[]
    | null
}

export interface BlindList {
  readonly results: readonly BlindResult[]
  /** Whether the namespace demands a test. */
  readonly isDemanded: boolean
  /** Whether a test that counts was done. */
  readonly isDone: boolean
  /** Whether this person can do the test. */
  readonly mayTry: boolean
}

export interface BlindTests {
  /** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY */
  scenarios(caller: Caller, request: { readonly hash: string }): Promise<BlindSheet>
  /** Stores the test. @throws Refusal as {@link scenarios}, and BAD_REQUEST if the answers are to another test */
  answer(caller: Caller, answers: AnswersToTest): Promise<{ readonly testId: string }>
  /**
   * Comments on one's own difference, once. In an open review it is a comment too. @throws Refusal BAD_REQUEST,
   * BUDGET_EXCEEDED
   */
  comment(caller: Caller, comment: NewComment): Promise<void>
  /** Oldest first. */
  list(caller: Caller, request: { readonly hash: string }): Promise<BlindList>
}

export interface NewComment {
  readonly testId: string
  /** Position, from 0. */
  readonly scenario: number
  readonly text: string
}

interface BlindTestDependencies extends AnswerDependencies, ScenarioSource, BlindTestSource {
  readonly store: AnswerDependencies['store'] &
    CitationSource['store'] &
    WriteCommentDependencies['store'] &
    Pick<BlindTestVerbs, 'findBlindTest' | 'commentBlindTest'> &
    Pick<ReviewFactVerbs, 'openReviewsOf'> &
    Pick<ApprovedRevisionVerbs, 'namesOf'>
}

export function createBlindTests(
  dependencies: BlindTestDependencies & WriteCommentDependencies & CitationSource,
): BlindTests {
  return {
    scenarios: async (caller, { hash }) => {
      const person = demandTester(caller)
      const { scenarios, digest } = await readScenarios(dependencies, caller, hash)
      const { number, barred } = await explainNoTest(dependencies, caller, person, hash, scenarios.length)
      const cited = await readCitedClauses(dependencies, caller, hash)
      return {
        ...{ digest, number, barred },
        scenarios: barred === null ? scenarios.map(({ assertion, title, facts }) => ({ assertion, title, facts })) : [],
        citations: cited && { rules: cited.rules, clauses: cited.clauses },
      }
    },
    answer: async (caller, answers) => answerTest(dependencies, caller, demandTester(caller), answers),
    comment: async (caller, comment) => commentTest(dependencies, caller, demandTester(caller), comment),
    list: async (caller, { hash }) => {
      demandReading(caller, 'read')
      const tests = await readBlindTests(dependencies, caller, hash)
      const { person } = caller
      const mayTry =
        person !== null &&
        hasPermission(actorsOf(caller), 'sign') &&
        (await explainNoTest(dependencies, caller, person, hash, 1)).barred === null
      const isBlind = mayTry && tests.every(({ test }) => test.personId !== person?.id)
      return {
        results: tests.map(({ test, uncounted }) => toResult(test, uncounted, caller, isBlind)),
        isDemanded: caller.account.blindTestDone,
        isDone: tests.some(({ uncounted }) => uncounted === null),
        mayTry,
      }
    },
  }
}

function demandTester(caller: Caller): CallingPerson {
  demandPermission(caller, 'sign')
  if (caller.person === null) throw new Error('only people have the permission to sign')
  return caller.person
}

function toResult(test: StoredBlindTest, uncounted: string | null, { person }: Caller, isBlind: boolean): BlindResult {
  const { id, printedName, number, doneAt, scenarioCount, agreed, comments, personId } = test
  const scenarios = answeredScenarios(test) as readonly (Scenario & {
    readonly reply: ScenarioAnswer
    readonly answer: ScenarioAnswer
  })[]
  return {
    ...{ id, number, scenarioCount, agreed, uncounted, by: printedName, mine: personId === person?.id },
    doneAt: doneAt.toISOString(),
    scenarios: isBlind
      ? null
      : scenarios.map(({ assertion, title, facts, reply, answer }, place) => ({
          ...{ assertion, title, facts, reply, answer, comment: comments.get(place)?.text ?? null },
        })),
  }
}

async function commentTest(
  dependencies: BlindTestDependencies & WriteCommentDependencies,
  caller: Caller,
  { id: personId }: CallingPerson,
  { testId, scenario, text }: NewComment,
): Promise<void> {
  demandComment(text)
  demandCharacters('text', text, 'blind_comment_chars', MAX_BLIND_COMMENT_CHARS)
  const { store, now } = dependencies
  const namespaceId = namespaceOf(caller)
  const test = await store.findBlindTest(namespaceId, testId)
  const answered = test === null || test.personId !== personId ? null : answeredScenarios(test)[scenario]
  if (test === null || answered == null || answered.reply === answered.answer)
    throw new Refusal(
      'BAD_REQUEST',
      'You can comment only on your own test, and only on a scenario that the ruleset answers differently.',
    )
  if (test.comments.has(scenario)) throw commentedAlready()
  const names = await store.namesOf(namespaceId, test.hash)
  const [review] = await store.openReviewsOf(namespaceId, names)
  const posted =
    review === undefined
      ? null
      : await addComment(
          dependencies,
          { caller, channel: 'person' },
          {
            ...{ reviewId: review.reviewId, hash: test.hash, parentId: null, suggestion: null },
            subject: { kind: 'assertion', name: answered.assertion },
            text: `Blind test, try ${test.number}, scenario ${scenario + 1}: ${text}`,
          },
        )
  const comment = { namespaceId, testId, scenario, text, commentId: posted?.id ?? null, at: now() }
  if ((await store.commentBlindTest(comment, caller.label)) === 'commented') throw commentedAlready()
}

function commentedAlready(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'You commented on this scenario already, and the comment stays. Load the page again.',
  )
}
