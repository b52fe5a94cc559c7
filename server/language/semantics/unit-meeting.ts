/**
 * What follows when two units meet: a conversion, a pair that nothing bridges, or an error.
 *
 * Promises: the right side is converted to the unit of the left. An unbridged pair is recorded on the assertion that
 * compares it and warned of; it is an error only where a claim without `@unit` brought it about.
 */

import type { Span } from '../syntax/syntax'
import type { Unit } from '../units/unit'
import { wholesIn } from '../units/wholes'
import type { Checked, Type, UnbridgedPair } from './checked-ruleset'
import type { Checking } from './checking'
import type { Conversion } from './meeting'
import { reportUnclear } from './unclear-unit'

/** The right side in the unit of the left. */
export function converted(right: Checked, conversion: Conversion, type: Type): Checked {
  return { kind: 'convert', operand: right, ...conversion, type, start: right.start, end: right.end }
}

/**
 * Records that nothing bridges the two sides.
 * @returns false where that is an error, which is reported
 */
export function noteUnbridged(
  c: Checking,
  left: Checked,
  right: Checked,
  units: { readonly from: Unit; readonly to: Unit; readonly cause: UnbridgedPair['cause'] },
  at: Span,
): boolean {
  const { from, to, cause } = units
  const unclear = sameShape(from, to) ? [] : undeclaredClaims(c, [left, right])
  if (unclear.length > 0) {
    const [open, united, unit] = wholesIn(from) === null ? [left, right, to] : [right, left, from]
    reportUnclear(c, unclear, { open, united, unit }, at)
    return false
  }
  const adopting = adoptedClaim(c, right) ?? adoptedClaim(c, left)
  if (adopting !== null) {
    const { name } = c.inputs[adopting]!.declared
    const own = c.inputs[adopting]!.adoptedUnit?.text ?? ''
    c.report.add('adopted-two-units', at, [name, own, own === from.text ? to.text : from.text])
    return false
  }
  c.touched.unbridged.set(`${from.text}\u0000${to.text}`, { from: from.text, to: to.text, cause })
  const open = undeclaredClaims(c, wholesIn(from) === null && wholesIn(to) === null ? [] : [left, right])
  const partner = wholesIn(from) === null ? from.text : to.text
  c.report.add('unbridged-units', at, [from.text, to.text, cause, open.length === 0 ? null : [open[0]!, partner]])
  return true
}

/**
 * True where two units are built alike, as `USD` and `EUR` are: then a converter may join them. `km` and `km/h` are
 * not: a claim without its unit is the likelier cause.
 */
function sameShape(a: Unit, b: Unit): boolean {
  const powers = (unit: Unit) =>
    unit.factors
      .map((factor) => factor.power)
      .sort((x, y) => x - y)
      .join()
  return powers(a) === powers(b)
}

/** Names of the claims without any unit whose values make up the numbers of the expressions; at most three. */
export function undeclaredClaims(c: Checking, nodes: readonly Checked[]): string[] {
  const names: string[] = []
  for (const input of numberInputs(c, nodes)) {
    const { declaredUnit, adoptedUnit, declared } = c.inputs[input]!
    if (declaredUnit === null && adoptedUnit === null && names.push(declared.name) === 3) break
  }
  return names
}

function adoptedClaim(c: Checking, node: Checked): number | null {
  for (const input of numberInputs(c, [node])) if (c.inputs[input]!.adoptedUnit !== null) return input
  return null
}

/**
 * The inputs whose values make up the numbers that the expressions are, each once, in the order of writing. Each
 * let is visited once, without recursion, since a chain of lets may have thousands of them.
 */
function* numberInputs(c: Checking, nodes: readonly Checked[]): Iterable<number> {
  const inputs = new Set<number>()
  const lets = new Set<number>()
  const open: (Checked | null | undefined)[] = [...nodes].reverse()
  while (open.length > 0) {
    const node = open.pop()
    switch (node?.kind) {
      case 'input':
        if (!inputs.has(node.input)) yield node.input
        inputs.add(node.input)
        break
      case 'let':
        if (!lets.has(node.let)) open.push(c.checkedLets[node.let]?.value)
        lets.add(node.let)
        break
      case 'negate':
      case 'convert':
        open.push(node.operand)
        break
      case 'arithmetic':
      case 'set-operation':
      case 'unbridged':
        open.push(node.right, node.left)
        break
      case 'choice':
        open.push(node.otherwise, node.then)
        break
      case 'case':
        open.push(node.fallback, ...node.arms.map((arm) => arm.value).reverse())
        break
      case 'set':
        open.push(...[...node.members].reverse())
        break
      default:
    }
  }
}
