/**
 * A refusal as data: it travels between threads, and to the pages, where an error cannot.
 */
import type { ErrorCode } from './errors'
import { Refusal, type RefusalDetails } from './refusal'

export interface RefusalText {
  readonly code: ErrorCode
  readonly message: string
  readonly details: RefusalDetails
}

export function refusalText(refusal: Refusal): RefusalText {
  return { code: refusal.code, message: refusal.message, details: refusal.details }
}

export function refusalFrom(text: RefusalText): Refusal {
  return new Refusal(text.code, text.message, text.details)
}
