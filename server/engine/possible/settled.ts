/** The outcomes on which every completion agrees: definite outcomes and values under the known claims. */
import { Rational } from '../../language/numeric/rational'
import type { Known, Outcomes, Value } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import { childNodes, type NumericNode, type Run, type ValueNode } from '../evaluate/node'
import type { Program } from '../evaluate/program'
import { type Member, NO_VALUE, type Quantity } from '../evaluate/quantity'
import type { IsWhole } from './constraint'

export type Settled = ReadonlyMap<ValueNode, Outcomes | Quantity | Member>

export interface Space {
  readonly program: Program
  readonly known: Known
  /** Unknown inputs. */
  readonly open: readonly number[]
  readonly settled: Settled
  /** Does the arithmetic, and holds the meter. */
  readonly run: Run
  readonly isWhole: IsWhole
  /** Variables of divisions and of the calendar. */
  readonly extraVariables: Map<NumericNode, number>
  /** Only whole days that the calendar reaches are values. */
  readonly isDate: boolean
}

/** Settles the nodes that some completion reaches. */
export function settledNodes(program: Program, roots: readonly ValueNode[], known: Known, run: Run): Settled {
  const under = program.begin(known, run.meter)
  const settled = new Map<ValueNode, Outcomes | Quantity | Member>()
  const seen = new Set<ValueNode>()
  const open: ValueNode[] = [...roots]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    under.meter.spend(node.cost)
    const value = node.evaluate(under)
    if (isSettled(value)) settled.set(node, value)
    else for (const child of childNodes(node)) open.push(child)
  }
  return settled
}

/** The same question after one more claim is known. */
export function withValue(space: Space, roots: readonly ValueNode[], input: number, value: Value): Space {
  const known = space.known.map((each, index) => (index === input ? value : each))
  const open = space.open.filter((each) => each !== input)
  return { ...space, known, open, settled: settledNodes(space.program, roots, known, space.run) }
}

function isSettled(value: Outcomes | Quantity | Member): boolean {
  if (typeof value === 'number') return isDefinite(value)
  return typeof value === 'string' || value instanceof Rational || value === NO_VALUE
}
