/**
 * Decides logged checks again by another ruleset, with the claims that the log keeps and the unit library of each check.
 * Nothing is stored, and no value is shown.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { Refusal } from '../../api/refusal'
import { type CheckAnswer, type CheckFacts, readCheckStatement } from '../../attestation/checks/check-statement'
import type { DecisionReadVerbs, StoredDecision } from '../../database/signing/read-decisions'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { hashedPaths } from '../decision-log/claim-values'
import type { LoggedClaims } from '../decision-log/redact-claims'
import { claimsOf, openClaims } from '../decision-log/sealed-claims'
import { type CheckDependencies, checkAssertions } from './check-claims'

export interface CheckReplayRequest {
  readonly rulesetHash: string
  /** Only checks by this ruleset; null for all. */
  readonly checkedBy: string | null
  /** Index of the last check of the page before; null for the newest. */
  readonly after: string | null
  readonly limit: number
}

interface NamedCheck {
  readonly checkId: string
  readonly at: string
}

export interface ChangedAnswer {
  readonly assertion: string
  /** Null if this ruleset does not have the assertion. */
  readonly before: CheckAnswer | null
  readonly after: CheckAnswer | null
}

export interface DifferingCheck extends NamedCheck {
  /** The ruleset that decided before. */
  readonly rulesetHash: string
  readonly answers: readonly ChangedAnswer[]
}

export interface SkippedCheck extends NamedCheck {
  /** Completes "It was not replayed: …". */
  readonly reason: string
}

export interface CheckReplay {
  readonly equal: number
  readonly differing: readonly DifferingCheck[]
  readonly skipped: readonly SkippedCheck[]
  /** Null after the oldest check. */
  readonly next: string | null
}

export interface CheckReplays {
  /**
   * Each check that is decided again counts as one check.
   * @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, ENGINE_BUSY, ENTITLEMENT_EXCEEDED; the reason of `signal`
   */
  replay(caller: Caller, request: CheckReplayRequest, signal?: AbortSignal): Promise<CheckReplay>
}

export interface CheckReplayDependencies extends CheckDependencies {
  readonly store: Pick<DecisionReadVerbs, 'listDecisions'>
  readonly now: () => Date
}

/** A caller waits for the answer, so a slow ruleset or one with many assertions gives shorter pages. */
const MAX_MS = 5_000
const MAX_LISTED_ANSWERS = 5_000
const MAX_NAMED_CLAIMS = 5
const NEVER = new AbortController().signal

export function createCheckReplays(dependencies: CheckReplayDependencies): CheckReplays {
  return { replay: (caller, request, signal = NEVER) => replayChecks(dependencies, caller, request, signal) }
}

async function replayChecks(
  dependencies: CheckReplayDependencies,
  caller: Caller,
  { rulesetHash, checkedBy, after, limit }: CheckReplayRequest,
  signal: AbortSignal,
): Promise<CheckReplay> {
  demandPermission(caller, 'read_checks')
  const { store, rulesets, now } = dependencies
  const namespaceId = namespaceOf(caller)
  await rulesets.find(namespaceId, { ruleset_hash: rulesetHash })
  const filter = { rulesetHash: checkedBy, from: null, to: null, marks: null, isErased: null }
  const entries = await store.listDecisions(namespaceId, filter, after === null ? null : BigInt(after), limit + 1)
  const until = now().getTime() + MAX_MS
  const differing: DifferingCheck[] = []
  const skipped: SkippedCheck[] = []
  let [equal, done, listed] = [0, 0, 0]
  for (const entry of entries.slice(0, limit)) {
    signal.throwIfAborted()
    if (done > 0 && (now().getTime() > until || listed > MAX_LISTED_ANSWERS)) break
    done++
    const named = { checkId: entry.id, at: entry.at.toISOString() }
    const again = await decideAgain(dependencies, caller, rulesetHash, entry)
    if ('reason' in again) skipped.push({ ...named, ...again })
    else if (again.answers.length === 0) equal++
    else differing.push({ ...named, rulesetHash: entry.rulesetHash, ...again })
    if ('answers' in again) listed += again.answers.length
  }
  const next = done < entries.length ? entries[done - 1]!.index.toString() : null
  return { equal, differing, skipped, next }
}

type Again = Pick<SkippedCheck, 'reason'> | Pick<DifferingCheck, 'answers'>

async function decideAgain(
  dependencies: CheckDependencies,
  caller: Caller,
  rulesetHash: string,
  { id, body, key, sealed }: StoredDecision,
): Promise<Again> {
  if (key === null || sealed === null) return { reason: 'its values were erased' }
  const [facts, document] = [readCheckStatement(body), openClaims(sealed, id, key)]
  if (facts === null || document === null) return { reason: 'its entry was damaged' }
  const claims = claimsOf(document)
  const hashed = hashedPaths(claims)
  if (hashed.length > 0) return { reason: `only hashes of claims are kept (${nameSome(hashed)})` }
  // Checks that need no worker would hold the event loop for the whole page.
  await yieldToOthers()
  const request = {
    ...{ ruleset_hash: rulesetHash, unit_library_hash: facts.unitLibraryHash },
    claims: { from: 'value', value: claims },
  } as const
  try {
    const { assertions } = await checkAssertions(dependencies, { caller, channel: 'program' }, request)
    return { answers: changedAnswers(facts.answers, new Map(assertions.map((each) => [each.assertion, each.check]))) }
  } catch (error) {
    const reason = error instanceof Refusal ? reasonOf(error, claims) : null
    if (reason === null) throw error
    return { reason }
  }
}

/** An assertion that only one of the rulesets has is a change unless it is TRUE. */
function changedAnswers(
  answers: CheckFacts['answers'],
  after: ReadonlyMap<string, CheckAnswer>,
): readonly ChangedAnswer[] {
  const before = new Map(answers)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((assertion) => {
    const [was, is] = [before.get(assertion) ?? null, after.get(assertion) ?? null]
    return (was ?? 'TRUE') === (is ?? 'TRUE') ? [] : [{ assertion, before: was, after: is }]
  })
}

/** Null for what is not about one check. */
function reasonOf({ code, details }: Refusal, claims: LoggedClaims): string | null {
  if (code === 'BUDGET_EXCEEDED') return 'this ruleset exceeds a budget with its claims'
  if (code === 'COMPILE_FAILED') return 'this ruleset does not compile with the unit library of the check'
  if (code !== 'VALIDATION_REJECTED') return null
  const fields = (details.failures ?? []).map(({ field }) => field)
  const missing = fields.filter((field) => !Object.hasOwn(claims, field.split(/[.[]/, 1)[0] ?? field))
  if (missing.length > 0) return `claims that this ruleset reads were dropped or not sent (${nameSome(missing)})`
  return `this ruleset refuses its claims (${nameSome(fields)})`
}

function nameSome(claims: readonly string[]): string {
  const further = claims.length - MAX_NAMED_CLAIMS
  return `${claims.slice(0, MAX_NAMED_CLAIMS).join(', ')}${further > 0 ? ` and ${further} more` : ''}`
}
