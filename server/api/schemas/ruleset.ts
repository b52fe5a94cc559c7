/** Schemas of compile (public/docs/api.md, "Compile a ruleset"). */
import { z } from 'zod'
import {
  citations,
  claimRange,
  contentHash,
  diagnostic,
  jsonObject,
  label,
  labelRequest,
  unknownPolicy,
  versions,
} from './fields'

export const compileRequest = z
  .strictObject({
    source: z.string().meta({ description: 'the text of the ruleset' }),
    parent_hash: contentHash.nullish().meta({ description: 'the revision that this source supersedes' }),
    label: labelRequest,
  })
  .meta({ id: 'CompileRequest' })

export const manifestClaim = z
  .strictObject({
    claim: z.string(),
    data_type: z.enum(['boolean', 'numeric', 'date', 'timestamp', 'text', 'enum', 'list', 'record']),
    question: z.string().meta({ description: 'shown to the extracting model' }),
    context: z.string().optional(),
    vocabulary: z.array(z.string()).optional(),
    ordered: z.boolean().optional(),
    boolean_subtype: z.string().optional(),
    unit: z.string().nullable().optional(),
    range: claimRange.optional(),
    codes: z.array(z.string()).optional(),
    else: z.string().optional(),
    ignoring_case: z.literal(true).optional(),
    whole: z.literal(true).optional(),
    optional: z.literal(true).optional(),
    up_to: z.int().optional(),
    default: z.union([z.boolean(), z.string()]).optional(),
    column: z.string().optional(),
    required: z.boolean(),
    unknown_allowed: z.literal(true),
    unknown_sentinel: z.string().optional(),
  })
  .meta({ id: 'ManifestClaim' })

export const manifestReport = z
  .strictObject({
    name: z.string(),
    data_type: z.enum(['boolean', 'numeric', 'date', 'timestamp', 'enum']),
    vocabulary: z.array(z.string()).optional(),
    unit: z.string().nullable(),
    line: z.int(),
    source: z.string(),
  })
  .meta({ id: 'ManifestReport' })

export const manifestLibrary = z
  .strictObject({ name: z.string(), sha256: contentHash, line: z.int() })
  .meta({ id: 'ManifestLibrary' })

export const manifest = z
  .strictObject({
    ruleset_hash: contentHash,
    claims: z.array(manifestClaim),
    rules: z.array(
      z.strictObject({
        rule: z.string(),
        assertions: z.array(
          z.strictObject({
            name: z.string(),
            unknown_policy: unknownPolicy,
            line: z.int().nullable(),
            source: z.string().nullable(),
            citations,
          }),
        ),
      }),
    ),
    reports: z.array(manifestReport).optional(),
    libraries: z.array(manifestLibrary).optional(),
  })
  .meta({ id: 'Manifest' })

export const unbridgedUnits = z
  .array(
    z.strictObject({ rule: z.string(), from: z.string(), to: z.string(), cause: z.enum(['missing', 'ambiguous']) }),
  )
  .meta({
    description:
      'unit pairs that are compared but that no loaded converter bridges; each gives UNKNOWN for every claim dictionary',
  })

export const storedRevision = z.strictObject({ parent_hash: contentHash.nullable(), revision_depth: z.int() })

export const compiledRuleset = z
  .strictObject({
    ok: z.literal(true),
    ruleset_hash: contentHash,
    unit_library_hash: contentHash.nullable().optional(),
    unbridged_units: unbridgedUnits.optional(),
    manifest,
    source: z.string().meta({ description: 'normalised source that hashed to ruleset_hash' }),
    review: z.string().meta({ description: 'plain-text rendering for a person to approve' }),
    summary: z.string(),
    claim_schema: jsonObject.meta({ description: 'JSON Schema (2020-12) of the claim dictionary' }),
    validation_contract: jsonObject,
    diagnostics: z.array(diagnostic),
    stored: storedRevision.optional(),
    label: label.optional(),
    approve_url: z.string().nullable().meta({
      description:
        'the page on which a person reads the review and signs; null if the operator has not set the public address of the deployment',
    }),
    versions,
  })
  .meta({ id: 'CompiledRuleset' })
