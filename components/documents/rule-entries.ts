import type {
  AskedClaim,
  Comparison,
  NumericLimit,
  RuleForm,
  RuleShape,
} from '../../server/language/service/rule-from-clause'

export type ShapeKind = RuleShape['kind']

/** Everything that the form can ask for, so that no entry is lost when another shape is chosen. */
export interface RuleEntries {
  readonly kind: ShapeKind
  readonly name: string
  readonly first: ClaimEntries
  readonly second: ClaimEntries
  readonly comparison: Comparison
  readonly value: string
  /** Whether the condition of an if-then is a limit instead of a yes or no. */
  readonly isLimited: boolean
  /** One value on each line. */
  readonly allowed: string
  readonly days: string
}

export interface ClaimEntries {
  readonly name: string
  readonly question: string
  readonly unit: string
  readonly range: string
}

const NO_CLAIM: ClaimEntries = { name: '', question: '', unit: '', range: '' }

export const NO_ENTRIES: RuleEntries = {
  ...{ kind: 'limit', name: '', first: NO_CLAIM, second: NO_CLAIM, comparison: '<=', value: '' },
  ...{ isLimited: false, allowed: '', days: '' },
}

/** Whether the form asks for a number with a limit. */
export function hasLimit({ kind, isLimited }: Pick<RuleEntries, 'kind' | 'isLimited'>): boolean {
  return kind === 'limit' || (kind === 'if_then' && isLimited)
}

export function formOf(entries: RuleEntries, document: string, clause: string): RuleForm {
  return { name: entries.name.trim(), document, clause, shape: shapeOf(entries) }
}

function shapeOf(entries: RuleEntries): RuleShape {
  const { kind, first, second, allowed, days } = entries
  switch (kind) {
    case 'limit':
      return { kind, ...limitOf(entries) }
    case 'requirement':
      return { kind, claim: toClaim(first) }
    case 'if_then':
      return { kind, when: hasLimit(entries) ? limitOf(entries) : toClaim(first), demanded: toClaim(second) }
    case 'one_of':
      return { kind, claim: toClaim(first), allowed: allowed.split('\n') }
    case 'deadline':
      return { kind, from: toClaim(first), until: toClaim(second), days: days.trim() }
  }
}

function limitOf({ first, comparison, value }: RuleEntries): NumericLimit {
  const claim = { ...toClaim(first), unit: first.unit.trim(), range: first.range.replaceAll(/\s/g, '') }
  return { claim, comparison, value: value.trim() }
}

function toClaim({ name, question }: ClaimEntries): AskedClaim {
  return { name: name.trim(), question }
}
