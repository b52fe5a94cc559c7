import type { Analysis } from '@/server/language/analysis'
import type { Answer, Question } from './editor-questions'

/** Answers one question of the editor from the analysis of its text. */
export function answerQuestion(analysis: Analysis, question: Question): Answer {
  const { offset } = question
  const at = analysis.names.find(({ start, end }) => start <= offset && offset <= end)
  const uses = at === undefined ? [] : analysis.names.filter(({ declaredAt }) => declaredAt === at.declaredAt)
  return { about: 'uses', uses }
}
