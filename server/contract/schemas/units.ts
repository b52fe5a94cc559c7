/**
 * Schemas of the unit operations (contract, "Unit operations"; service.md, "Bodies not shown").
 *
 * Promises: where a number may be rounded on its way (JSON numbers in answers are doubles), an exact string stands
 * beside it. A converter's numbers are read losslessly: the digits that were sent are the factor.
 */
import { z } from 'zod'
import { JsonNumber } from '../../exact/json-number'
import { contentHash, timestamp, versions } from './fields'

const exactNumber = z.custom<JsonNumber>((value) => value instanceof JsonNumber, { error: 'a number' }).meta({ type: 'number' })

export const converterRequest = z
  .strictObject({
    from_unit: z.string().min(1).max(200),
    to_unit: z.string().min(1).max(200),
    factor: exactNumber.meta({
      type: 'number',
      description: 'to = from * factor + offset; never inferred: a person supplies it',
    }),
    offset: exactNumber.nullish().meta({ description: 'affine offset; 0 where absent' }),
    attribution: z
      .string()
      .nullish()
      .meta({ description: 'where the factor comes from; not a part of the library hash' }),
  })
  .meta({ id: 'ConverterRequest' })

export const converter = z
  .strictObject({
    from_unit: z.string(),
    to_unit: z.string(),
    factor: z.number(),
    factor_exact: z.string().meta({ description: 'the factor as it is used, in decimal digits or as a fraction' }),
    offset: z.number(),
    offset_exact: z.string(),
    attribution: z.string().nullable(),
    added_at: timestamp,
    added_by: z.string().meta({ description: 'label of the credential that added it' }),
  })
  .meta({ id: 'Converter' })

export const unitList = z
  .strictObject({
    ok: z.literal(true),
    unit_library_hash: contentHash.nullable().meta({ description: 'null: the six built-in standards alone' }),
    standards: z.array(
      z.strictObject({
        name: z.string(),
        version: z.string(),
        units: z.array(z.strictObject({ symbol: z.string(), aliases: z.array(z.string()), definition: z.string() })),
      }),
    ),
    converters: z.array(converter).meta({ description: 'what the project added and is in force, oldest first' }),
    versions,
  })
  .meta({ id: 'UnitList' })

export const bridge = z
  .strictObject({
    ok: z.literal(true),
    from: z.string(),
    to: z.string(),
    status: z.enum(['same', 'convertible', 'ambiguous', 'unknown_unit', 'no_path']),
    factor: z.number().optional().meta({ description: 'to = from * factor + offset; only when convertible or same' }),
    offset: z.number().optional(),
    ratio: z.string().optional().meta({ description: 'the exact factor as a fraction' }),
    exact_offset: z.string().optional(),
    path: z.array(z.string()).optional().meta({ description: 'the definitions used' }),
    suggestions: z.array(z.string()).optional().meta({ description: 'spellings that are units, where one was not' }),
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
    affected: z.array(z.string()).meta({ description: 'names whose rulesets compare these units' }),
    versions,
  })
  .meta({ id: 'ConverterAdded' })
