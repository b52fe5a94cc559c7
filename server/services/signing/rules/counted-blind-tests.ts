import { Refusal } from '../../../api/refusal'
import type { ScenarioAnswer } from '../../../api/terms/blind-test-terms'
import type { Meaning } from '../../../api/terms/ruleset-terms'
import { sha256Hex } from '../../../attestation/review-statement'
import type { SignedBlindTest } from '../../../attestation/signed-blind-test'
import type { ApprovalFactVerbs } from '../../../database/signing/approval-facts'
import type { BlindTestVerbs, StoredBlindTest } from '../../../database/signing/blind-tests'
import { type Caller, namespaceOf } from '../../calls/caller'
import type { EngineDispatch } from '../../engine-pool/dispatch'
import type { RulesetLibrary } from '../../library/ruleset-library'
import type { LibrarySource } from '../../library/unit-libraries'
import { describeAuthorship, findAuthors } from '../authors-of-bytes'

/** A person's answer in one scenario, and the ruleset's. */
export interface AnsweredScenario {
  readonly assertion: string
  readonly reply: ScenarioAnswer
  readonly answer: ScenarioAnswer
}

export interface CountedBlindTest {
  readonly test: StoredBlindTest
  /** Why the test does not count, as a sentence; null if it counts. */
  readonly uncounted: string | null
}

export interface BlindTestSource {
  readonly store: Pick<BlindTestVerbs, 'blindTestsOf'> & Pick<ApprovalFactVerbs, 'approvalFacts'>
  readonly now: () => Date
}

/** Oldest first. A test stays when its person leaves the namespace, like a signature. */
export async function readBlindTests(
  { store, now }: BlindTestSource,
  caller: Caller,
  hash: string,
): Promise<readonly CountedBlindTest[]> {
  const namespaceId = namespaceOf(caller)
  const tests = await store.blindTestsOf(namespaceId, hash)
  if (tests.length === 0) return []
  const facts = (await store.approvalFacts(namespaceId, [hash], now())).get(hash)
  const people = facts === undefined ? null : findAuthors(facts).people
  return tests.map((test) => {
    const authorship = people?.get(test.personId)
    if (authorship !== undefined)
      return { test, uncounted: `${test.printedName}, who did the test, also ${describeAuthorship(authorship)}.` }
    const isSameLibrary = test.unitLibraryHash === caller.account.unitLibraryHash
    return { test, uncounted: isSameLibrary ? null : 'It was done under a unit library that is no longer in force.' }
  })
}

/** The scenarios of a stored test. Its content is our own. */
export function answeredScenarios({ content }: Pick<StoredBlindTest, 'content'>): readonly AnsweredScenario[] {
  return (JSON.parse(content) as { readonly scenarios: readonly AnsweredScenario[] }).scenarios
}

/** Null if there is no test that counts, and for a withdrawal. */
export async function blindTestsToSign(
  source: BlindTestSource,
  caller: Caller,
  { hash, meaning }: { readonly hash: string; readonly meaning: Meaning },
): Promise<readonly SignedBlindTest[] | null> {
  if (meaning === 'withdrawn') return null
  const counted = (await readBlindTests(source, caller, hash)).filter(({ uncounted }) => uncounted === null)
  return counted.length === 0 ? null : counted.map(({ test }) => toSignedBlindTest(test))
}

function toSignedBlindTest(test: StoredBlindTest): SignedBlindTest {
  const { id, personId, printedName, number, doneAt, scenarioCount, agreed, content, comments } = test
  return {
    ...{ id, number, scenarioCount, agreed, doneAt: doneAt.toISOString(), sha256: sha256Hex(content) },
    by: { id: personId, name: printedName },
    differences: answeredScenarios(test).flatMap(({ assertion, reply, answer }, place) =>
      reply === answer ? [] : [{ assertion, reply, answer, comment: comments.get(place)?.text ?? null }],
    ),
  }
}

export interface BlindTestRuleDependencies extends BlindTestSource, Pick<LibrarySource, 'libraryOf'> {
  readonly engine: Pick<EngineDispatch, 'scenarios'>
  readonly rulesets: Pick<RulesetLibrary, 'findStored'>
}

/**
 * A ruleset without any scenario needs no test.
 * @throws Refusal CREDENTIAL_SCOPE if the namespace demands a test and there is none that counts, ENGINE_BUSY
 */
export async function demandBlindTest(
  dependencies: BlindTestRuleDependencies,
  caller: Caller,
  { hash, meaning }: { readonly hash: string; readonly meaning: Meaning },
): Promise<void> {
  if (meaning !== 'approved' || !caller.account.blindTestDone) return
  const tests = await readBlindTests(dependencies, caller, hash)
  if (tests.some(({ uncounted }) => uncounted === null)) return
  const of = {
    ruleset: await dependencies.rulesets.findStored(namespaceOf(caller), hash),
    library: await dependencies.libraryOf(caller),
  }
  if ((await dependencies.engine.scenarios(of)) === '[]') return
  const why = tests.length === 0 ? 'nobody did it' : 'no test that was done counts'
  throw new Refusal(
    'CREDENTIAL_SCOPE',
    `In this namespace an approval needs a blind test of a reviewer who is not an author, and ${why}. Nothing was signed. Open “Try it yourself” on this page, or ask another reviewer to do the test, then sign. You can still sign that you reviewed it, or request changes.`,
  )
}
