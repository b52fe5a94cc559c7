import type { Fix } from '../../language/messages/diagnostic'
import type { Part } from '../parts/part'
import { inputsOf } from '../question-ruleset'
import type { WrittenWitness } from '../written-witness'
import type { Finding, FindingKind } from './analysis-result'
import type { Investigation, Proof } from './investigation'

export interface PartReaders {
  readonly dependents: readonly number[]
  /** The assertions whose answer is not constant. */
  readonly affected: readonly number[]
}

interface PartSubject {
  readonly affected: readonly number[]
  readonly fix?: Fix | null
  readonly witness?: WrittenWitness
  readonly proofs: readonly Proof[]
}

export function partFinding(
  inquiry: Investigation,
  kind: FindingKind,
  sentence: string,
  { owner, node }: Part,
  { affected, ...subject }: PartSubject,
): Finding {
  const definitions = owner.kind === 'definition' ? [owner.index] : []
  const claims = inputsOf(inquiry.ruleset, node)
  return inquiry.finding(kind, 'warning', sentence, { assertions: affected, definitions, claims, at: node, ...subject })
}
