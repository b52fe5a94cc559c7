/** Schemas of /v1/rulesets. */
import { z } from 'zod'
import { approval } from './approval'
import { contentHash, label, labelRequest, newRulesetName, timestamp, versions } from './fields'
import { compiledRuleset, storedRevision } from './ruleset'

export const saveRequest = z
  .strictObject({
    name: newRulesetName,
    source: z.string().meta({ description: 'the text of the ruleset' }),
    parent_hash: contentHash.nullish().meta({ description: 'the revision that this source supersedes' }),
    label: labelRequest,
  })
  .meta({ id: 'SaveRequest' })

export const savedRuleset = z
  .strictObject({
    ok: z.literal(true),
    name: z.string(),
    ruleset_hash: contentHash,
    parent_hash: contentHash.nullable(),
    created: z.boolean().meta({ description: 'whether these bytes were stored for the first time' }),
    label: label,
    versions,
  })
  .meta({ id: 'SavedRuleset' })

export const rulesetRow = z
  .strictObject({
    name: z.string(),
    ruleset_hash: contentHash,
    summary: z.string(),
    bound_at: timestamp.meta({ description: 'when the name last pointed at these bytes' }),
    claim_count: z.int().nullable(),
    rule_count: z.int().nullable(),
    revision_depth: z.int(),
    approval_count: z.int(),
    compiles: z
      .boolean()
      .meta({ description: 'false if the stored source no longer compiles; the counts are then null' }),
  })
  .meta({ id: 'RulesetRow' })

export const rulesetList = z
  .strictObject({
    ok: z.literal(true),
    namespace: z.string(),
    rulesets: z.array(rulesetRow),
    next: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'only with `limit`: `after` of the next page, null on the last one' }),
    versions,
  })
  .meta({ id: 'RulesetList' })

/** Only in the answer to a call with `as_of`. */
const inForceThen = z
  .strictObject({
    as_of: timestamp.meta({ description: 'the moment that was asked about' }),
    from: timestamp.meta({ description: 'since when this revision was in force' }),
    until: timestamp
      .nullable()
      .meta({ description: 'the end of the time in which it is in force; null if no end is known' }),
    approved: z
      .boolean()
      .meta({ description: 'whether the revision is approved by the rules of the namespace now, not at that moment' }),
  })
  .meta({ id: 'InForce' })
/** Absent from the answer about a listed name. */
const unlistedName = { archived_at: timestamp.optional(), renamed_to: z.string().optional() }

export const loadedRuleset = z
  .strictObject({
    ...compiledRuleset.shape,
    approvals: z.array(approval),
    name: z.string(),
    namespace: z.string(),
    revision_chain: z.array(contentHash).meta({ description: 'this hash, then its parent, back to the root' }),
    in_force: inForceThen.optional(),
    ...unlistedName,
  })
  .meta({ id: 'LoadedRuleset' })

/** The answer to a call with `limit`. It omits everything that grows with the ruleset. */
export const revisionPage = z
  .strictObject({
    ok: z.literal(true),
    name: z.string(),
    namespace: z.string(),
    ruleset_hash: contentHash,
    stored: storedRevision,
    revision_chain: z.array(contentHash).meta({ description: 'one page of the hashes, the newest first' }),
    in_force: inForceThen.optional(),
    next: contentHash
      .nullable()
      .meta({ description: '`after` of the next page of revision_chain, null on the last one' }),
    ...unlistedName,
    versions,
  })
  .meta({ id: 'RevisionPage' })
