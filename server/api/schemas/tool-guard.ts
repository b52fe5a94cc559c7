/**
 * A tool guard: the ruleset that decides about calls of one tool, and the claim map, which says where each claim of the
 * ruleset comes from. A claim without a source is unknown.
 */
import { z } from 'zod'
import { contentHash, timestamp } from './fields'
import { isVisibleText, plainText, platformName, VISIBLE_TEXT_RULE } from './guardrail'

const MAX_NAME_CHARS = 200
const MAX_PATH_CHARS = 500

const name = plainText(MAX_NAME_CHARS).min(1)
const visibleName = name.refine(isVisibleText, VISIBLE_TEXT_RULE)
const MAX_TEXT_CHARS = 10_000
const anyText = plainText(MAX_TEXT_CHARS)

const claimValue = z.union([anyText, z.boolean()])
const literal = <const T extends string>(value: T, description: string) =>
  z.literal(value).meta({ description, examples: [value] })
const path = plainText(MAX_PATH_CHARS)
  .min(1)
  .meta({
    description: 'a JSONPath (RFC 9535) of names, indexes and wildcards, such as `$.passengers[*].age`',
    examples: ['$.cabin'],
  })

const reading = {
  path,
  read: z
    .enum(['value', 'count'])
    .default('value')
    .meta({
      description: '`value`: the one value at the path; `count`: the number of entries of the lists at the path',
      examples: ['value'],
    }),
  unit: name.optional().meta({ description: 'is written after a number', examples: ['h'] }),
  values: z
    .record(anyText, claimValue)
    .optional()
    .meta({
      description: 'the value of the claim for each text, number or truth value that can be at the path',
      examples: [{ yes: true, no: false }],
    }),
}

export const claimSource = z.discriminatedUnion('from', [
  z.strictObject({
    from: literal('argument', 'an argument of the call'),
    ...reading,
    propose: z
      .boolean()
      .default(true)
      .meta({
        description:
          'whether a refusal may propose another value; false for facts, which nobody should be told to change',
        examples: [false],
      }),
  }),
  z.strictObject({
    from: literal('lookup', 'what was looked up'),
    lookup: name.meta({ description: 'name of the lookup', examples: ['trip'] }),
    ...reading,
    visible: z
      .boolean()
      .default(false)
      .meta({
        description: 'whether a refusal may show the value to the caller',
        examples: [true],
      }),
  }),
  z.strictObject({ from: literal('session', 'the session'), ...reading }),
  z.strictObject({
    from: literal('constant', 'always the same value'),
    value: claimValue.meta({ description: 'the value of the claim', examples: ['50 USD'] }),
  }),
])

const connection = name.meta({
  description: 'a connection that the operator defined in LOOKUP_CONNECTIONS',
  examples: ['records'],
})
const bounds = {
  wait_ms: z
    .int()
    .min(1)
    .max(5_000)
    .default(1_000)
    .meta({
      description: 'longest wait for the answer, in milliseconds',
      examples: [1_000],
    }),
  keep_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(0)
    .meta({
      description: 'how long an answer is used again for the same arguments; a failure is never kept',
      examples: [0],
    }),
}

/** `{1}` or `$1` is the first of the lookup's arguments. */
export const lookupSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: literal('http', 'GET of one JSON record'),
    connection,
    path: z
      .string()
      .max(2_000)
      .regex(/^[!-~]*$/, { error: 'printable ASCII without spaces' })
      .meta({
        description: 'is added to the address of the connection; `{1}` is the first argument, percent-encoded',
        examples: ['reservations/{1}'],
      }),
    ...bounds,
  }),
  z.strictObject({
    kind: literal('sql', 'one row of a PostgreSQL database'),
    connection,
    query: plainText(10_000)
      .min(1)
      .meta({
        description: 'one SELECT that returns at most one row; `$1` is the first argument, as text',
        examples: ['SELECT cabin, insurance FROM reservation WHERE id = $1'],
      }),
    ...bounds,
  }),
])

