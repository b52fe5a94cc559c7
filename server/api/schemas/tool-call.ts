/** Schemas of calls of tools that a guard decides (public/docs/tool-guard.md). */
import { z } from 'zod'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { contentHash, timestamp, versions } from './fields'
import { platformName } from './guardrail'

export const MAX_CALL_WAIT_SECONDS = 60

export const CALL_REFUSAL_CODES = [
  'RULE_BROKEN',
  'RULE_OPEN',
  'ARGUMENTS_INVALID',
  'RULESET_NOT_APPROVED',
  'RULESET_NOT_IN_FORCE',
  'GUARD_UNUSABLE',
  'GUARD_NOT_CONFIRMED',
  'GRANT_REFUSED',
  'GRANT_TOO_LATE',
  'TOO_MANY_WAITING',
] as const
export type CallRefusalCode = (typeof CALL_REFUSAL_CODES)[number]

/** The message of the error for an unknown guard, by which `touchstone hook` tells it from other errors. */
export function unknownGuardMessage(name: string): string {
  return `This namespace has no tool guard “${name}”, so the call does not pass.`
}

const anyObject = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.getPrototypeOf(value) === Object.prototype,
    { error: 'an object' },
  )
  .meta({ type: 'object', additionalProperties: true })

const waitSeconds = z
  .custom<JsonNumber>(
    (value) =>
      value instanceof JsonNumber && /^\d{1,2}$/.test(value.text) && Number(value.text) <= MAX_CALL_WAIT_SECONDS,
    { error: `a whole number from 0 to ${MAX_CALL_WAIT_SECONDS}` },
  )
  .meta({ type: 'integer', minimum: 0, maximum: MAX_CALL_WAIT_SECONDS })

export const toolCallRequest = z
  .strictObject({
    guard: platformName.meta({ description: 'name of the tool guard', examples: ['cancellations'] }),
    arguments: anyObject.meta({
      description: 'the arguments of the tool; numbers are exact',
      examples: [{ reservation_id: 'R7K2', reason: 'illness' }],
    }),
    session: anyObject.optional().meta({
      description: 'what the claim map reads as the session; `caller` is set by the service and says who sent the call',
      examples: [{ role: 'agent' }],
    }),
    wait_seconds: waitSeconds.optional().meta({
      description:
        'how long this request waits for a person; 0 if absent. The call itself waits as long as its guard says',
      examples: [0],
    }),
  })
  .meta({ id: 'ToolCallRequest' })

const clause = z.strictObject({
  document: z.string().meta({ description: 'label of the document', examples: ['AIR'] }),
  clause: z.string().meta({ description: 'label of the clause', examples: ['3.2'] }),
  words: z
    .string()
    .optional()
    .meta({ description: 'the words that the author quotes', examples: ['within 24 hours'] }),
})

const claimValue = z.union([z.string(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())])

const callRefusal = z.strictObject({
  code: z.enum(CALL_REFUSAL_CODES).meta({ description: 'why the call does not pass', examples: ['RULE_BROKEN'] }),
  assertion: z
    .string()
    .nullable()
    .meta({ description: 'the rule that decided; null if no rule did', examples: ['reason_allows'] }),
  sentence: z.string().meta({ description: 'the rule in words, or why the call is refused', examples: ['…'] }),
  clauses: z.array(clause).meta({ description: 'clauses that the rule cites' }),
  facts: z
    .array(
      z.strictObject({
        claim: z.string().meta({ description: 'name of the claim', examples: ['cabin'] }),
        value: claimValue.meta({
          description: 'its value; null if it is private or unknown',
          examples: ['economy'],
        }),
        private: z.boolean().meta({ description: 'whether callers may not see the value', examples: [false] }),
      }),
    )
    .meta({ description: 'claims that the rule reads' }),
  unknown: z
    .array(
      z.strictObject({
        claim: z.string().meta({ description: 'name of the claim', examples: ['is_insured'] }),
        why: z.string().meta({ description: 'why it is unknown', examples: ['trip does not say it'] }),
      }),
    )
    .meta({ description: 'unknown claims of an open rule' }),
  failures: z
    .array(
      z.strictObject({
        field: z.string().meta({ description: 'the claim', examples: ['amount'] }),
        expected: z.string().meta({ description: 'what would be accepted', examples: ['a number with a unit'] }),
        received: z.string().meta({ description: 'what was sent', examples: ['another value'] }),
      }),
    )
    .meta({ description: 'arguments that do not fit their claims' }),
  nearest: z
    .strictObject({
      arguments: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({ description: 'the nearest arguments that pass; null without a proposal', examples: [null] }),
      sentence: z.string().meta({ description: 'the proposal in words, or why there is none', examples: ['…'] }),
    })
    .meta({ description: 'which arguments would pass' }),
})

const grant = z.strictObject({
  id: z.uuid().meta({ description: 'id of the waiting call', examples: ['2b8a1c5e-52f1-4a0b-8b2e-1f6f0c9d7e55'] }),
  page: z.string().meta({
    description: 'where a reviewer decides',
    examples: ['https://rules.example.org/calls/2b8a1c5e-52f1-4a0b-8b2e-1f6f0c9d7e55'],
  }),
  waits_until: timestamp.meta({
    description: 'when the call is refused without an answer; UTC, ISO 8601',
    examples: ['2026-11-23T10:30:00.000Z'],
  }),
  answered_by: z
    .string()
    .nullable()
    .meta({ description: 'who answered; null while it waits', examples: [null] }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'what that person wrote', examples: [null] }),
})

export const toolCallDecision = z
  .strictObject({
    ok: z.literal(true),
    decision: z
      .enum(['pass', 'refuse', 'ask'])
      .meta({ description: 'only `pass` lets the call through; `ask` waits for a person', examples: ['refuse'] }),
    guard: z
      .strictObject({
        guard_id: z.uuid().meta({ description: 'id of the guard', examples: ['7c0f3a52-0d0e-4c0e-9b51-6a0a5d1f2e33'] }),
        name: z.string().meta({ description: 'name of the guard', examples: ['cancellations'] }),
        version: z.int(),
        server: z.string().meta({ description: 'server of the tool', examples: ['bookings'] }),
        tool: z.string().meta({ description: 'the tool', examples: ['cancel_reservation'] }),
        ruleset_hash: contentHash,
        digest: contentHash.meta({
          description: 'what a reviewer confirms: sha256 of all that decides',
          examples: ['9c1d0a7f4be2538611f0c3a7d5e9b8264a0f7d3c6b1e2958f4a7c0d3e6b9f215'],
        }),
      })
      .meta({ description: 'the guard that decided' }),
    digest: contentHash.nullable().meta({
      description:
        'HMAC-SHA256, under a key of the server, of the guard, its version, the ruleset, the arguments and the claims that were known; null if the ruleset may not decide',
      examples: ['5f0c54f53b2b1dd6cbd1cbd2b1f3a9d8c4ef7c1a6de1f0a9b2c3d4e5f6a7b8c9'],
    }),
    open: z.array(z.string()).meta({ description: 'open rules of a call that passes anyway', examples: [[]] }),
    refusal: callRefusal.nullable().meta({ description: 'null if the call passes' }),
    grant: grant.nullable().meta({
      description: 'the waiting call or the used grant; null without one',
      examples: [null],
    }),
    versions,
  })
  .meta({ id: 'ToolCallDecision' })
