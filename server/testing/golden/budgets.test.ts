/** Tests every budget at its limit and one above, over the wire (public/docs/api.md, "Budgets"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BudgetName, DEFAULT_BUDGETS } from '../../config/budgets'
import { pigeonholeRules } from '../../engine/testing/repertoire'
import { type RunningServer, startServer } from '../running-server'

const LIMITS = {
  body_bytes: 20_000,
  source_bytes: 3_000,
  claims: 3,
  assertions: 3,
  expression_depth: 12,
  expression_nodes: 60,
  numeral_digits: 30,
  claim_value_bytes: 25,
  approver_chars: 10,
  note_chars: 12,
  attribution_chars: 14,
  name_chars: 16,
  namespace_bytes: 100_000,
} as const

interface Ask {
  readonly path: string
  /** A string is sent unchanged. */
  readonly body: unknown
}

/** Makes a request that uses exactly this amount of a budget. */
const USING: Readonly<Record<keyof typeof LIMITS, (amount: number) => Ask>> = {
  body_bytes: (amount) => ({ path: '/v1/check', body: JSON.stringify(check({ a: true })).padEnd(amount, ' ') }),
  source_bytes: (amount) => compile(`${PLAIN}// é`.padEnd(amount - 2, '.').concat('\n')),
  claims: (amount) => compile(`${declared(amount)}assert x { c0 };\n`),
  assertions: (amount) => compile(`declare a as boolean;\n${times(amount, (i) => `assert x${i} { a };\n`)}`),
  // A call is one level deeper than its operand.
  expression_depth: (amount) => compile(`declare a as boolean;\nassert x { ${nested(amount)} };\n`),
  expression_nodes: (amount) =>
    compile(`declare a as boolean;\nassert x { And(${times(amount - 1, () => 'a, ').slice(0, -2)}) };\n`),
  numeral_digits: (amount) => compile(`declare n as numeric;\nassert x { n > ${'1'.repeat(amount)} };\n`),
  claim_value_bytes: (amount) => ({
    path: '/v1/check',
    body: { source: NUMBER, claims: { n: '0'.repeat(amount - 1).concat('1') } },
  }),
  approver_chars: (amount) => ({
    path: '/v1/approvals',
    body: { ruleset_hash: hash, approver: '\u{1F58B}'.repeat(amount) },
  }),
  note_chars: (amount) => ({
    path: '/v1/approvals',
    body: { ruleset_hash: hash, approver: 'A', note: 'é'.repeat(amount) },
  }),
  name_chars: (amount) => ({ path: '/v1/rulesets', body: { name: 'n'.repeat(amount), source: PLAIN } }),
  attribution_chars: (amount) => ({
    path: '/v1/units/converters',
    body: { from_unit: 'USD', to_unit: 'EUR', factor: 0.9, attribution: 'q'.repeat(amount) },
  }),
  // Filled exactly with comments; the rulesets of the other budgets are in other namespaces.
  namespace_bytes: (amount) => compile(`${PLAIN}//`.padEnd(amount - 1, '-').concat('\n')),
}

const PLAIN = 'declare a as boolean;\nassert x { a };\n'
const NUMBER = 'declare n as numeric;\nassert x { n > 0 };\n'
const compile = (source: string): Ask => ({ path: '/v1/compile', body: { source } })
const check = (claims: object) => ({ source: PLAIN, claims })
const times = (count: number, piece: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join('')
const declared = (count: number) => times(count, (i) => `declare c${i} as boolean;\n`)
const nested = (depth: number) => `${'Not('.repeat(depth - 1)}a${')'.repeat(depth - 1)}`

/** More pigeons than holes: never true, and hard to prove. */
const PIGEONHOLES = pigeonholeRules(8)

let server: RunningServer
let shared: string
let hash = ''

async function send(credential: string, { path, body }: Ask) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-credential': credential },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { error?: object; ruleset_hash?: string } }
}

beforeAll(async () => {
  const variables = Object.entries(LIMITS).map(([name, limit]) => [`BUDGET_${name.toUpperCase()}`, String(limit)])
  server = await startServer(Object.fromEntries(variables) as Record<string, string>)
  shared = await server.issueCredential({ label: 'budgets' })
})

afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

describe('a budget', () => {
  for (const budget of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
    // Bytes add up over calls: see below.
    if (budget === 'namespace_bytes') continue
    it(`${budget} holds at its limit, and one above is refused with what was used`, async () => {
      hash = (await send(shared, compile(PLAIN))).body.ruleset_hash ?? ''
      const limit = LIMITS[budget]
      const over = await send(shared, USING[budget](limit + 1))
      expect(over.body.error).toMatchObject({ code: 'BUDGET_EXCEEDED', budget, limit, actual: limit + 1 })
      expect(over.status).toBe(413)
      const within = await send(shared, USING[budget](limit))
      expect(within.body).toMatchObject({ ok: true })
    })
  }

  it('namespace_bytes adds up over calls, and a refusal adds nothing', async () => {
    const credential = await server.issueCredential({ label: 'bytes' })
    const piece = LIMITS.source_bytes - 1
    const limit = LIMITS.namespace_bytes
    const full = Math.floor(limit / piece)
    for (let i = 0; i < full; i++) {
      const source = `${PLAIN}// ${i} `.padEnd(piece - 1, '-').concat('\n')
      expect((await send(credential, compile(source))).status).toBe(200)
    }
    const rest = limit - full * piece
    const over = await send(credential, USING.namespace_bytes(rest + 1))
    expect(over.body.error).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      budget: 'namespace_bytes',
      limit,
      actual: limit + 1,
    })
    expect((await send(credential, USING.namespace_bytes(rest))).status).toBe(200)
    // A text that is already stored needs no space.
    expect((await send(credential, USING.namespace_bytes(rest))).status).toBe(200)
  })
})

