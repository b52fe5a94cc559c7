import { z } from 'zod'
import { DOMAINS, timestamp, versions } from './fields'

export const vocabulary = z
  .strictObject({
    ok: z.literal(true),
    version: z.string(),
    published_at: timestamp.nullable(),
    description: z.string().nullable(),
    level_one: z.array(z.strictObject({ id: z.enum(DOMAINS), name: z.string(), description: z.string() })),
    level_two: z.array(
      z.strictObject({
        id: z.string().regex(/^l2-[0-9]{4,}$/),
        domain: z.enum(DOMAINS),
        term: z.string(),
        aliases: z.array(z.string()),
        provenance: z.enum(['seeded', 'promoted']),
        since_version: z.string(),
        promoted_at: timestamp.nullable(),
      }),
    ),
    promotion: z.strictObject({
      k: z.int().meta({ description: 'distinct external accounts that must independently propose a term' }),
      proposal_ttl_days: z.int(),
      rule: z.string(),
    }),
    version_history: z.array(
      z.strictObject({
        version: z.string(),
        published_at: timestamp.nullable(),
        description: z.string(),
        added: z.array(z.string()),
      }),
    ),
    confidence_buckets: z.array(z.strictObject({ id: z.enum(['high', 'medium', 'low']), description: z.string() })),
    counts: z.strictObject({
      level_one: z.int(),
      level_two: z.int(),
      seeded: z.int(),
      promoted: z.int(),
      pending_proposals: z.int().meta({ description: 'only a number: the proposed terms are not shown' }),
    }),
    versions,
  })
  .meta({ id: 'Vocabulary' })
