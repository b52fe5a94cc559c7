import type { Analysis } from '../../server/language/analysis'
import { format } from '../../server/language/format'
import type { Answer, Question } from './editor-questions'

/** Answers one question of the editor about a text. */
export function answerQuestion(source: string, analyse: () => Analysis, question: Question): Answer {
  if (question.about === 'format') return { about: 'format', found: format(source) }
  const { offset } = question
  const { names } = analyse()
  const at = names.find(({ start, end }) => start <= offset && offset <= end)
  const uses = at === undefined ? [] : names.filter(({ declaredAt }) => declaredAt === at.declaredAt)
  return { about: 'uses', found: uses }
}
