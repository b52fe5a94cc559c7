/**
 * Engine changes that can change a ruleset's results, so that approvals under an older engine show them. A version that
 * changes the language's meaning, or decides more, adds an entry (api/terms/versions.ts).
 */
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { childrenOf } from '../../language/semantics/tree/children'
import { Entries, type Entry } from './english/entries'

export interface EngineChange {
  /** `major.minor.patch`. */
  readonly since: string
  readonly words: string
}

/** Before, Intersect and Difference matched all members by value. */
const MATCHED_AS_WRITTEN: EngineChange = {
  since: '0.2.0',
  words:
    'Since engine 0.2.0 what is left out of a list, or shared by two lists, is found claim by claim and not by equal answers; this ruleset has such a list.',
}

/** Before, a remainder next to an unknown claim was often undecided. */
const REMAINDERS_DECIDED: EngineChange = {
  since: '0.3.0',
  words:
    'Since engine 0.3.0 more is decided about remainders while claims are not known: what was unknown can be true or false now; this ruleset has a remainder.',
}

/** Before, a remainder of a calculated number was often undecided while its claims were unknown. */
const MULTIPLES_DECIDED: EngineChange = {
  since: '0.4.0',
  words:
    'Since engine 0.4.0 more is decided about remainders of calculated numbers while claims are not known: what was unknown can be true or false now; this ruleset has such a remainder.',
}

/** Oldest first. */
export function engineChanges(ruleset: CheckedRuleset): readonly EngineChange[] {
  const { matches, takesRemainders, calculates } = findUses(ruleset)
  return [
    ...(matches ? [MATCHED_AS_WRITTEN] : []),
    ...(takesRemainders ? [REMAINDERS_DECIDED] : []),
    ...(calculates ? [MULTIPLES_DECIDED] : []),
  ]
}

/** Whether every result that was TRUE or FALSE stays the same. */
export function decideMoreOnly(changes: readonly EngineChange[]): boolean {
  return changes.every((change) => change === REMAINDERS_DECIDED || change === MULTIPLES_DECIDED)
}

/** @param engineVersion as in the `versions` of an answer */
export function changesSince(changes: readonly EngineChange[], engineVersion: string): readonly EngineChange[] {
  return changes.filter(({ since }) => isBefore(engineVersion, since))
}

/** False unless the version is `major.minor.patch`, with optional build metadata after a plus sign. */
function isBefore(engineVersion: string, since: string): boolean {
  const [one, other] = [engineVersion, since].map((version) => /^(\d+)\.(\d+)\.(\d+)(?:\+|$)/.exec(version))
  if (!one || !other) return false
  for (const position of [1, 2, 3]) {
    const difference = Number(one[position]) - Number(other[position])
    if (difference !== 0) return difference < 0
  }
  return false
}

interface Uses {
  readonly matches: boolean
  readonly takesRemainders: boolean
  /** Whether a remainder is taken of anything but a claim or constant. */
  readonly calculates: boolean
}

function findUses(ruleset: CheckedRuleset): Uses {
  const entries = new Entries(ruleset)
  const open: Checked[] = ruleset.assertions.map(({ expression }) => expression)
  const seen = new Set<number>()
  const operations: Extract<Checked, { kind: 'set-operation' }>[] = []
  let divides = false
  let takesRemainders = false
  let calculates = false
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'quantified') entries.bind(node.variable, node.set)
    if (node.kind === 'set-operation' && node.operation !== 'Union') operations.push(node)
    if (node.kind === 'arithmetic' && node.operator === '%') {
      takesRemainders = true
      calculates ||= !isPlainNumber(ruleset, node.left)
    }
    if (node.kind === 'arithmetic' && (node.operator === '/' || node.operator === '%')) divides = true
    open.push(...childrenOf(node))
    if (node.kind !== 'let' || seen.has(node.let)) continue
    seen.add(node.let)
    const definition = ruleset.lets[node.let]
    if (definition !== undefined) open.push(definition.value)
  }
  const matches = operations.some(({ left, right }) => canDiffer(entries.of(left), entries.of(right), divides))
  return { matches, takesRemainders, calculates }
}

function isPlainNumber({ lets }: CheckedRuleset, node: Checked): boolean {
  let named = node
  // A definition names only earlier ones.
  while (named.kind === 'let') named = lets[named.let]!.value
  return named.kind === 'input' || named.kind === 'number'
}

/**
 * Whether the engines can differ. Before, two claims matched if their values were equal, and a claim without a value
 * did not match itself.
 */
function canDiffer(left: readonly Entry[], right: readonly Entry[], divides: boolean): boolean {
  const claims = new Set(right.filter(({ kind }) => kind !== 'written').map(({ key }) => key))
  return left.some(
    ({ kind, key }) => kind !== 'written' && (claims.size > 1 || (claims.size === 1 && (divides || !claims.has(key)))),
  )
}
