/**
 * A proved TRUE: it has no more to say, so all of them are one object.
 */
import type { AssertionResult } from '../assertion-result'
import { NO_PAIRS } from './unbridged'

export const PROVED_TRUE: AssertionResult = Object.freeze({
  check: 'TRUE',
  reasonUnknown: null,
  counterexample: null,
  unbridged: NO_PAIRS,
})
