/** Compares runs with a reference without concurrency: a recursion over the definition. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { topologicalOrder } from '../../api/terms/application-graph'
import {
  AGGREGATIONS,
  type Aggregation,
  CONCLUSIONS,
  type Conclusion,
  EDGE_CONDITIONS,
  type EdgeCondition,
} from '../../api/terms/guardrail-terms'
import { repetitions } from '../../testing/repetitions'
import { type ApplicationResult, evaluateApplication } from './application'
import {
  concludedOutcome,
  failedOutcome,
  lastingError,
  type Outcome,
  type RunnableApplication,
  type RunnableGuardrail,
} from './evaluation'

type Plan = {
  readonly does: 'concludes' | 'fails' | 'waits'
  readonly conclusion: Conclusion
  readonly confidence: number
}

interface DrawnEdge {
  readonly from: number
  readonly to: number
  readonly when: EdgeCondition
  readonly below?: number | undefined
}

interface Drawn {
  readonly plans: readonly Plan[]
  readonly edges: readonly DrawnEdge[]
  readonly decidingNode: number | null
  readonly aggregation: Aggregation
  /** Delays of concurrent nodes: the smaller ends first. */
  readonly delays: readonly number[]
  /** The position of each node in the document. */
  readonly shuffle: readonly number[]
}

const plan = (does: fc.Arbitrary<Plan['does']>) =>
  fc.record({
    does,
    conclusion: fc.constantFrom(...CONCLUSIONS),
    confidence: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
  })

const drawn = (does: fc.Arbitrary<Plan['does']>): fc.Arbitrary<Drawn> =>
  fc.integer({ min: 1, max: 9 }).chain((size) =>
    fc.record({
      plans: fc.array(plan(does), { minLength: size, maxLength: size }),
      edges: fc
        .uniqueArray(
          fc.record({
            from: fc.nat(size - 1),
            to: fc.nat(size - 1),
            when: fc.constantFrom<EdgeCondition>(...EDGE_CONDITIONS, 'any'),
            tenths: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 3 }),
          }),
          { maxLength: size * 2, selector: ({ from, to }) => `${Math.min(from, to)} ${Math.max(from, to)}` },
        )
        .map((edges) =>
          edges
            .filter(({ from, to }) => from !== to)
            .map(({ from, to, when, tenths }) => ({
              ...{ from: Math.min(from, to), to: Math.max(from, to), when },
              below: tenths === null || when === 'ERROR' ? undefined : tenths / 10,
            })),
        ),
      aggregation: fc.constantFrom(...AGGREGATIONS),
      decidingNode: fc.option(fc.nat(size - 1), { freq: 4 }),
      delays: fc.array(fc.nat(5), { minLength: size, maxLength: size }),
      shuffle: fc.shuffledSubarray([...Array(size).keys()], { minLength: size, maxLength: size }),
    }),
  )

const anything = fc.constantFrom<Plan['does']>('concludes', 'concludes', 'concludes', 'fails', 'waits')
const noFailure = fc.constantFrom<Plan['does']>('concludes', 'concludes', 'waits')

const idOf = (node: number) => `n${node}`

function applicationOf({ plans, edges, aggregation, decidingNode, shuffle }: Drawn): RunnableApplication {
  const guardrails = plans.map((_, node): [string, RunnableGuardrail] => {
    const kind = { type: 'human_review', configuration: { instructions: `of ${idOf(node)}` } } as const
    return [`g${node}`, { id: `g${node}`, name: `Guardrail ${node}`, ...kind }]
  })
  return {
    id: 'application',
    contextDocument: '',
    aggregation,
    graph: {
      nodes: shuffle.map((node) => ({ id: idOf(node), guardrail_id: `g${node}` })),
      edges: edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) })),
      ...(decidingNode !== null && { deciding_node: idOf(decidingNode) }),
    },
    guardrails: new Map(guardrails),
  }
}

const FRAME = { C: [], Q: null, A: null }
const outcomeOf = (node: number, { conclusion, confidence }: Plan) =>
  concludedOutcome([{ of: node }], conclusion, confidence)
const errorOf = (node: number) => lastingError('BUDGET_EXCEEDED', `node ${node}`)

