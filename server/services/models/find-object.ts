/** Tries the whole text, the last fenced block, then the text from the first brace to the last. */
import { type LosslessJson, readJson } from '../../language/numeric/lossless-json'

export type FoundObject =
  | { readonly ok: true; readonly value: { readonly [key: string]: LosslessJson } }
  | { readonly ok: false; readonly problem: string; readonly cause: 'no_json' | 'no_object' }

const FENCE = '```'
const THOUGHT = '</think>'

const NOTHING = { problem: 'it contains no JSON object', cause: 'no_object' } as const

export function findObject(text: string): FoundObject {
  let failure: Pick<Extract<FoundObject, { ok: false }>, 'problem' | 'cause'> = NOTHING
  for (const candidate of listCandidates(text)) {
    const read = readJson(candidate)
    if ('problem' in read) failure = { problem: `it is not JSON: ${read.problem.message}`, cause: 'no_json' }
    else if (isObject(read.value)) return { ok: true, value: read.value }
    else failure = { problem: 'it is JSON, but no object', cause: 'no_object' }
  }
  return { ok: false, ...failure }
}

function* listCandidates(text: string): Generator<string> {
  // The thoughts of a model may contain braces.
  const answer = text.slice(text.lastIndexOf(THOUGHT) < 0 ? 0 : text.lastIndexOf(THOUGHT) + THOUGHT.length).trim()
  yield answer
  const close = answer.lastIndexOf(FENCE)
  const open = close < 0 ? -1 : answer.lastIndexOf(FENCE, close - 1)
  if (open >= 0) yield answer.slice(open + FENCE.length, close).replace(/^[a-zA-Z]*\s*\n/, '')
  const first = answer.indexOf('{')
  const last = answer.lastIndexOf('}')
  if (first >= 0 && last > first && (first > 0 || last < answer.length - 1)) yield answer.slice(first, last + 1)
}

export function isObject(value: LosslessJson): value is { [key: string]: LosslessJson } {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
