/** The database cannot store NUL and lone surrogates, so no request with one of them in any text or name may be accepted. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { parsePlainRequest, readPlainRequest } from './read-request'
import { frameLabelRequest } from './schemas/frames/frame-label'
import { guardrailRequest, projectRequest } from './schemas/guardrail'
import { toolGuardRequest } from './schemas/tool-guard'

const read = { from: 'argument', path: '$.a', unit: 'h', values: { yes: 'no' } }
const sourced = (source: object) => ({ arguments: ['$.id'], source: { connection: 'c', ...source } })
const GUARD = {
  ...{ name: 'guard', server: 'shop', tool: 'refund', ruleset_hash: 'a'.repeat(64) },
  map: {
    lookups: { web: sourced({ kind: 'http', path: 'a/{1}' }), table: sourced({ kind: 'sql', query: 'SELECT 1' }) },
    claims: {
      ...{ a: read, b: { ...read, from: 'session' }, c: { ...read, from: 'lookup', lookup: 'web' } },
      d: { from: 'constant', value: 'always' },
    },
  },
}
const REQUESTS: readonly (readonly [string, z.ZodType, object])[] = [
  ['a tool guard', toolGuardRequest, GUARD],
  ['a label', frameLabelRequest, { set: 'set', assertion: 'a', expected: 'TRUE', note: 'note' }],
  ['a project', projectRequest, { name: 'project', description: 'words' }],
  [
    'a guardrail',
    guardrailRequest,
    { name: 'guardrail', type: 'llm_judge', configuration: { model: 'm', instructions: 'i' } },
  ],
]

/** Every copy of the value in which one text or one name of a member ends with the addition. */
function spoiltCopies(value: unknown, addition: string): unknown[] {
  if (typeof value === 'string') return [value + addition]
  if (Array.isArray(value))
    return value.flatMap((item, at) => spoiltCopies(item, addition).map((spoilt) => value.with(at, spoilt)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const { [key]: _member, ...others } = value as Record<string, unknown>
    const inside = spoiltCopies(member, addition).map((spoilt) => ({ ...others, [key]: spoilt }))
    return [{ ...others, [key + addition]: member }, ...inside]
  })
}

describe.each(REQUESTS)('%s', (_what, schema, request) => {
  it('is accepted, but not with NUL or a lone surrogate in any place', () => {
    expect(schema.safeParse(request).error).toBeUndefined()
    for (const addition of ['\0', '\ud800'])
      for (const spoilt of spoiltCopies(request, addition))
        expect([JSON.stringify(spoilt), schema.safeParse(spoilt).success]).toEqual([JSON.stringify(spoilt), false])
  })
})

describe('a member named __proto__, which records of the validator drop', () => {
  const placed = GUARD.map.claims.a
  const { claims } = GUARD.map
  const requests = [
    [{ ...GUARD, map: { ...GUARD.map, claims: withPrototype(claims) } }, 'map.claims.__proto__'],
    [{ ...GUARD, map: { ...GUARD.map, lookups: withPrototype({}) } }, 'map.lookups.__proto__'],
    [
      { ...GUARD, map: { ...GUARD.map, claims: { a: { ...placed, values: withPrototype(placed.values) } } } },
      'map.claims.a.values.__proto__',
    ],
  ] as const

  it.each(requests)('is refused: %#', (request, field) => {
    const refused = expect.objectContaining({ message: expect.stringContaining(`look at ${field}.`) })
    expect(() => readPlainRequest(toolGuardRequest, JSON.stringify(request))).toThrow(refused)
    expect(() => parsePlainRequest(toolGuardRequest, request)).toThrow(refused)
  })
})

function withPrototype(record: object): object {
  return JSON.parse(JSON.stringify({ ...record, name: 'x' }).replace('"name"', '"__proto__"'))
}

describe('names that people tell apart', () => {
  it.each(['\u202e', '\u200b', '\u2066', '\ufeff'])('have no invisible character: %j', (addition) => {
    for (const field of ['name', 'server', 'tool'] as const)
      expect(toolGuardRequest.safeParse({ ...GUARD, [field]: `pay${addition}x` }).success).toBe(false)
    expect(frameLabelRequest.safeParse({ set: `a${addition}b`, expected: 'YES' }).success).toBe(false)
  })
})
