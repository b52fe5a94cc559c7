/**
 * Schemas of /health and /version (service.md, "Bodies not shown").
 */
import { z } from 'zod'
import { versions } from './fields'

export const health = z
  .strictObject({
    ok: z.literal(true),
    database: z.string().meta({ description: '`ready`, or why not' }),
    engine: z.string().meta({ description: '`ready`, or why not' }),
    bus: z.string().meta({ description: '`ready`, or why not' }),
    versions,
  })
  .meta({ id: 'Health' })

export const version = z.strictObject({ ok: z.literal(true), versions }).meta({ id: 'Version' })