/** Runs the graph with these delays and returns the evaluated nodes. */
async function run(graph: Drawn, answered: ReadonlySet<number> = new Set(), settled = new Map<string, Outcome>()) {
  const evaluated: number[] = []
  const result = await evaluateApplication(
    applicationOf(graph),
    FRAME,
    settled,
    async (guardrail, _frame, signal) => {
      const node = Number(guardrail.id.slice(1))
      evaluated.push(node)
      for (let turn = 0; turn < graph.delays[node]!; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
      const planned = graph.plans[node]!
      if (planned.does === 'fails') return failedOutcome(errorOf(node))
      return planned.does === 'waits' && !answered.has(node) ? 'waits' : outcomeOf(node, planned)
    },
    new AbortController().signal,
  )
  return { result, evaluated }
}

type Fate = 'runs' | 'skipped' | 'waits' | 'held'

/** Node order 0, 1, 2, … is a topological order of every drawn graph. */
function reference(drawn: Drawn, waits: boolean): ReferenceResult {
  const { plans, edges, aggregation, decidingNode } = drawn
  const fates: Fate[] = []
  for (const [node, { does }] of plans.entries()) {
    const into = edges.filter(({ to }) => to === node)
    const isRefused = (edge: DrawnEdge) =>
      fates[edge.from] === 'skipped' || (fates[edge.from] === 'runs' && !isSatisfied(edge, plans[edge.from]!))
    const isHeld = ({ from }: DrawnEdge) => fates[from] !== 'runs'
    if (into.some(isRefused)) fates.push('skipped')
    else if (into.some(isHeld)) fates.push('held')
    else fates.push(does === 'waits' && waits ? 'waits' : 'runs')
  }
  const { graph } = applicationOf(drawn)
  const order = topologicalOrder(graph).map((id) => Number(id.slice(1)))
  const ran = order.filter((node) => fates[node] === 'runs')
  const failures = ran.flatMap((node, place) => {
    const takers = edges.filter(({ from, when }) => from === node && when === 'ERROR').map(({ to }) => to)
    if (plans[node]!.does !== 'fails' || takers.some((taker) => fates[taker] !== 'skipped')) return []
    return [{ node, place, at: Math.max(...[node, ...takers].map((each) => order.indexOf(each))) }]
  })
  const [failure] = failures.toSorted((a, b) => a.at - b.at || a.place - b.place)
  if (failure !== undefined) return { kind: 'failed', node: failure.node }
  const waiting = order.filter((node) => fates[node] === 'waits')
  if (waiting.length > 0) return { kind: 'waiting', waiting, ran }
  const followed = new Set(edges.flatMap(({ from, to }) => (ran.includes(to) ? [from] : [])))
  const concluding = ran.filter((node) => plans[node]!.does !== 'fails')
  if (decidingNode !== null) {
    const { conclusion, confidence } = plans[decidingNode]!
    if (concluding.includes(decidingNode)) return { kind: 'concluded', ran, E: { conclusion, confidence } }
    const least = Math.min(...concluding.map((node) => plans[node]!.confidence))
    return { kind: 'concluded', ran, E: { conclusion: 'UNKNOWN', confidence: least } }
  }
  const planned = concluding
    .filter((node) => aggregation !== 'deciding' || !followed.has(node))
    .map((node) => plans[node]!)
  const count = (wanted: Conclusion) => planned.filter(({ conclusion }) => conclusion === wanted).length
  const [every, most] = [planned.length, Math.floor(planned.length / 2) + 1]
  const reached = { all: every, any: 1, majority: most, deciding: every }[aggregation]
  const refused = { all: 1, any: every, majority: most, deciding: 1 }[aggregation]
  const conclusion: Conclusion = count('YES') >= reached ? 'YES' : count('NO') >= refused ? 'NO' : 'UNKNOWN'
  const same = planned.filter((each) => each.conclusion === conclusion)
  const confidence = (same.length > 0 ? same : planned).reduce((least, each) => Math.min(least, each.confidence), 1)
  return { kind: 'concluded', ran, E: { conclusion, confidence } }
}

function isSatisfied({ when, below }: DrawnEdge, { does, conclusion, confidence }: Plan): boolean {
  if (does === 'fails') return when === 'ERROR'
  return (when === 'any' || when === conclusion) && (below === undefined || confidence < below)
}

type ReferenceResult =
  | { kind: 'failed'; node: number }
  | { kind: 'waiting'; waiting: number[]; ran: number[] }
  | { kind: 'concluded'; ran: number[]; E: { conclusion: Conclusion; confidence: number } }

function expected(graph: Drawn, waits: boolean): unknown {
  const result = reference(graph, waits)
  if (result.kind === 'failed') {
    const error = errorOf(result.node)
    const message = `The node "${idOf(result.node)}" (Guardrail ${result.node}) could not answer: ${error.code}. ${error.message}`
    return { kind: 'concluded', outcome: { P: [], E: null, Error: { code: 'NODE_FAILED', message, retryable: false } } }
  }
  if (result.kind === 'concluded') {
    const P = result.ran.map((node) =>
      graph.plans[node]!.does === 'fails' ? { error: errorOf(node), node: idOf(node) } : { of: node, node: idOf(node) },
    )
    return { kind: 'concluded', outcome: { P, E: result.E, Error: null } }
  }
  return {
    kind: 'waiting',
    waits: result.waiting.map((node) => ({
      nodeId: idOf(node),
      guardrailId: `g${node}`,
      instructions: `of ${idOf(node)}`,
    })),
    settled: new Map(
      result.ran.map((node) => [
        idOf(node),
        graph.plans[node]!.does === 'fails' ? failedOutcome(errorOf(node)) : outcomeOf(node, graph.plans[node]!),
      ]),
    ),
  }
}

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../public/docs/guardrail-types.md'), 'utf8')
const cellsOf = (row = '') =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))

