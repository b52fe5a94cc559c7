import type { ScenarioAnswer } from '../../server/api/terms/blind-test-terms'
import type { SignedBlindTest } from '../../server/attestation/signed-blind-test'
import { UtcTime } from './facts'

export const ANSWER_WORDS: Readonly<Record<ScenarioAnswer, string>> = {
  met: 'Meets the rule',
  not_met: 'Does not meet the rule',
  cannot_tell: 'Cannot tell',
}

/** "agrees with the ruleset in 9 of 10 scenarios". */
export function agreementWords({
  agreed,
  scenarioCount,
}: {
  readonly agreed: number
  readonly scenarioCount: number
}): string {
  return `agrees with the ruleset in ${agreed} of ${scenarioCount} ${scenarioCount === 1 ? 'scenario' : 'scenarios'}`
}

/** "the first try" or "try 2, after the answers were shown". */
export function tryWords(number: number): string {
  return number === 1 ? 'first try' : `try ${number}, after the answers of the first were shown`
}

export function differenceWords(difference: {
  readonly reply: ScenarioAnswer
  readonly answer: ScenarioAnswer
  readonly comment: string | null
}): string {
  const { reply, answer, comment } = difference
  const words = `the person said “${ANSWER_WORDS[reply].toLowerCase()}”, and the ruleset answers “${ANSWER_WORDS[answer].toLowerCase()}”`
  return comment === null ? `${words}.` : `${words}. Comment: “${comment}”`
}

/** Blind tests as a signed statement contains them. */
export function SignedBlindTests({ tests }: { readonly tests: readonly SignedBlindTest[] }) {
  return (
    <ul className="flex flex-col gap-1.5" data-testid="signed-blind-tests">
      {tests.map((test) => (
        <li key={test.id}>
          {test.by.name} {agreementWords(test)}, {tryWords(test.number)}, <UtcTime at={test.doneAt} />
          {test.differences.map(({ assertion, reply, answer, comment }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a signed list does not change
            <span key={place} className="block text-sm">
              <code>{assertion}</code>: {differenceWords({ reply, answer, comment })}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
