/** The grammar guide, which is also the `hint` of COMPILE_FAILED. */
import { z } from 'zod'
import { versions } from './fields'

export const grammar = z
  .strictObject({
    ok: z.literal(true),
    grammar: z
      .string()
      .meta({ description: 'the whole grammar, with a ruleset that compiles; the `hint` of COMPILE_FAILED' }),
    versions,
  })
  .meta({ id: 'Grammar' })
