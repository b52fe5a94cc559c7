import { type GraphEdge, topologicalOrder } from '../../api/terms/application-graph'
import type { Outcome, RunnableApplication } from './evaluation'

export type EvaluateNode = (nodeId: string, signal: AbortSignal) => Promise<Outcome | 'waits' | 'moves'>

export interface FinishedRun {
  /** In topological order. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Nodes that wait for a person, in topological order. */
  readonly waiting: readonly string[]
  /** Nodes that need another lane, up to the failed one. */
  readonly moving: readonly string[]
  /** The node whose failure has the first position. */
  readonly failed: string | null
}

interface RunningNode {
  readonly position: number
  readonly controller: AbortController
  /** Never rejects. */
  readonly end: Promise<void>
}

/**
 * A node starts when each incoming edge is satisfied, and is skipped if one cannot be. A node that ends with an Error
 * fails the run, unless an edge leads its Error to a node that is not skipped. A failure belongs to the position of the
 * failed node, or of the last node that could have taken its Error: it aborts the nodes after that position, and those
 * before it finish, so timing never affects the result. The graph
 * must have no problem (api/terms/application-graph.ts).
 * @throws errors of `evaluate` once all nodes have ended; the reason of `signal` once it is aborted
 */
export async function runApplication(
  { graph }: Pick<RunnableApplication, 'graph'>,
  settled: ReadonlyMap<string, Outcome>,
  evaluate: EvaluateNode,
  signal: AbortSignal,
): Promise<FinishedRun> {
  const run = new ApplicationRun(topologicalOrder(graph), graph.edges, settled, evaluate, signal)
  return run.finish()
}

class ApplicationRun {
  private readonly outcomes = new Map<string, Outcome>()
  private readonly skipped = new Set<string>()
  private readonly waiting = new Set<string>()
  private readonly moving = new Set<string>()
  private readonly running = new Map<string, RunningNode>()
  private readonly incoming: ReadonlyMap<string, readonly GraphEdge[]>
  /** Positions of the nodes that take the Error of a node. */
  private readonly takers: ReadonlyMap<string, readonly number[]>
  private firstFailed = Number.POSITIVE_INFINITY
  private thrown: { readonly error: unknown } | null = null

  constructor(
    private readonly order: readonly string[],
    edges: readonly GraphEdge[],
    private readonly settled: ReadonlyMap<string, Outcome>,
    private readonly evaluate: EvaluateNode,
    private readonly signal: AbortSignal,
  ) {
    this.incoming = new Map(order.map((id) => [id, edges.filter(({ to }) => to === id)]))
    const takersOf = (id: string) => edges.filter(({ from, when }) => from === id && when === 'ERROR')
    this.takers = new Map(order.map((id) => [id, takersOf(id).map(({ to }) => order.indexOf(to))]))
  }

  async finish(): Promise<FinishedRun> {
    for (;;) {
      if (this.thrown === null && !this.signal.aborted) this.startReady()
      if (this.running.size === 0) break
      await Promise.race([...this.running.values()].map(({ end }) => end))
    }
    this.signal.throwIfAborted()
    if (this.thrown !== null) throw this.thrown.error
    return {
      outcomes: new Map(this.order.flatMap((id) => this.entryOf(id))),
      waiting: this.order.filter((id) => this.waiting.has(id)),
      moving: this.order.slice(0, this.firstFailed).filter((id) => this.moving.has(id)),
      failed: this.order.find((id, position) => this.failureAt(id, position) === this.firstFailed) ?? null,
    }
  }

  private entryOf(id: string): [string, Outcome][] {
    const outcome = this.outcomes.get(id)
    return outcome === undefined ? [] : [[id, outcome]]
  }

  /** Topological order lets a node see what its predecessors settled. */
  private startReady(): void {
    for (const [position, id] of this.order.entries()) {
      if (position > this.firstFailed) return
      const sets = [this.outcomes, this.skipped, this.waiting, this.moving, this.running]
      if (sets.some((set) => set.has(id))) continue
      const readiness = this.readinessOf(id)
      if (readiness === 'skipped') {
        this.skipped.add(id)
        this.failIfUnhandled()
      }
      if (readiness !== 'ready') continue
      const outcome = this.settled.get(id)
      if (outcome === undefined) this.start(id, position)
      else this.record(id, position, outcome)
    }
  }

  private readinessOf(id: string): 'ready' | 'skipped' | 'open' {
    let isOpen = false
    for (const edge of this.incoming.get(id) ?? []) {
      if (this.skipped.has(edge.from)) return 'skipped'
      const outcome = this.outcomes.get(edge.from)
      if (outcome === undefined) isOpen = true
      else if (!satisfiesEdge(outcome, edge)) return 'skipped'
    }
    return isOpen ? 'open' : 'ready'
  }

  private start(id: string, position: number): void {
    const controller = new AbortController()
    const within = AbortSignal.any([this.signal, controller.signal])
    const end = this.evaluate(id, within)
      .then(
        (outcome) => this.record(id, position, outcome),
        (error: unknown) => {
          if (within.aborted) return
          this.thrown ??= { error }
          this.abortBehind(-1)
        },
      )
      .then(() => void this.running.delete(id))
    this.running.set(id, { position, controller, end })
  }

  private record(id: string, position: number, outcome: Outcome | 'waits' | 'moves'): void {
    if (outcome === 'waits' || outcome === 'moves') {
      if (outcome === 'waits') this.waiting.add(id)
      else this.moving.add(id)
      return
    }
    this.outcomes.set(id, outcome)
    if (outcome.Error !== null && position <= this.firstFailed) this.failIfUnhandled()
  }

  private failIfUnhandled(): void {
    for (const [position, id] of this.order.entries()) {
      const failure = this.failureAt(id, position)
      if (failure === null || failure >= this.firstFailed) continue
      this.firstFailed = failure
      this.abortBehind(failure)
    }
  }

  /** The position of a failure; null if the node has no Error, or another node takes it or still can. */
  private failureAt(id: string, position: number): number | null {
    const error = this.outcomes.get(id)?.Error ?? null
    const takers = this.takers.get(id) ?? []
    if (error === null || takers.some((taker) => !this.skipped.has(this.order[taker] ?? ''))) return null
    return Math.max(position, ...takers)
  }

  private abortBehind(position: number): void {
    for (const node of this.running.values()) if (node.position > position) node.controller.abort()
  }
}

function satisfiesEdge({ E }: Outcome, { when, below }: GraphEdge): boolean {
  if (E === null) return when === 'ERROR'
  return (when === 'any' || when === E.conclusion) && (below === undefined || E.confidence < below)
}
