/**
 * A cell is evaluated at most once in an evaluation, and charged when filled. Cells nested too deep become landings,
 * filled in the order of declaration before anything deep, so chains cannot exhaust the call stack.
 */
import type { Outcomes } from '../core/value'
import type { BooleanNode, Extent, MemberNode, NumericNode, Run, ValueNode } from './node'
import type { Member, Quantity } from './quantity'

/** A default stack has room for several times as many calls. */
const MAX_CELL_NESTING = 300

export class Landings {
  private readonly cells: ((run: Run) => void)[] = []

  add(fill: (run: Run) => void): void {
    this.cells.push(fill)
  }

  /** Each landing finds those below it filled. */
  fill(run: Run): void {
    for (const cell of this.cells) cell(run)
  }
}

function rememberResult<Result>(inner: { readonly evaluate: (run: Run) => Result } & Extent): (run: Run) => Result {
  const { evaluate, cost } = inner
  let epoch = -1
  let value: Result
  return (run) => {
    if (epoch !== run.epoch) {
      run.meter.spend(cost)
      value = evaluate(run)
      epoch = run.epoch
    }
    return value
  }
}

function cellExtent(inner: ValueNode, evaluate: (run: Run) => unknown, landings: Landings): Extent {
  if (inner.height <= MAX_CELL_NESTING) return { cost: 1, height: inner.height + 1, deep: inner.deep }
  landings.add(evaluate)
  return { cost: 1, height: 1, deep: true }
}

/** Returns the node itself if it is as cheap as a look-up. */
export function shareValue(inner: ValueNode, landings: Landings): ValueNode {
  switch (inner.domain) {
    case 'boolean':
      return shareBoolean(inner, landings)
    case 'numeric':
      return shareNumber(inner, landings)
    case 'member':
      return shareMember(inner, landings)
  }
}

export function shareBoolean(inner: BooleanNode, landings: Landings): BooleanNode {
  if (isCheap(inner)) return inner
  const evaluate = rememberResult<Outcomes>(inner)
  return { domain: 'boolean', kind: 'shared', inner, evaluate, ...cellExtent(inner, evaluate, landings) }
}

export function shareNumber(inner: NumericNode, landings: Landings): NumericNode {
  if (isCheap(inner)) return inner
  const evaluate = rememberResult<Quantity>(inner)
  return { domain: 'numeric', kind: 'shared', inner, evaluate, ...cellExtent(inner, evaluate, landings) }
}

export function shareMember(inner: MemberNode, landings: Landings): MemberNode {
  if (isCheap(inner)) return inner
  const evaluate = rememberResult<Member>(inner)
  return { domain: 'member', kind: 'shared', inner, evaluate, ...cellExtent(inner, evaluate, landings) }
}

function isCheap({ kind }: ValueNode): boolean {
  return kind === 'constant' || kind === 'input' || kind === 'shared'
}
