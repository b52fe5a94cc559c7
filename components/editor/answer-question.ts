/** The editor's questions: those of the language, and one about the clauses that a text cites. */
import { type PlacedRule, placeRules } from '../../server/engine/explain/placed-rules'
import type { Analysis } from '../../server/language/semantics/analyse'
import {
  answerQuestion as answerAboutLanguage,
  type Answer as LanguageAnswer,
  type Question as LanguageQuestion,
} from '../../server/language/service/answer-question'
import type { UnitLibrary } from '../../server/language/units/unit-library'

export type Question = LanguageQuestion | { readonly about: 'citing' }

export type Answer =
  | LanguageAnswer
  /** All assertions and every other name that cites clauses; null if the text does not compile. */
  | { readonly about: 'citing'; readonly result: readonly PlacedRule[] | null }

/** @param analyse not called if the tokens are enough */
export function answerQuestion(
  source: string,
  analyse: (text: string) => Analysis,
  library: UnitLibrary,
  question: Question,
): Answer {
  if (question.about !== 'citing') return answerAboutLanguage(source, analyse, library, question)
  return { about: 'citing', result: placeRules(source, analyse(source)) }
}