export const claimMap = z.strictObject({
  lookups: z
    .record(
      name,
      z.strictObject({
        arguments: z
          .array(path)
          .max(20)
          .meta({
            description: 'the arguments of the call that it is looked up by',
            examples: [['$.reservation_id']],
          }),
        source: lookupSource.optional().meta({
          description: 'where it is looked up; absent: nowhere, so it is unknown',
          examples: [
            { kind: 'http', connection: 'records', path: 'reservations/{1}', wait_ms: 1_000, keep_seconds: 0 },
          ],
        }),
      }),
    )
    .refine((lookups) => Object.keys(lookups).length <= 20, { error: 'at most 20 lookups' })
    .default({})
    .meta({
      description: 'what is looked up for a call, and the arguments that it is looked up by',
      examples: [{}],
    }),
  claims: z.record(name, claimSource).meta({
    description: 'the source of each claim; a claim without one is unknown',
    examples: [{ reason: { from: 'argument', path: '$.reason', read: 'value', propose: false } }],
  }),
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

export const MAX_WAIT_SECONDS = 86_400

/** A guard as it is stored and changed. */
export const toolGuardRequest = z
  .strictObject({
    name: platformName
      .refine(isVisibleText, VISIBLE_TEXT_RULE)
      .meta({ description: 'name of the guard, unique in the group', examples: ['cancellations'] }),
    server: visibleName.meta({
      description: 'the server of the tool, as the operator calls it',
      examples: ['bookings'],
    }),
    tool: visibleName.meta({
      description: 'the tool; a tool of a server has one guard',
      examples: ['cancel_reservation'],
    }),
    ruleset_hash: contentHash.meta({
      description: 'a ruleset that the group holds; a call passes only while it is approved',
    }),
    unknown: toolGuard.shape.unknown.default('ask').meta({ examples: ['ask'] }),
    wait_seconds: z
      .int()
      .min(1)
      .max(MAX_WAIT_SECONDS)
      .default(3_600)
      .meta({
        description: 'how long a call waits for a person before it is refused',
        examples: [3_600],
      }),
    map: claimMap.meta({
      description: 'the source of each claim of the ruleset',
      examples: [
        { lookups: {}, claims: { reason: { from: 'argument', path: '$.reason', read: 'value', propose: false } } },
      ],
    }),
  })
  .meta({ id: 'ToolGuardRequest' })

const shown = toolGuardRequest.shape

export const storedToolGuard = z
  .strictObject({
    id: z.uuid().meta({ description: 'id of the guard', examples: ['7c0f3a52-0d0e-4c0e-9b51-6a0a5d1f2e33'] }),
    version: z.int(),
    name: shown.name,
    server: shown.server,
    tool: shown.tool,
    ruleset_hash: shown.ruleset_hash,
    unknown: toolGuard.shape.unknown.meta({ examples: ['ask'] }),
    wait_seconds: z.int().meta({ description: 'how long a call waits for a person', examples: [3_600] }),
    map: shown.map,
    ruleset: z
      .strictObject({
        decides: z.boolean().meta({
          description: 'whether its ruleset is approved and in force, and a reviewer confirmed the guard',
          examples: [true],
        }),
        reason: z
          .string()
          .nullable()
          .meta({ description: 'why it does not; else null', examples: [null] }),
      })
      .meta({ description: 'whether calls can pass now' }),
    digest: contentHash.meta({
      description: 'what a reviewer confirms: sha256 of all that decides',
      examples: ['9c1d0a7f4be2538611f0c3a7d5e9b8264a0f7d3c6b1e2958f4a7c0d3e6b9f215'],
    }),
    created_at: timestamp,
    updated_at: timestamp,
    updated_by: z.string(),
  })
  .meta({ id: 'ToolGuard' })

export type ToolGuardRequest = z.infer<typeof toolGuardRequest>
export type LookupSource = z.infer<typeof lookupSource>
export type ClaimSource = z.infer<typeof claimSource>
export type ClaimMap = z.infer<typeof claimMap>
export type ToolGuard = z.infer<typeof toolGuard>
