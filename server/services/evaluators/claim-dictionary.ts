/**
 * The answer of a frame as a claim dictionary, where it is one.
 *
 * Promises: a JSON object is a dictionary, whatever it holds: its members are check's to judge. One that JSON readers take
 * and that may not be taken (a key twice, half a character) is told and never handed to a model. Numbers stay as written.
 */
import type { GuardrailError } from '../../api/schemas/frame'
import { type LosslessJson, readJson } from '../../language/numeric/lossless-json'
import { isObject } from '../models/find-object'
import { lasting } from './outcomes'

export type ClaimDictionary = Readonly<Record<string, LosslessJson>>

export type ReadAnswer =
  | { readonly kind: 'dictionary'; readonly claims: ClaimDictionary }
  | { readonly kind: 'text' }
  | { readonly kind: 'wrong'; readonly error: GuardrailError }

export function readAnswer(answer: string | null): ReadAnswer {
  if (answer === null || !answer.trimStart().startsWith('{')) return { kind: 'text' }
  const read = readJson(answer)
  if ('value' in read) return isObject(read.value) ? { kind: 'dictionary', claims: read.value } : { kind: 'text' }
  if (!isJson(answer)) return { kind: 'text' }
  const { message, offset } = read.problem
  const told = `A looks like a claim dictionary, but cannot be read as one: ${message} (at character ${offset + 1}).`
  return { kind: 'wrong', error: lasting('CLAIMS_REJECTED', told) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