describe('a budget of work', () => {
  it('evaluation_steps: checks pass up to what is allowed and are refused beyond, always at the same place', {
    tags: ['nightly'],
  }, async () => {
    const limit = 1_000
    const small = await startServer({ CREDENTIALS: 'none', BUDGET_EVALUATION_STEPS: String(limit) })
    try {
      const firstRefused = async () => {
        for (let size = 100; size <= 1_500; size += 100) {
          const source = `declare a as boolean;\nassert x { And(${times(size, () => 'a, ').slice(0, -2)}) };\n`
          const { status, body } = await checkOn(small, { source, claims: { a: true } })
          if (status === 200) continue
          expect(body).toMatchObject({ error: { code: 'BUDGET_EXCEEDED', budget: 'evaluation_steps', limit } })
          return size
        }
        return 0
      }
      const size = await firstRefused()
      expect(size).toBeGreaterThan(100)
      expect(await firstRefused()).toBe(size)
    } finally {
      await small.stop()
    }
  })

  it('solver_steps: an assertion beyond its share is UNKNOWN, the same way every time', {
    tags: ['nightly'],
  }, async () => {
    const dense = 'declare x as numeric;\ndeclare y as numeric;\nassert f { x * x * x + y * y * y != x * y * x + 7 };\n'
    const small = await startServer({ CREDENTIALS: 'none', BUDGET_SOLVER_STEPS: '100' })
    try {
      const answers: unknown[] = []
      for (const _ of ['once', 'again']) {
        const { status, body } = await checkOn(small, { source: dense, claims: { x: null, y: null } })
        expect(status).toBe(200)
        expect(body).toMatchObject({ rules: [{ assertions: [{ check: 'UNKNOWN' }] }] })
        answers.push(body)
      }
      expect(answers[0]).toEqual(answers[1])
    } finally {
      await small.stop()
    }
  })

  it('solver_steps_total: a check that needs more is refused with what it used, the same every time, and counts', async () => {
    const small = await startServer({ BUDGET_SOLVER_STEPS_TOTAL: '5000' })
    try {
      const issued = await fetch(`${small.url}/v1/credentials/evaluation`, { method: 'POST' })
      const { credential } = (await issued.json()) as { credential: string }
      const used = async () => {
        const answer = await fetch(`${small.url}/v1/account`, { headers: { 'x-service-credential': credential } })
        return ((await answer.json()) as { usage: { used: number } }).usage.used
      }
      const hard = { source: PIGEONHOLES, claims: unknownClaims(PIGEONHOLES) }
      const refused = [await checkOn(small, hard, credential), await checkOn(small, hard, credential)]
      expect(refused[0]!.status, JSON.stringify(refused[0]!.body)).toBe(413)
      const { error } = refused[0]!.body as { error: { actual: number } }
      expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED', budget: 'solver_steps_total', limit: 5000 })
      expect(error.actual).toBeGreaterThan(5000)
      expect(refused[1]).toEqual(refused[0])
      expect(await used()).toBe(2)
      expect((await checkOn(small, { source: PLAIN, claims: { a: true } }, credential)).status).toBe(200)
      expect((await checkOn(small, { source: PLAIN, claims: { b: true } }, credential)).status).toBe(422)
      expect(await used()).toBe(3)
    } finally {
      await small.stop()
    }
  })

  it('solver_memory_mb: a solver that needs more is stopped, and how much it would have needed is unknown', {
    tags: ['nightly'],
  }, async () => {
    const small = await startServer({
      CREDENTIALS: 'none',
      BUDGET_SOLVER_MEMORY_MB: '2',
      BUDGET_SOLVER_STEPS: '100000000',
    })
    try {
      const { status, body } = await checkOn(small, { source: PIGEONHOLES, claims: unknownClaims(PIGEONHOLES) })
      expect(status, JSON.stringify(body)).toBe(413)
      const { error } = body as { error: Record<string, unknown> }
      expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED', budget: 'solver_memory_mb', limit: 2 })
      expect(error).not.toHaveProperty('actual')
      expect((await checkOn(small, { source: PLAIN, claims: { a: true } })).status).toBe(200)
    } finally {
      await small.stop()
    }
  })

  function unknownClaims(source: string): Record<string, null> {
    return Object.fromEntries([...source.matchAll(/declare (\w+)/g)].map(([, name]) => [name, null]))
  }

  async function checkOn({ url }: RunningServer, body: object, credential?: string) {
    const response = await fetch(`${url}/v1/check`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(credential !== undefined && { 'x-service-credential': credential }),
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
})

it('every budget is tested here, or with the solver', () => {
  // server/engine/solver/budgets.test.ts tests a solver that runs out of memory; it has no `actual`.
  const tested: BudgetName[] = [
    ...(Object.keys(LIMITS) as (keyof typeof LIMITS)[]),
    'evaluation_steps',
    'solver_steps',
    'solver_steps_total',
    'solver_memory_mb',
    // The guardrail platform's: http/guardrail-client/send-handler.test.ts and services/guardrails/frames/frames.test.ts.
    'frame_bytes',
    'waiting_frames',
    'waiting_frames_total',
    // A group's: services/guardrails/group-limits.test.ts and http/guardrail-admin/group-limits.test.ts.
    'projects_per_group',
    'guardrails_per_group',
    'applications_per_group',
    // Labels: services/guardrails/labels/frame-labels.test.ts.
    'labels_per_set',
    'label_sets_per_target',
  ]
  expect(tested.toSorted()).toEqual(Object.keys(DEFAULT_BUDGETS).toSorted())
})
