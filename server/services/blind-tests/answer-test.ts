import { Refusal } from '../../api/refusal'
import { answerOfCheck, MAX_BLIND_TRIES, type ScenarioAnswer } from '../../api/terms/blind-test-terms'
import { VERSIONS } from '../../api/terms/versions'
import type { ApprovalFactVerbs } from '../../database/signing/approval-facts'
import type { BlindTestVerbs } from '../../database/signing/blind-tests'
import { type Caller, type CallingPerson, namespaceOf } from '../calls/caller'
import { describeAuthorship, findAuthors } from '../signing/authors-of-bytes'
import { type ChosenScenarios, contentOfTest, readScenarios, type ScenarioSource } from './read-scenarios'

export interface AnswersToTest {
  readonly hash: string
  /** Digest of the scenarios on the page. */
  readonly digest: string
  /** The try on the page. */
  readonly number: number
  /** One for each scenario, in their order. */
  readonly answers: readonly ScenarioAnswer[]
}

export interface AnswerDependencies extends ScenarioSource {
  readonly store: Pick<BlindTestVerbs, 'addBlindTest' | 'blindTestsOf'> & Pick<ApprovalFactVerbs, 'approvalFacts'>
  readonly now: () => Date
  readonly newId: () => string
}

/** The try of a person that comes next, and why they cannot do it; null if they can. */
export async function explainNoTest(
  { store, now }: AnswerDependencies,
  caller: Caller,
  { id }: CallingPerson,
  hash: string,
  scenarioCount: number,
): Promise<{ readonly number: number; readonly barred: string | null }> {
  const namespaceId = namespaceOf(caller)
  const facts = (await store.approvalFacts(namespaceId, [hash], now())).get(hash)
  const own = facts && findAuthors(facts).people.get(id)
  const number = (await store.blindTestsOf(namespaceId, hash)).filter(({ personId }) => personId === id).length + 1
  return {
    number,
    barred: own === undefined ? explainLimits(number, scenarioCount) : `You ${describeAuthorship(own)}. ${OTHER}`,
  }
}

const OTHER = 'A blind test is for people who are not authors of the ruleset: ask another reviewer.'

function explainLimits(number: number, scenarioCount: number): string | null {
  if (scenarioCount === 0)
    return 'No rule of this ruleset has a threshold or a claim that decides, so there is nothing to test.'
  return number <= MAX_BLIND_TRIES ? null : `You did this test ${MAX_BLIND_TRIES} times, and more tries are not stored.`
}

/** @throws Refusal CREDENTIAL_SCOPE, BAD_REQUEST, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function answerTest(
  dependencies: AnswerDependencies,
  caller: Caller,
  person: CallingPerson,
  { hash, digest, number, answers }: AnswersToTest,
): Promise<{ testId: string }> {
  const { store, now, newId } = dependencies
  const chosen = await readScenarios(dependencies, caller, hash)
  const { barred, number: next } = await explainNoTest(dependencies, caller, person, hash, chosen.scenarios.length)
  if (barred !== null) throw new Refusal('CREDENTIAL_SCOPE', barred)
  if (chosen.digest !== digest) throw otherTest('The scenarios are not those that the page showed')
  if (number !== next) throw otherTry()
  if (answers.length !== chosen.scenarios.length)
    throw new Refusal('BAD_REQUEST', 'Every scenario needs an answer. Answer the others too.', {
      failures: [
        { field: 'answers', expected: `${chosen.scenarios.length} answers`, received: `${answers.length} answers` },
      ],
      failure_count: 1,
    })
  const computed = await Promise.all(chosen.scenarios.map((scenario) => answerOf(dependencies, chosen, scenario)))
  const answered = chosen.scenarios.map((scenario, place) => ({
    ...{ ...scenario, claims: knownClaims(scenario.claims), reply: answers[place]!, answer: computed[place]! },
  }))
  const testId = newId()
  const test = {
    ...{ id: testId, namespaceId: namespaceOf(caller), hash, number },
    ...{ personId: person.id, printedName: person.name },
    ...{ unitLibraryHash: chosen.of.library.hash, engineVersion: VERSIONS.engine_version },
    ...{ scenarioCount: answered.length, agreed: answered.filter(({ reply, answer }) => reply === answer).length },
    ...{ content: contentOfTest(digest, answered), doneAt: now() },
  }
  if ((await store.addBlindTest(test, caller.label)) === 'other_number') throw otherTry()
  return { testId }
}

/** Unread claims would make the content long. */
function knownClaims(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
}

/** The answer of the engine, which no person can send. */
async function answerOf(
  { engine }: AnswerDependencies,
  { of }: ChosenScenarios,
  { assertion, claims }: ChosenScenarios['scenarios'][number],
): Promise<ScenarioAnswer> {
  const checked = await engine.assertions(of.ruleset, of.library, { from: 'value', value: claims })
  const own = checked.find((each) => each.assertion === assertion)
  if (own === undefined) throw new Error(`the ruleset has no assertion ${assertion}`)
  return answerOfCheck(own.check)
}

function otherTry(): Refusal {
  return otherTest('You answered this test already, perhaps in another tab')
}

function otherTest(what: string): Refusal {
  return new Refusal('BAD_REQUEST', `${what}. Nothing was stored. Load the page again.`)
}
