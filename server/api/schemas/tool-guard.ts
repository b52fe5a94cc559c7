/**
 * A tool guard: the ruleset that decides about calls of one tool, and the claim map, which says where each claim of the
 * ruleset comes from. A claim without a source is unknown.
 */
import { z } from 'zod'
import { contentHash } from './fields'

const MAX_NAME_CHARS = 200
const MAX_PATH_CHARS = 500

const name = z.string().min(1).max(MAX_NAME_CHARS)
const path = z.string().min(1).max(MAX_PATH_CHARS).meta({
  description: 'a JSONPath (RFC 9535) of names, indexes and wildcards, such as `$.passengers[*].age`',
})
const claimValue = z.union([z.string(), z.boolean()])

const reading = {
  path,
  read: z.enum(['value', 'count']).default('value').meta({
    description: '`value`: the one value at the path; `count`: the number of entries of the lists at the path',
  }),
  unit: z.string().min(1).max(MAX_NAME_CHARS).optional().meta({ description: 'is written behind a number' }),
  values: z.record(z.string(), claimValue).optional().meta({
    description: 'the value of the claim for each text, number or truth value that can be at the path',
  }),
}

export const claimSource = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('argument'),
    ...reading,
    propose: z.boolean().default(true).meta({
      description:
        'whether a refusal may propose another value; false for facts, which nobody should be told to change',
    }),
  }),
  z.strictObject({
    from: z.literal('lookup'),
    lookup: name,
    ...reading,
    visible: z.boolean().default(false).meta({ description: 'whether a refusal may show the value to the caller' }),
  }),
  z.strictObject({ from: z.literal('session'), ...reading }),
  z.strictObject({ from: z.literal('constant'), value: claimValue }),
])

export const claimMap = z.strictObject({
  lookups: z
    .record(name, z.strictObject({ arguments: z.array(path).max(20) }))
    .default({})
    .meta({
      description: 'what is looked up for a call, and the arguments that it is looked up by',
    }),
  claims: z.record(name, claimSource),
})

export const toolGuard = z.strictObject({
  server: name.meta({ description: 'the server of the tool, as the operator calls it' }),
  tool: name,
  ruleset_hash: contentHash,
  unknown: z.enum(['ask', 'refuse', 'pass']).meta({
    description: 'what happens to a call that breaks no rule while a rule is open',
  }),
  map: claimMap,
})

export type ClaimSource = z.infer<typeof claimSource>
export type ClaimMap = z.infer<typeof claimMap>
export type ToolGuard = z.infer<typeof toolGuard>
