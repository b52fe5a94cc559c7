/** Records only kinds, conclusions and codes. */
import type { AtOnceEvaluator } from '../../services/evaluators/at-once'
import type { EvaluationResult, FrameEvaluator, RunnableTarget } from '../../services/evaluators/evaluation'
import type { Model, ModelAnswer } from '../../services/models/model'
import type { Observers } from './observe-requests'

/** @param now milliseconds of a monotonic clock */
export function observedEvaluator(evaluator: FrameEvaluator, observers: Observers, now: () => number): FrameEvaluator {
  return {
    evaluate: (job, signal) =>
      observeWork(observers, now, {
        name: 'evaluate frame',
        attributes: { 'touchstone.target': kindOf(job.target) },
        work: () => evaluator.evaluate(job, signal),
        resultOf,
        count: (result, seconds) => observers.metrics?.frameEvaluated({ target: kindOf(job.target), result }, seconds),
      }),
  }
}

/** Does not count frames that are left to the other evaluator. */
export function observedAtOnce(evaluator: AtOnceEvaluator, { metrics }: Observers, now: () => number): AtOnceEvaluator {
  if (metrics === null) return evaluator
  return {
    answer: async (namespaceId, target, frame) => {
      const began = now()
      const answer = await evaluator.answer(namespaceId, target, frame)
      if (answer !== null) {
        const result = resultOf({ kind: 'evaluated', frame: answer.frame })
        metrics.frameEvaluated({ target: kindOf(target), result }, (now() - began) / 1_000)
      }
      return answer
    },
  }
}

export function observedModel(model: Model, observers: Observers, now: () => number): Model {
  const call = <T>(work: () => Promise<ModelAnswer<T>>): Promise<ModelAnswer<T>> =>
    observeWork(observers, now, {
      name: 'chat',
      attributes: { 'gen_ai.operation.name': 'chat' },
      work,
      resultOf: (answer) => (answer.ok ? '' : answer.error.code),
      count: (result, seconds) => observers.metrics?.modelAsked(result, seconds),
    })
  return {
    generateText: (request, signal) => call(() => model.generateText(request, signal)),
    generateObject: (request, signal) => call(() => model.generateObject(request, signal)),
  }
}

interface Observed<T> {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly work: () => Promise<T>
  readonly resultOf: (result: T) => string
  readonly count: (result: string, seconds: number) => void
}

async function observeWork<T>(
  { traces }: Observers,
  now: () => number,
  { name, attributes, work, resultOf: read, count }: Observed<T>,
): Promise<T> {
  const began = now()
  let result = 'failed'
  try {
    const value = await (traces === null
      ? work()
      : traces.span(name, attributes, work, (done) => ({ 'touchstone.result': read(done) })))
    result = read(value)
    return value
  } finally {
    count(result, (now() - began) / 1_000)
  }
}

function kindOf(target: RunnableTarget): string {
  return target.kind === 'guardrail' ? target.guardrail.type : 'application'
}

function resultOf(result: EvaluationResult): string {
  if (result.kind !== 'evaluated') return result.kind
  return result.frame.Error?.code ?? result.frame.E?.conclusion ?? 'failed'
}
