import { readJson } from '../../language/numeric/lossless-json'

/** @param text written by this process */
export function parseClaimsText(text: string): Readonly<Record<string, unknown>> {
  const answer = readJson(text)
  if ('problem' in answer) throw new Error(`claims were written as unreadable JSON: ${answer.problem.message}`)
  return answer.value as Readonly<Record<string, unknown>>
}
