/** Applies a change of the coverage to the tree, without the code that judges it. */
import { printDate, readDate } from '../../language/numeric/calendar'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Change } from '../coverage/changes'

export function withChange(ruleset: CheckedRuleset, change: Change): CheckedRuleset {
  if (change.kind === 'policy') {
    const { assertion, policy } = change
    return { ...ruleset, assertions: ruleset.assertions.with(assertion, { ...ruleset.assertions[assertion]!, policy }) }
  }
  return withNode(ruleset, change.part.node, change.replacement())
}

export function withNode(ruleset: CheckedRuleset, node: Checked, replacement: Checked): CheckedRuleset {
  const { assertions } = ruleset
  return {
    ...ruleset,
    lets: replaceNode(ruleset.lets, node, replacement) as CheckedRuleset['lets'],
    assertions: assertions.map((each) => ({
      ...each,
      expression: replaceNode(each.expression, node, replacement) as Checked,
    })),
  }
}

/** Returns the same object if it does not contain the node. */
function replaceNode(value: unknown, node: Checked, replacement: Checked): unknown {
  if (value === node) return replacement
  if (typeof value !== 'object' || value === null || value instanceof Rational) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceNode(item, node, replacement))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const entries = Object.entries(value)
  const changed = entries.map(([key, item]) => [key, replaceNode(item, node, replacement)] as const)
  return changed.some(([, item], index) => item !== entries[index]![1]) ? Object.fromEntries(changed) : value
}

/**
 * Changes one number, date, comparison or connective of a text. Comments, strings, annotations, the version and the
 * lengths of lists stay.
 */
export interface SingleChange {
  readonly text: string
  /** Line and change, for messages. */
  readonly what: string
}

const TURNED: Readonly<Record<string, string>> = { '<=': '<', '>=': '>', '<': '<=', '>': '>=' }

/** Questions about sums over unknown lists, and about full years between unknown dates, take minutes or stay open. */
export function isQuickToProve(text: string): boolean {
  return !/ as list of |Full(?:Years|Months)\(/.test(text)
}

const DATE = /\d{4}-\d\d-\d\d/g

export function singleChanges(text: string): readonly SingleChange[] {
  const blank = (match: string) => ' '.repeat(match.length)
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"[^"\n]*"/g, blank)
    .replace(/version [0-9.]+;|up to \d+/g, blank)
  const places = [
    ...findChanges(code, DATE, (date) => printDate(readDate(date)! + 1)),
    ...findChanges(code.replace(DATE, blank), /(?<![\w.])\d+(\.\d+)?/g, (number) => String(Number(number) + 1)),
    ...findChanges(code, /<=|>=|<(?!=)|(?<![-=])>(?!=)/g, (operator) => TURNED[operator]!),
    ...findChanges(code, /\b(And|Or)(?=\()/g, (connective) => (connective === 'And' ? 'Or' : 'And')),
  ]
  return places.map(({ start, was, now }) => ({
    text: text.slice(0, start) + now + text.slice(start + was.length),
    what: `line ${text.slice(0, start).split('\n').length}: ${was} to ${now}`,
  }))
}

function findChanges(code: string, place: RegExp, change: (match: string) => string) {
  return [...code.matchAll(place)].map((match) => ({ start: match.index, was: match[0], now: change(match[0]) }))
}
