/** The answer of a guard to a call, and the effect of a person's answer on it. */
import type { CallRefusalCode } from '../../api/schemas/tool-call'
import type { StoredCall } from '../../database/guards/call-grants'
import type { CallCounting } from '../../database/guards/counted-calls'
import type { StoredToolGuard } from '../../database/guards/tool-guards'
import type { CallRefusal } from '../../guard/decide-call'
import type { ClaimDictionary } from '../../meaning/claim-dictionary'

export interface GuardedDecision {
  readonly decision: 'pass' | 'refuse' | 'ask'
  readonly guard: StoredToolGuard
  /** The guard's digest: as it was confirmed, or as a reviewer could confirm it now. */
  readonly guardDigest: string
  /** Null if the ruleset may not decide. */
  readonly digest: string | null
  readonly open: readonly string[]
  /** Null if the call passes. */
  readonly refusal: CallRefusalShown | null
  readonly grant: StoredCall | null
  /** How a call that passes is counted in its session; null if no guard counts it. */
  readonly counting: CallCounting | null
  /** Null if the ruleset did not decide. */
  readonly decidedWith: DecidedWith | null
}

export interface DecidedWith {
  readonly claims: ClaimDictionary
  readonly unitLibraryHash: string | null
}

export interface CallRefusalShown extends Omit<CallRefusal, 'code'> {
  readonly code: CallRefusalCode
}

/** A call that nobody answered in time is refused for so long before it can ask again. */
export const REFUSED_AFTER_WAIT_MS = 60_000

type AnsweredState = 'new' | 'waiting' | 'granted' | 'refused' | 'too_late'

/** `new`: nothing is known about the call any more, so it asks. */
export function stateOf(
  { answeredAt, isGranted, expiresAt, usedAt, takenBackAt, waitsUntil }: Omit<StoredCall, 'content'>,
  at: Date,
): AnsweredState {
  if (answeredAt === null || expiresAt === null) {
    if (waitsUntil > at) return 'waiting'
    return at.getTime() < waitsUntil.getTime() + REFUSED_AFTER_WAIT_MS ? 'too_late' : 'new'
  }
  if (expiresAt <= at || usedAt !== null || takenBackAt !== null) return 'new'
  return isGranted === true ? 'granted' : 'refused'
}

export function personRefusal(
  { refusal }: GuardedDecision,
  state: 'refused' | 'too_late',
  { answeredBy, reason, waitsUntil }: StoredCall,
): CallRefusalShown {
  const base = refusal ?? plainRefusal('GRANT_REFUSED', '')
  if (state === 'too_late')
    return {
      ...base,
      code: 'GRANT_TOO_LATE',
      sentence: `Nobody granted this call until ${waitsUntil.toISOString()}. ${base.sentence}`,
    }
  const words = reason === null ? '' : `: “${reason}”`
  return {
    ...base,
    code: 'GRANT_REFUSED',
    sentence: `${answeredBy ?? 'A reviewer'} refused this call${words}. ${base.sentence}`,
  }
}

export function plainRefusal(code: CallRefusalCode, sentence: string): CallRefusalShown {
  const nearest = { arguments: null, sentence: 'No other arguments would pass.' }
  return { code, assertion: null, sentence, clauses: [], facts: [], unknown: [], failures: [], nearest }
}

/** The page on which a reviewer decides about a waiting call. */
export function callPageUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/calls/${id}`
}
