import type { Evaluation, FrameContent } from '../../api/schemas/frame'
import type { Aggregation, Conclusion } from '../../api/terms/guardrail-terms'
import { type FinishedRun, runApplication } from './application-run'
import {
  type EvaluationResult,
  type ExtractedClaims,
  failedOutcome,
  type Move,
  type Outcome,
  type RunnableApplication,
  type RunnableGuardrail,
  type Wait,
} from './evaluation'

export type EvaluateInApplication = (
  guardrail: RunnableGuardrail,
  frame: FrameContent,
  signal: AbortSignal,
  nodeId: string,
) => Promise<Outcome | 'waits' | Move>

export type ApplicationResult =
  | { readonly kind: 'concluded'; readonly outcome: Outcome }
  | Extract<EvaluationResult, { kind: 'waiting' | 'moves' }>

/**
 * Each node sees the application's context document as the last of C. A node that ends with an Error fails the
 * application, unless another node takes the Error; then it does not count.
 * @throws errors of `evaluate`; the reason of `signal` once it is aborted
 */
export async function evaluateApplication(
  application: RunnableApplication,
  frame: FrameContent,
  settled: ReadonlyMap<string, Outcome>,
  evaluate: EvaluateInApplication,
  signal: AbortSignal,
): Promise<ApplicationResult> {
  const { contextDocument, aggregation } = application
  const seen = contextDocument === '' ? frame : { ...frame, C: [...frame.C, contextDocument] }
  const guardrails = new Map(
    application.graph.nodes.map((node) => [node.id, guardrailOf(application, node.guardrail_id)]),
  )
  const at = (nodeId: string) => {
    const guardrail = guardrails.get(nodeId)
    if (guardrail === undefined) throw new Error(`no node ${nodeId}`)
    return guardrail
  }
  const moves = new Map<string, Move>()
  const evaluateNode = async (nodeId: string, within: AbortSignal) => {
    const outcome = await evaluate(at(nodeId), seen, within, nodeId)
    if (outcome === 'waits' || !('moves' in outcome)) return outcome
    moves.set(nodeId, outcome)
    return 'moves' as const
  }
  const run = await runApplication(application, settled, evaluateNode, signal)
  const [next] = run.moving.flatMap((nodeId) => moves.get(nodeId) ?? [])
  if (next !== undefined)
    return { kind: 'moves', lane: next.moves, settled: run.outcomes, extracted: collectExtracted(moves) }
  if (run.failed !== null) return { kind: 'concluded', outcome: outcomeOfFailedNode(run, run.failed, at(run.failed)) }
  if (run.waiting.length > 0)
    return {
      kind: 'waiting',
      waits: run.waiting.map((nodeId) => waitOfNode(nodeId, at(nodeId))),
      settled: run.outcomes,
    }
  const nodes = [...run.outcomes]
  const P = nodes.flatMap(([node, { P: steps, Error: error }]) =>
    (error === null ? steps : [{ error }]).map((step) => ({ ...step, node })),
  )
  const isFollowed = (node: string) =>
    application.graph.edges.some(({ from, to }) => from === node && run.outcomes.has(to))
  const concluding = nodes.flatMap(([node, { E: own }]) => (own === null ? [] : [{ node, evaluation: own }]))
  const { deciding_node: named } = application.graph
  const isCounted = (node: string) => aggregation !== 'deciding' || !isFollowed(node)
  const E =
    named === undefined
      ? aggregateEvaluations(
          aggregation,
          concluding.flatMap(({ node, evaluation }) => (isCounted(node) ? [evaluation] : [])),
        )
      : (concluding.find(({ node }) => node === named)?.evaluation ??
        undecided(concluding.map(({ evaluation }) => evaluation)))
  return { kind: 'concluded', outcome: { P, E, Error: null } }
}

function collectExtracted(moves: ReadonlyMap<string, Move>): Map<string, ExtractedClaims> {
  return new Map([...moves].flatMap(([nodeId, { extracted }]) => (extracted === null ? [] : [[nodeId, extracted]])))
}

export function waitOfNode(nodeId: string, guardrail: RunnableGuardrail): Wait {
  const instructions = guardrail.type === 'human_review' ? guardrail.configuration.instructions : ''
  return { nodeId, guardrailId: guardrail.id, instructions }
}

function outcomeOfFailedNode({ outcomes }: FinishedRun, nodeId: string, { name }: RunnableGuardrail): Outcome {
  const error = outcomes.get(nodeId)?.Error
  if (error === null || error === undefined) throw new Error(`the node ${nodeId} is said to have failed and has not`)
  const message = `The node "${nodeId}" (${name}) could not answer: ${error.code}. ${error.message}`
  return failedOutcome({ code: 'NODE_FAILED', message, retryable: error.retryable })
}

function guardrailOf({ id, guardrails }: RunnableApplication, guardrailId: string): RunnableGuardrail {
  const guardrail = guardrails.get(guardrailId)
  if (guardrail === undefined) throw new Error(`the application ${id} came without its guardrail ${guardrailId}`)
  return guardrail
}

/** The deciding node did not conclude. */
function undecided(evaluations: readonly Evaluation[]): Evaluation {
  return { conclusion: 'UNKNOWN', confidence: Math.min(...evaluations.map(({ confidence }) => confidence)) }
}

/**
 * Skipped nodes do not count, and UNKNOWN is neither YES nor NO. `deciding` is `all` of the nodes that no other node
 * followed.
 *
 * | | YES if | NO if | else |
 * |---|---|---|---|
 * | all | every node is YES | some node is NO | UNKNOWN |
 * | any | some node is YES | every node is NO | UNKNOWN |
 * | majority | more than half are YES | more than half are NO | UNKNOWN |
 */
export function aggregateEvaluations(aggregation: Aggregation, evaluations: readonly Evaluation[]): Evaluation {
  const conclusion = concludeNodes(aggregation, evaluations)
  const same = evaluations.filter((evaluation) => evaluation.conclusion === conclusion)
  // All nodes caused a tie of YES and NO.
  const counted = same.length === 0 ? evaluations : same
  return { conclusion, confidence: Math.min(...counted.map(({ confidence }) => confidence)) }
}

function concludeNodes(aggregation: Aggregation, evaluations: readonly Evaluation[]): Conclusion {
  const all = evaluations.length
  const yes = evaluations.filter(({ conclusion }) => conclusion === 'YES').length
  const no = evaluations.filter(({ conclusion }) => conclusion === 'NO').length
  switch (aggregation) {
    case 'all':
    case 'deciding':
      return no > 0 ? 'NO' : yes === all ? 'YES' : 'UNKNOWN'
    case 'any':
      return yes > 0 ? 'YES' : no === all ? 'NO' : 'UNKNOWN'
    case 'majority':
      return yes * 2 > all ? 'YES' : no * 2 > all ? 'NO' : 'UNKNOWN'
  }
}
