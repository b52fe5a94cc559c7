/**
 * What the conclusions of an application's nodes come to.
 *
 * Promises: nodes that were skipped are not among them and count nowhere; UNKNOWN is neither YES nor NO.
 *
 * | | YES where | NO where | else |
 * |---|---|---|---|
 * | all | every node is YES | some node is NO | UNKNOWN |
 * | any | some node is YES | every node is NO | UNKNOWN |
 * | majority | more than half are YES | more than half are NO | UNKNOWN |
 */
import type { Aggregation, Conclusion } from '../../api/guardrail-terms'
import type { Evaluation } from '../../api/schemas/frame'

/** @param evaluations of the nodes that ran, at least one */
export function aggregate(aggregation: Aggregation, evaluations: readonly Evaluation[]): Evaluation {
  const conclusion = conclude(aggregation, evaluations)
  const same = evaluations.filter((evaluation) => evaluation.conclusion === conclusion)
  // Where YES and NO stand against each other no node said UNKNOWN: then all of them had a part in it.
  const counted = same.length === 0 ? evaluations : same
  return { conclusion, confidence: Math.min(...counted.map(({ confidence }) => confidence)) }
}

function conclude(aggregation: Aggregation, evaluations: readonly Evaluation[]): Conclusion {
  const all = evaluations.length
  const yes = evaluations.filter(({ conclusion }) => conclusion === 'YES').length
  const no = evaluations.filter(({ conclusion }) => conclusion === 'NO').length
  switch (aggregation) {
    case 'all':
      return no > 0 ? 'NO' : yes === all ? 'YES' : 'UNKNOWN'
    case 'any':
      return yes > 0 ? 'YES' : no === all ? 'NO' : 'UNKNOWN'
    case 'majority':
      return yes * 2 > all ? 'YES' : no * 2 > all ? 'NO' : 'UNKNOWN'
  }
}
