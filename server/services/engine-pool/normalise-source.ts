import { createHash } from 'node:crypto'
import { Refusal } from '../../api/refusal'
import { normaliseSource } from '../../language/semantics/normalise'
import type { RulesetText } from './engine-job'

/**
 * `hash` is the sha256 of the UTF-8 bytes of `source` (public/docs/language.md, "Revisions and the hash").
 * @throws Refusal BUDGET_EXCEEDED above `limit` bytes
 */
export function normaliseRuleset(source: string, limit: number): RulesetText {
  const actual = Buffer.byteLength(source)
  if (actual > limit)
    throw new Refusal('BUDGET_EXCEEDED', `The source has ${actual} bytes; at most ${limit} are allowed.`, {
      budget: 'source_bytes',
      limit,
      actual,
    })
  const normalised = normaliseSource(source)
  return { source: normalised, hash: createHash('sha256').update(normalised).digest('hex') }
}
