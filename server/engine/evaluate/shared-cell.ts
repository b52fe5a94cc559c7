/**
 * Shared cells: a `let` or a slot's value is evaluated at most once in one evaluation, however often it is named.
 *
 * Promises: a cell charges the meter for its inner node when it is filled. Chains of cells cannot exhaust the call
 * stack: where the nesting below a cell passes a bound, the cell becomes a landing. Landings are filled in the order of
 * declaration before anything deep is evaluated.
 */
import type { Outcomes } from '../value'
import type { BooleanNode, Extent, MemberNode, NumericNode, Run, ValueNode } from './node'
import type { Member, Quantity } from './quantity'

/** Nesting that is left to the call stack; several times this fits in any engine's default stack. */
const DEEPEST = 300

export class Landings {
  private readonly cells: ((run: Run) => void)[] = []

  add(fill: (run: Run) => void): void {
    this.cells.push(fill)
  }

  /** Fills all landings; each finds those below it filled. */
  fill(run: Run): void {
    for (const cell of this.cells) cell(run)
  }
}

function remember<Result>(inner: { readonly evaluate: (run: Run) => Result } & Extent): (run: Run) => Result {
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

function extent(inner: ValueNode, evaluate: (run: Run) => unknown, landings: Landings): Extent {
  if (inner.height <= DEEPEST) return { cost: 1, height: inner.height + 1, deep: inner.deep }
  landings.add(evaluate)
  return { cost: 1, height: 1, deep: true }
}

/** The node itself where evaluating it again is as cheap as remembering it. */
export function share(inner: ValueNode, landings: Landings): ValueNode {
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
  const evaluate = remember<Outcomes>(inner)
  return { domain: 'boolean', kind: 'shared', inner, evaluate, ...extent(inner, evaluate, landings) }
}

export function shareNumber(inner: NumericNode, landings: Landings): NumericNode {
  if (isCheap(inner)) return inner
  const evaluate = remember<Quantity>(inner)
  return { domain: 'numeric', kind: 'shared', inner, evaluate, ...extent(inner, evaluate, landings) }
}

export function shareMember(inner: MemberNode, landings: Landings): MemberNode {
  if (isCheap(inner)) return inner
  const evaluate = remember<Member>(inner)
  return { domain: 'member', kind: 'shared', inner, evaluate, ...extent(inner, evaluate, landings) }
}

function isCheap({ kind }: ValueNode): boolean {
  return kind === 'constant' || kind === 'input' || kind === 'shared'
}
