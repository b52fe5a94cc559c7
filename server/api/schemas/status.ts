/** Schemas of /health and /version (public/docs/api.md, "Versions and health"). */
import { z } from 'zod'
import { versions } from './fields'

export const health = z
  .strictObject({
    ok: z.literal(true),
    database: z.string().meta({ description: '`ready`, or why not' }),
    engine: z.string().meta({ description: '`ready`, or why not' }),
    bus: z.string().meta({ description: '`ready`, or why not' }),
    storage: z.string().meta({ description: '`ready`, or why not: no space is left, or stored data is damaged' }),
    integrity: z
      .strictObject({
        damaged_texts: z.int().nonnegative().meta({
          description:
            'Stored rulesets and unit libraries that this process found not to match their hash; an alarm if it is not 0',
        }),
        since: z.iso.datetime().nullable().meta({ description: 'When the first of them was found' }),
      })
      .meta({ description: 'Never makes the process unready: every other text is still served' }),
    append_only: z
      .strictObject({
        grants: z.boolean().meta({
          description:
            "Whether the server's database role lacks the right to change or remove the log, approvals, rulesets and other rows that are only ever added; false if one role serves and owns the tables",
        }),
        triggers: z
          .boolean()
          .meta({ description: 'Whether triggers of the database refuse such changes for every role' }),
      })
      .meta({
        description: 'How append-only rows were protected when the process started; never makes the process unready',
      }),
    versions,
  })
  .meta({ id: 'Health' })

export const version = z.strictObject({ ok: z.literal(true), versions }).meta({ id: 'Version' })

export const grammar = z
  .strictObject({
    ok: z.literal(true),
    grammar: z
      .string()
      .meta({ description: 'the whole grammar, with a ruleset that compiles; the `hint` of COMPILE_FAILED' }),
    versions,
  })
  .meta({ id: 'Grammar' })
