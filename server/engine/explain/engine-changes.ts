/**
 * What means something else in a ruleset since an engine version, so that an approval under an older one shows it.
 *
 * Promises: pure. A ruleset that uses nothing of what changed has the same results under every engine, wherever no
 * budget stopped one. A change of the meaning of the language adds an entry here, together with the new engine version
 * (api/versions.ts), and so does a change that decides what was not decided before.
 */
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { children } from '../../language/semantics/children'
import { Entries, type Entry } from './english/entries'

export interface EngineChange {
  /** The engine version that changed it: `major.minor.patch`. */
  readonly since: string
  /** For people who approved the ruleset before. */
  readonly words: string
}

/** Intersect and Difference matched all members by value before. */
const MATCHED_AS_WRITTEN: EngineChange = {
  since: '0.2.0',
  words:
    'Since engine 0.2.0 what is left out of a list, or shared by two lists, is found claim by claim and not by equal answers; this ruleset has such a list.',
}

/** Before, a remainder beside an unknown claim was often not decided, also one by a number that is known. */
const REMAINDERS_DECIDED: EngineChange = {
  since: '0.3.0',
  words:
    'Since engine 0.3.0 more is decided about remainders while claims are not known: what was unknown can be true or false now; this ruleset has a remainder.',
}

/** Before, a remainder of a sum, a product or a quotient was often not decided while its claims were unknown. */
const MULTIPLES_DECIDED: EngineChange = {
  since: '0.4.0',
  words:
    'Since engine 0.4.0 more is decided about remainders of calculated numbers while claims are not known: what was unknown can be true or false now; this ruleset has such a remainder.',
}

/** The changes that can give this ruleset other results, oldest first. */
export function engineChanges(ruleset: CheckedRuleset): readonly EngineChange[] {
  const { matches, takesRemainders, calculates } = uses(ruleset)
  return [
    ...(matches ? [MATCHED_AS_WRITTEN] : []),
    ...(takesRemainders ? [REMAINDERS_DECIDED] : []),
    ...(calculates ? [MULTIPLES_DECIDED] : []),
  ]
}

/** Whether the changes leave every result that was TRUE or FALSE as it was. */
export function decideMoreOnly(changes: readonly EngineChange[]): boolean {
  return changes.every((change) => change === REMAINDERS_DECIDED || change === MULTIPLES_DECIDED)
}

/** Those of the changes that an engine did not have yet. @param engineVersion as in the `versions` of an answer */
export function changesSince(changes: readonly EngineChange[], engineVersion: string): readonly EngineChange[] {
  return changes.filter(({ since }) => isBefore(engineVersion, since))
}

/**
 * False for a version that is not written `major.minor.patch`, with or without what was built in behind a plus sign.
 */
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
  /** Whether a remainder is taken of something else than a claim or a written number. */
  readonly calculates: boolean
}

function uses(ruleset: CheckedRuleset): Uses {
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
    open.push(...children(node))
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
  // A definition names earlier ones only.
  while (named.kind === 'let') named = lets[named.let]!.value
  return named.kind === 'input' || named.kind === 'number'
}

/** Two claims that differ were matched by their values; the same one was not matched where it had no value. */
function canDiffer(left: readonly Entry[], right: readonly Entry[], divides: boolean): boolean {
  const claims = new Set(right.filter(({ kind }) => kind !== 'written').map(({ key }) => key))
  return left.some(
    ({ kind, key }) => kind !== 'written' && (claims.size > 1 || (claims.size === 1 && (divides || !claims.has(key)))),
  )
}