describe('the truth table of the documentation', () => {
  const rows = PAGE.split('\n')
  const head = rows.findIndex((row) => row.startsWith('| first | second |'))
  const names = cellsOf(rows[head]).slice(2) as Aggregation[]
  const table = rows.slice(head + 2, head + 11).map(cellsOf)

  it('has every pair of conclusions and every aggregation', () => {
    expect(names).toEqual(AGGREGATIONS)
    expect(new Set(table.map(([first, second]) => `${first} ${second}`)).size).toBe(9)
  })

  it.each(table)(
    'is what an application of two nodes concludes: %s, then %s',
    async (first, second, ...conclusions) => {
      const plans = [first, second].map(
        (conclusion): Plan => ({
          ...{ does: 'concludes', confidence: 1 },
          conclusion: conclusion as Conclusion,
        }),
      )
      const edges = [{ from: 0, to: 1, when: 'any' as const }]
      for (const [index, aggregation] of names.entries()) {
        const { result } = await run({ plans, edges, aggregation, decidingNode: null, delays: [0, 0], shuffle: [0, 1] })
        expect(result, aggregation).toMatchObject({ outcome: { E: { conclusion: conclusions[index] } } })
      }
    },
  )
})

describe('the table of edges in the documentation', () => {
  const rows = PAGE.split('\n')
  const head = rows.findIndex((row) => row.startsWith('| edge | first |'))
  const table = rows.slice(head + 2, rows.indexOf('', head)).map(cellsOf)

  it('has every condition, with and without a confidence', () => {
    const conditions = new Set(table.map(([edge = '']) => edge.split(' ')[0]))
    expect(conditions).toEqual(new Set(EDGE_CONDITIONS))
    expect(table.length).toBeGreaterThan(10)
  })

  it.each(table)('is what an edge %s does after %s', async (edge = '', first = '', runs, byLast, byNamed) => {
    const [when, , below] = edge.split(' ')
    const [conclusion, , confidence = '1'] = first.split(' ')
    const does = first === 'Error' ? 'fails' : 'concludes'
    const plans: Plan[] = [
      { does, conclusion: (does === 'fails' ? 'YES' : conclusion) as Conclusion, confidence: Number(confidence) },
      { does: 'concludes', conclusion: 'YES', confidence: 1 },
    ]
    const limit = below === undefined ? {} : { below: Number(below) }
    const edges = [{ from: 0, to: 1, when: when as EdgeCondition, ...limit }]
    for (const [decidingNode, expectation] of [
      [null, byLast],
      [1, byNamed],
    ] as const) {
      const drawing = { plans, edges, aggregation: 'deciding', decidingNode, delays: [0, 0], shuffle: [0, 1] } as const
      const { result, evaluated } = await run(drawing)
      if (result.kind !== 'concluded') throw new Error('it waits')
      const { E, Error: error } = result.outcome
      expect([E?.conclusion ?? error?.code, evaluated.includes(1) ? 'yes' : 'no']).toEqual([expectation, runs])
    }
  })
})

