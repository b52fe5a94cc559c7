/**
 * Everything that a definition can be, over all completions of the unknown claims. The ends of an interval are
 * evaluated; a number that is not proved is not given.
 */
import { isEqual, ONE, Rational } from '../../language/numeric/rational'
import type { Type } from '../../language/semantics/checked-type'
import { type Meter, StepsExceededError } from '../core/meter'
import { type Completion, FALSE, type Known, type Outcomes, TRUE } from '../core/value'
import { Run, type ValueNode } from '../evaluate/node'
import type { Program } from '../evaluate/program'
import type { Member, Quantity } from '../evaluate/quantity'
import { candidatesFor } from '../search/candidates'
import { BeyondLinearError, UnconfirmedError } from './cell'
import type { Interval } from './elimination'
import { hullOf } from './hull'
import { membersOf } from './possible-members'
import { wholeInputs } from './regions'
import { type Space, settledNodes } from './settled'

export type Possible =
  | ({ readonly kind: 'numbers'; readonly points: readonly Rational[] | null } & Interval & Lack)
  /** In the order of the vocabulary. */
  | ({ readonly kind: 'members'; readonly members: readonly string[] } & Lack)
  /** Every completion has no value. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'undecided'; readonly why: Undecided }

/** `steps`: the budget ended. `beyond`: the arithmetic is too hard. `unconfirmed`: a fault of the engine. */
export type Undecided = 'steps' | 'beyond' | 'unconfirmed'

interface Lack {
  /** Whether some completion has no value. */
  readonly mayLack: boolean
}

/** Deeper values would exceed the call stack. */
const MAX_HEIGHT = 1_000

/**
 * @param index of a let that is not a set and whose units convert
 * @param reads the inputs that it reads
 * @param meter is spent by the search only
 */
export function possibleValues(
  program: Program,
  index: number,
  reads: readonly number[],
  known: Known,
  meter: Meter,
): Possible {
  const node = program.letNode(index)
  if (node.deep || node.height > MAX_HEIGHT) return { kind: 'undecided', why: 'beyond' }
  try {
    return search(program, index, node, openSpace(program, index, node, reads, known, meter))
  } catch (error) {
    if (error instanceof BeyondLinearError) return { kind: 'undecided', why: 'beyond' }
    if (error instanceof StepsExceededError) return { kind: 'undecided', why: 'steps' }
    if (error instanceof UnconfirmedError) return { kind: 'undecided', why: 'unconfirmed' }
    throw error
  }
}

function openSpace(
  program: Program,
  index: number,
  node: ValueNode,
  reads: readonly number[],
  known: Known,
  meter: Meter,
): Space {
  const { inputs, lets } = program.ruleset
  const run = new Run()
  run.start(known, meter)
  return {
    program,
    known,
    open: reads.filter((input) => known[input] === null),
    settled: settledNodes(program, [node], known, run),
    run,
    isWhole: wholeInputs(inputs),
    extraVariables: new Map(),
    isDate: lets[index]!.value.type.kind === 'date',
  }
}

function search(program: Program, index: number, node: ValueNode, space: Space): Possible {
  if (node.domain !== 'numeric') {
    const { found, mayLack } = membersOf(space, node)
    for (const [member, completion] of found)
      if (textOf(evaluateAt(program, index, completion, space)) !== member) throw new UnconfirmedError()
    const members = vocabularyOf(program.ruleset.lets[index]!.value.type).filter((member) => found.has(member))
    return members.length === 0 ? { kind: 'nothing' } : { kind: 'members', members, mayLack }
  }
  const { values, mayLack } = hullOf(space, [{ factor: ONE, node }])
  if (values === null) return { kind: 'nothing' }
  const { from, to, lowest, highest, points } = values
  for (const [end, completion] of [
    [from, lowest],
    [to, highest],
  ] as const) {
    const value = evaluateAt(program, index, completion, space)
    if (!(value instanceof Rational)) throw new UnconfirmedError()
    const isAttained = end !== null && isEqual(value, end.value)
    if (end !== null && isAttained !== end.included) throw new UnconfirmedError()
  }
  return { kind: 'numbers', from, to, points, mayLack }
}

function evaluateAt(
  program: Program,
  index: number,
  completion: Completion,
  { open, run }: Space,
): Outcomes | Quantity | Member {
  const whole = [...completion]
  for (const input of open) whole[input] ??= candidatesFor(program.ruleset.inputs[input]!, [], run)[0]!
  return program.evaluateLet(index, program.begin(whole, run.meter))
}

function textOf(value: Outcomes | Quantity | Member): string | null {
  if (typeof value === 'string') return value
  return value === TRUE ? 'true' : value === FALSE ? 'false' : null
}

function vocabularyOf(type: Type): readonly string[] {
  if (type.kind === 'enum') return type.vocabulary
  return type.kind === 'text' ? type.members : ['false', 'true']
}
