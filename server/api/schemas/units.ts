/**
 * Schemas of the unit operations (public/docs/api.md, "Units and rates of your own"). JSON numbers in answers are
 * doubles, so an exact string accompanies them. A converter's numbers are read losslessly.
 */
import { z } from 'zod'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { contentHash, timestamp, versions } from './fields'

const exactNumber = z
  .custom<JsonNumber>((value) => value instanceof JsonNumber, { error: 'a number' })
  .meta({ type: 'number' })

export const converterRequest = z
  .strictObject({
    from_unit: z.string().min(1).max(200),
    to_unit: z.string().min(1).max(200),
    factor: exactNumber.meta({
      type: 'number',
      description: 'to = from * factor + offset; never inferred: a person supplies it',
    }),
    offset: exactNumber.nullish().meta({ description: 'affine offset; 0 if absent' }),
    attribution: z.string().nullish().meta({
      description:
        'the source of the factor: one line, at most `attribution_chars` characters; not a part of the library hash',
    }),
  })
  .meta({ id: 'ConverterRequest' })

export const converter = z
  .strictObject({
    from_unit: z.string(),
    to_unit: z.string(),
    factor: z.number().meta({ description: 'the double nearest to factor_exact' }),
    factor_exact: z.string().meta({ description: 'the factor as it is used, in decimal digits or as a fraction' }),
    offset: z.number().meta({ description: 'the double nearest to offset_exact' }),
    offset_exact: z.string(),
    attribution: z.string().nullable(),
    added_at: timestamp,
    added_by: z.string().meta({ description: 'label of the credential that added it' }),
  })
  .meta({ id: 'Converter' })

export const unitList = z
  .strictObject({
    ok: z.literal(true),
    unit_library_hash: contentHash.nullable().meta({ description: 'null: the six built-in standards only' }),
    standards: z.array(
      z.strictObject({
        name: z.string(),
        version: z.string(),
        units: z.array(z.strictObject({ symbol: z.string(), aliases: z.array(z.string()), definition: z.string() })),
      }),
    ),
    converters: z
      .array(converter)
      .meta({ description: 'the converters that the project added and that are in force, oldest first' }),
    versions,
  })
  .meta({ id: 'UnitList' })

export const bridge = z
  .strictObject({
    ok: z.literal(true),
    from: z.string().meta({ description: 'as the library spells it; as it was sent if it is not a unit' }),
    to: z.string(),
    status: z.enum(['same', 'convertible', 'ambiguous', 'unknown_unit', 'no_path']),
    factor: z.number().optional().meta({
      description:
        'to = from * factor + offset; only when convertible or same, and left out if no double is near the exact ratio',
    }),
    offset: z.number().optional(),
    ratio: z.string().optional().meta({ description: 'the exact factor as a fraction' }),
    exact_offset: z.string().optional(),
    path: z.array(z.string()).optional().meta({ description: 'the definitions used, in order' }),
    reason: z.string().optional().meta({ description: 'why the pair is ambiguous' }),
    suggestions: z
      .array(z.string())
      .optional()
      .meta({ description: 'for each text that is not a unit, the nearest unit, if one is near enough' }),
    versions,
  })
  .meta({ id: 'UnitBridge' })

export const converterAdded = z
  .strictObject({
    ok: z.literal(true),
    converter,
    unit_library_hash: contentHash,
    previous_unit_library_hash: contentHash.nullable(),
    warning: z.string().meta({ description: 'results of stored rulesets may change' }),
    affected: z.array(z.string()).meta({
      description:
        'names whose rulesets compare these units, or measure a claim in a unit that values now convert to differently: their compile or check can change. If more than 16 MB of sources were not looked at before, the rest is listed too.',
    }),
    versions,
  })
  .meta({ id: 'ConverterAdded' })
