import { type OpenQuestion, WHY_NOT_DECIDED } from '../open-questions'

/** Joins questions with the same reason and assertions. */
export function questionsAbout(open: readonly OpenQuestion[]): readonly OpenQuestion[] {
  const groups = new Map<string, Map<string, OpenQuestion>>()
  for (const question of open) {
    const key = JSON.stringify([question.budget, question.assertions])
    const group = groups.get(key) ?? new Map<string, OpenQuestion>()
    if (!group.has(question.question)) group.set(question.question, question)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => joinQuestions([...group.values()]))
}

function joinQuestions([first, ...others]: readonly OpenQuestion[]): OpenQuestion {
  if (first === undefined || others.length === 0) return first!
  const more = others.length === 1 ? 'one more question' : `${others.length} more questions`
  const question = `${first.question}, and ${more} about the same`
  return { ...first, question, sentence: `It is not decided ${question}: ${WHY_NOT_DECIDED[first.budget]}.` }
}