describe('a graph', () => {
  it('gives the result of its definition, whatever ends first', { tags: ['repeated'] }, async () => {
    const met = new Set<string>()
    await fc.assert(
      fc.asyncProperty(drawn(anything), async (graph) => {
        const { result, evaluated } = await run(graph)
        expect(result).toEqual(expected(graph, true))
        expect(new Set(evaluated).size).toBe(evaluated.length)
        const { kind } = reference(graph, true)
        met.add(kind)
      }),
      { numRuns: repetitions(1_500) },
    )
    expect([...met].sort()).toEqual(['concluded', 'failed', 'waiting'])
  })

  it('gives a result that does not depend on the order in which its nodes end', { tags: ['repeated'] }, async () => {
    await fc.assert(
      fc.asyncProperty(drawn(anything), fc.array(fc.nat(5), { minLength: 9, maxLength: 9 }), async (graph, delays) => {
        expect((await run({ ...graph, delays })).result).toEqual((await run(graph)).result)
      }),
      { numRuns: repetitions(300) },
    )
  })

  it('continues after each wait as if it had not waited, and asks no person twice', {
    tags: ['repeated'],
  }, async () => {
    let resumed = 0
    await fc.assert(
      fc.asyncProperty(drawn(noFailure), fc.boolean(), async (graph, oneByOne) => {
        const everybody = new Set(graph.plans.keys())
        const plain = (await run(graph, everybody)).result
        let settled = new Map<string, Outcome>()
        const evaluated: number[] = []
        let result: ApplicationResult
        for (;;) {
          const part = await run(graph, new Set(), settled)
          evaluated.push(...part.evaluated.filter((node) => graph.plans[node]!.does !== 'waits'))
          result = part.result
          if (result.kind !== 'waiting') break
          resumed++
          settled = new Map(result.settled)
          for (const { nodeId } of oneByOne ? result.waits.slice(0, 1) : result.waits)
            settled.set(nodeId, outcomeOf(Number(nodeId.slice(1)), graph.plans[Number(nodeId.slice(1))]!))
        }
        expect(result).toEqual(plain)
        expect(plain).toEqual(expected(graph, false))
        expect(new Set(evaluated).size).toBe(evaluated.length)
      }),
      { numRuns: repetitions(500) },
    )
    expect(resumed).toBeGreaterThan(repetitions(100))
  })
})

const judge = (id: string): RunnableGuardrail => ({
  id,
  name: id,
  type: 'llm_judge',
  configuration: { instructions: '', model: null },
})
const application = (nodes: string[], edges: [string, string, EdgeCondition?][] = []): RunnableApplication => ({
  id: 'application',
  contextDocument: 'Of the application.',
  aggregation: 'all',
  graph: {
    nodes: nodes.map((id) => ({ id, guardrail_id: id })),
    edges: edges.map(([from, to, when = 'any']) => ({ from, to, when })),
  },
  guardrails: new Map(nodes.map((id) => [id, judge(id)])),
})
const yes = concludedOutcome([], 'YES', 1)
const forever = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('nodes', () => {
  it('run in parallel, each with the context document after those of the frame', async () => {
    let begun = 0
    let all = () => {}
    const together = new Promise<void>((resolve) => {
      all = resolve
    })
    const seen: unknown[] = []
    await evaluateApplication(
      application(['a', 'b', 'c']),
      { C: ['Of the frame.'], Q: 'q', A: 'a' },
      new Map(),
      async (_guardrail, frame) => {
        seen.push(frame)
        if (++begun === 3) all()
        await together
        return yes
      },
      new AbortController().signal,
    )
    expect(seen).toEqual(Array(3).fill({ C: ['Of the frame.', 'Of the application.'], Q: 'q', A: 'a' }))
  })

  it('after a failed one are aborted, and those before it finish', async () => {
    const aborted: string[] = []
    const { signal } = new AbortController()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const result = await evaluateApplication(
      application(['first', 'second', 'third']),
      FRAME,
      new Map(),
      async ({ id }, _frame, within) => {
        if (id === 'second') return failedOutcome(lastingError('CLAIMS_REJECTED', 'second'))
        if (id === 'third')
          return forever(within).catch((error: unknown) => {
            aborted.push(id)
            release()
            throw error
          })
        await held
        expect(within.aborted).toBe(false)
        return failedOutcome({ code: 'MODEL_UNAVAILABLE', message: 'first.', retryable: true })
      },
      signal,
    )
    expect(aborted).toEqual(['third'])
    expect(result).toMatchObject({ outcome: { E: null, Error: { code: 'NODE_FAILED', retryable: true } } })
    expect(result).toMatchObject({ outcome: { Error: { message: expect.stringContaining('"first"') } } })
  })

  it('end before an error of one of them is thrown', async () => {
    let ended = false
    const running = evaluateApplication(
      application(['a', 'b']),
      FRAME,
      new Map(),
      async ({ id }, _frame, within) => {
        if (id === 'b') throw new Error('the database is unavailable')
        return forever(within).finally(() => {
          ended = true
        })
      },
      new AbortController().signal,
    )
    await expect(running).rejects.toThrow('the database is unavailable')
    expect(ended).toBe(true)
  })

  it('end with the reason of the abort', async () => {
    const controller = new AbortController()
    const running = evaluateApplication(
      application(['a', 'b'], [['a', 'b']]),
      FRAME,
      new Map(),
      async (_guardrail, _frame, within) => forever(within),
      controller.signal,
    )
    controller.abort(new Error('the process ends'))
    await expect(running).rejects.toThrow('the process ends')
  })
})
