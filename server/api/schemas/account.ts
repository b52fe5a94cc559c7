/** Schemas of /v1/account and /v1/flags (public/docs/api.md, "Get a credential"). */
import { z } from 'zod'
import { timestamp, versions } from './fields'

/** How much of one cap is used. */
const position = {
  used: z.int(),
  limit: z.int().nullable().meta({ description: 'null if nothing is enforced' }),
  remaining: z.int().nullable().meta({ description: 'calls that are left; null if nothing is enforced' }),
  resets_at: timestamp.nullable().meta({ description: 'when `used` begins again at 0; null if it never does' }),
}

export const account = z
  .strictObject({
    ok: z.literal(true),
    tier: z.string(),
    credential: z
      .strictObject({ id: z.string(), grade: z.enum(['evaluation', 'full']), expires_at: timestamp.nullable() })
      .nullable()
      .meta({ description: 'null on a deployment that demands no credentials' }),
    usage: z
      .strictObject({
        ...position,
        daily: z
          .strictObject(position)
          .nullable()
          .meta({ description: 'the cap of the UTC day of an evaluation credential; null for every other caller' }),
        total: z.strictObject(position).nullable().meta({
          description: 'the cap of the whole life of an evaluation credential; null for every other caller',
        }),
      })
      .meta({
        description:
          'used, limit, remaining and resets_at belong to the cap that leaves the fewest calls; to the total if both leave as many',
      }),
    labeling_allowed: z.boolean(),
    stub: z.boolean().meta({ description: 'true until the operator sets an allowance: then nothing is enforced' }),
    versions,
  })
  .meta({ id: 'Account' })

export const flags = z
  .strictObject({ ok: z.literal(true), flags: z.record(z.string(), z.boolean()), versions })
  .meta({ id: 'Flags' })
