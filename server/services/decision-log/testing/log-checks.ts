import { randomBytes, randomUUID } from 'node:crypto'
import type { DecisionVerbs } from '../../../database/signing/decision-entries'
import { buildEntries, ENTRY_RANDOM_BYTES } from '../build-entries'
import { type CheckAnswerFacts, CheckRecords, type MadeCheck } from '../check-record'
import type { RedactionRule } from '../redact-claims'

/** Whatever is missing is the same for every check. */
export type CheckToLog = Partial<
  Pick<MadeCheck, 'claims'> &
    CheckAnswerFacts & { readonly id: string; readonly at: number; readonly rule: RedactionRule }
>

const PUBLIC_URL = 'https://rules.example.org'
const BEGIN = Date.UTC(2027, 0, 1)
const MINUTE_MS = 60_000
const CLAIM_KEY = Buffer.alloc(32, 7)

/**
 * Appends checks to the decision log of a namespace without deciding them, one minute apart.
 * @param random for their keys and salts
 * @returns their ids
 */
export async function logChecks(
  store: Pick<DecisionVerbs, 'beginDecisions' | 'appendDecisions'>,
  namespaceId: string,
  checks: readonly CheckToLog[],
  random: (count: number) => Uint8Array = randomBytes,
): Promise<readonly string[]> {
  const claimKey = await store.beginDecisions(namespaceId, CLAIM_KEY)
  const records = new CheckRecords(PUBLIC_URL)
  const ids = checks.map((check, nth) => {
    const { claims = { from: 'value', value: { paid: true } }, rule = { redaction: 'keep', exceptions: {} } } = check
    const { id = randomUUID(), at = BEGIN + nth * MINUTE_MS, rulesetHash = 'a'.repeat(64) } = check
    const { unitLibraryHash = null, answers = [['is_paid', 'TRUE']], call = null } = check
    const answer = { from: 'facts', rulesetHash, unitLibraryHash, answers, call } as const
    records.add(id, at, { claims, answer }, rule)
    return id
  })
  const place = { namespaceId, publicUrl: PUBLIC_URL, claimKey, head: null }
  const made = { lines: records.lines(), forms: records.forms, random: random(records.count * ENTRY_RANDOM_BYTES) }
  await store.appendDecisions(namespaceId, null, buildEntries({ ...place, ...made }).batch, null, false)
  return ids
}
