/**
 * An unconverted pair is recorded on its assertion with a warning. It is an error only if a claim without `@unit`
 * causes it.
 */

import type { Fix } from '../../messages/diagnostic'
import type { Span } from '../../text/line-index'
import { wholesIn } from '../../units/symbol-table'
import type { Unit } from '../../units/unit'
import type { Checked, UnbridgedPair } from '../checked-ruleset'
import type { Type } from '../checked-type'
import type { Checking } from '../checking'
import { reportUnclear } from '../habits/unclear-unit'
import { bridgeTypes, type Conversion } from './meeting'

export function convertNode(right: Checked, conversion: Conversion, type: Type): Checked {
  return { kind: 'convert', operand: right, ...conversion, type, start: right.start, end: right.end }
}

/** Null if nothing converts the number to the unit of this symbol. @param unit of the number */
export function inUnit(c: Checking, number: Checked, unit: Unit, symbol: string): Checked | null {
  const wanted = c.units.find(symbol)
  if (wanted === null) return null
  const { conversion, unbridged } = bridgeTypes(c.units.library, wanted, unit)
  if (unbridged !== null) return null
  return conversion === null ? number : convertNode(number, conversion, { kind: 'numeric', unit: wanted })
}

/** @param advice what is meant, if that is known. @returns false if the pair is a reported error */
export function noteUnbridged(
  c: Checking,
  left: Checked,
  right: Checked,
  units: { readonly from: Unit; readonly to: Unit; readonly cause: UnbridgedPair['cause'] },
  at: Span,
  advice: { readonly says: string; readonly fixes: readonly Fix[] } | null = null,
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
  const hint = open.length === 0 ? null : ([open[0]!, partner] as const)
  c.report.add('unbridged-units', at, [from.text, to.text, cause, hint, advice?.says ?? null], advice?.fixes)
  return true
}

/** A converter may join `USD` and `EUR`. For `km` and `km/h`, a claim's missing unit is more likely. */
function sameShape(a: Unit, b: Unit): boolean {
  const powers = (unit: Unit) =>
    unit.factors
      .map((factor) => factor.power)
      .sort((x, y) => x - y)
      .join()
  return powers(a) === powers(b)
}

/** At most three claims without any unit that contribute to the numbers. */
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

/** Inputs that contribute to the numbers, once each. No recursion, because a chain of lets may have thousands. */
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
      case 'absolute':
      case 'round':
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
      case 'extreme':
        open.push(...[...node.operands].reverse())
        break
      case 'set':
        open.push(...[...node.members].reverse())
        break
      default:
    }
  }
}
