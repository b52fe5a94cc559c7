/** Schemas of the prompt pack (public/docs/api.md, "Get the prompts"). */
import { z } from 'zod'
import { claimRange, contentHash, jsonObject, versions } from './fields'

export const promptPackRequest = z
  .strictObject({ ruleset_hash: contentHash.nullish(), source: z.string().nullish() })
  .meta({ id: 'PromptPackRequest' })

export const prompt = z
  .strictObject({
    claim: z.string(),
    data_type: z.enum(['boolean', 'numeric', 'date', 'timestamp', 'text', 'enum', 'list', 'record']),
    question: z.string(),
    answer_format: z.string(),
    unknown_rule: z.string(),
    undetermined_value: z.string().nullable().optional(),
    context: z.string().optional(),
    vocabulary: z.array(z.string()).optional(),
    codes: z.array(z.string()).optional(),
    ordered_vocabulary: z.boolean().optional(),
    unit: z.string().optional(),
    range: claimRange.optional(),
  })
  .meta({ id: 'Prompt' })

export const promptPack = z
  .strictObject({
    ok: z.literal(true),
    ruleset_hash: contentHash,
    integrity_rule: z.string(),
    prompts: z.array(prompt),
    claim_schema: jsonObject,
    validation_contract: jsonObject.optional(),
    assembly_notes: z.array(z.string()).optional(),
    versions,
  })
  .meta({ id: 'PromptPack' })
