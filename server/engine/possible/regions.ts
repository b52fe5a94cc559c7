/**
 * Divides all completions into cells that come to their value the same way. Each region gives one completion; where
 * another decision is taken, other regions begin, so that none is left out and none is met twice.
 */
import { FIRST_DAY, LAST_DAY } from '../../language/numeric/calendar'
import { INSTANTS } from '../../language/numeric/instant'
import { fromInteger, type Rational, ZERO } from '../../language/numeric/rational'
import { type Input, isWholeInput } from '../../language/semantics/checked-input'
import type { Completion, Value } from '../core/value'
import type { Run } from '../evaluate/node'
import { candidatesFor, isFiniteInput } from '../search/candidates'
import { findPoint } from './cell'
import { atLeast, atMost, type Constraint, type IsWhole, negationsOf } from './constraint'
import type { Values } from './elimination'
import type { Space } from './settled'
import { type Decision, Trace } from './trace'

export interface Region {
  readonly members: ReadonlyMap<number, readonly Value[]>
  readonly constraints: readonly Constraint[]
}

export function wholeInputs(inputs: readonly Input[]): IsWhole {
  return (variable) => variable < 0 || isWholeInput(inputs[variable]!)
}

/** Every completion: what may be submitted for the unknown claims. */
export function wholeRegion({ program, open, run }: Space): Region {
  const members = new Map<number, readonly Value[]>()
  const constraints: Constraint[] = []
  for (const index of open) {
    const input = program.ruleset.inputs[index]!
    if (isFiniteInput(input)) members.set(index, candidatesFor(input, [], run))
    const limits = limitsOf(input)
    if (limits !== null) constraints.push(atLeast(run, index, limits[0]), atMost(run, index, limits[1]))
  }
  return { members, constraints }
}

/** The least and the greatest number that may be submitted; null without limits. */
export function limitsOf({ type, range }: Input): readonly [Rational, Rational] | null {
  if (type.kind === 'date') return [fromInteger(FIRST_DAY), fromInteger(LAST_DAY)]
  if (type.kind === 'timestamp') return [INSTANTS.min, INSTANTS.max]
  return range === null ? null : [range.min, range.max]
}

export interface Leaf<Result> {
  readonly region: Region
  readonly completion: Completion
  readonly result: Result
}

/** @param visit returns whether to go on */
export function exploreRegions<Result>(
  space: Space,
  read: (trace: Trace) => Result,
  visit: (leaf: Leaf<Result>) => boolean,
): void {
  const { program, run } = space
  const waiting: Region[] = [wholeRegion(space)]
  for (let next = 0; next < waiting.length; next++) {
    const region = waiting[next]!
    const point = findPoint(run, region.constraints, space.isWhole)
    if (point === null) continue
    const completion = completionAt(space, region, point)
    const trace = new Trace(
      program.begin(completion, run.meter),
      program.ruleset.inputs,
      space.settled,
      space.extraVariables,
    )
    const result = read(trace)
    const cell = trace.decisions.reduce((path, decision) => {
      waiting.push(...otherwise(run, path, decision))
      return along(path, decision)
    }, region)
    if (!visit({ region: cell, completion, result })) return
  }
}

/** The unknown numbers that nothing limits are zero. */
export function completionAt({ program, known, open }: Space, { members }: Region, point: Values): Completion {
  const completion: (Value | null)[] = [...known]
  for (const index of open) {
    const input = program.ruleset.inputs[index]!
    completion[index] = isFiniteInput(input) ? members.get(index)![0]! : (point.get(index) ?? ZERO)
  }
  return completion
}

function along({ members, constraints }: Region, decision: Decision): Region {
  switch (decision.kind) {
    case 'number':
      return { members, constraints: [...constraints, decision.constraint] }
    case 'whole part':
      return { members, constraints: [...constraints, ...decision.constraints] }
    case 'member': {
      const { input, values } = decision
      const left = members.get(input)!.filter((value) => values.includes(value))
      return { members: new Map(members).set(input, left), constraints }
    }
  }
}

function otherwise(run: Run, { members, constraints }: Region, decision: Decision): readonly Region[] {
  switch (decision.kind) {
    case 'number':
      return negationsOf(run, decision.constraint).map((each) => ({ members, constraints: [...constraints, each] }))
    case 'whole part':
      return []
    case 'member': {
      const { input, values } = decision
      const left = members.get(input)!.filter((value) => !values.includes(value))
      return left.length === 0 ? [] : [{ members: new Map(members).set(input, left), constraints }]
    }
  }
}
