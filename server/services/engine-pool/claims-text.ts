/** A claim dictionary that travels to a worker as JSON text. */
import { readJson } from '../../language/numeric/lossless-json'

/** @param text what this process wrote of a dictionary that was read already */
export function claimsIn(text: string): Readonly<Record<string, unknown>> {
  const answer = readJson(text)
  if ('problem' in answer) throw new Error(`claims were written as unreadable JSON: ${answer.problem.message}`)
  return answer.value as Readonly<Record<string, unknown>>
}
