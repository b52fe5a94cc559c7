/** Which members, or truth values, some completion has. */
import { type Completion, FALSE, NONE, type Outcomes, TRUE, type Value } from '../core/value'
import type { BooleanNode, MemberNode } from '../evaluate/node'
import type { Member, Quantity } from '../evaluate/quantity'
import { BeyondLinearError } from './cell'
import { exploreRegions } from './regions'
import { type Space, withValue } from './settled'
import { fewValues, fewWhole, openInputs, sampleOf } from './terms'
import type { Trace } from './trace'

export interface FoundMembers {
  readonly found: ReadonlyMap<string, Completion>
  readonly mayLack: boolean
}

/** Stands for having no value among the members. */
const LACK = null

/** @throws BeyondLinearError if some member may be missing */
export function membersOf(space: Space, node: MemberNode | BooleanNode): FoundMembers {
  const imaginable = new Set<string | null>()
  if (node.domain === 'boolean') imagineOutcomes(space, node, imaginable)
  else imagineMembers(space, node, imaginable)
  const search = new MemberSearch(node, imaginable.size)
  if (!search.isComplete(space) && !search.isFull) throw new BeyondLinearError()
  return search
}

/** Claims that are given sample values, one after the other. */
const MAX_SAMPLED = 3

class MemberSearch implements FoundMembers {
  readonly found = new Map<string, Completion>()
  mayLack = false

  constructor(
    private readonly node: MemberNode | BooleanNode,
    private readonly imaginable: number,
  ) {}

  /** Whether no other member can be found. */
  get isFull(): boolean {
    return this.found.size + (this.mayLack ? 1 : 0) === this.imaginable
  }

  /** Whether every completion was looked at. Otherwise samples are. */
  isComplete(space: Space, left = MAX_SAMPLED): boolean {
    const inputs = openInputs(space, [this.node])
    if (this.explore({ ...space, open: [...inputs] }) || this.isFull) return true
    const whole = fewWhole(space, inputs)
    if (whole !== null) return this.all(space, whole, fewValues(space.program.ruleset.inputs[whole]!) ?? [], left)
    const sample = sampleOf(space, inputs)
    if (sample !== null && left > 0) this.all(space, sample.input, sample.values, left - 1)
    return false
  }

  private all(space: Space, input: number, values: readonly Value[], left: number): boolean {
    return values
      .map((value) => this.isFull || this.isComplete(withValue(space, [this.node], input, value), left))
      .every((isComplete) => isComplete)
  }

  private explore(space: Space): boolean {
    let isComplete = true
    exploreRegions(
      space,
      (trace) => readMember(trace, this.node),
      ({ completion, result: { member, isWhole } }) => {
        isComplete &&= isWhole
        if (member === LACK) this.mayLack = true
        else if (!this.found.has(member)) this.found.set(member, completion)
        return !this.isFull
      },
    )
    return isComplete
  }
}

interface ReadMember {
  readonly member: string | null
  /** Whether all of the cell has this member, not only the completion. */
  readonly isWhole: boolean
}

function readMember(trace: Trace, node: MemberNode | BooleanNode): ReadMember {
  try {
    return { member: node.domain === 'boolean' ? truthText(trace.truth(node)) : trace.member(node), isWhole: true }
  } catch (error) {
    if (!(error instanceof BeyondLinearError)) throw error
    return { member: memberAt(trace.evaluate(node)), isWhole: false }
  }
}

function memberAt(value: Outcomes | Member | Quantity): string | null {
  if (typeof value === 'number') return truthText(value)
  return typeof value === 'string' ? value : LACK
}

export function truthText(outcome: Outcomes): string | null {
  return outcome === NONE ? LACK : outcome === TRUE ? 'true' : 'false'
}

function imagineOutcomes({ settled, run, program, known }: Space, node: BooleanNode, into: Set<string | null>): void {
  const outcomes = settled.get(node) ?? node.evaluate(program.begin(known, run.meter))
  if (typeof outcomes !== 'number') return
  for (const outcome of [TRUE, FALSE, NONE]) if ((outcomes & outcome) !== 0) into.add(truthText(outcome))
}

/** Every member that an open branch has; some may be impossible. */
function imagineMembers(space: Space, root: MemberNode, into: Set<string | null>): void {
  const { settled, run, program, known } = space
  const under = program.begin(known, run.meter)
  const seen = new Set<MemberNode>()
  const waiting: MemberNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    run.meter.spend(1)
    const value = settled.get(node)
    if (value !== undefined) into.add(typeof value === 'string' ? value : LACK)
    else if (node.kind === 'constant') into.add(node.value)
    else if (node.kind === 'shared') waiting.push(node.inner)
    else if (node.kind === 'input') {
      const input = program.ruleset.inputs[node.input]
      if (input?.type.kind === 'enum') for (const member of input.type.vocabulary) into.add(member)
    } else if (node.kind === 'choice') {
      run.meter.spend(node.condition.cost)
      const taken = node.condition.evaluate(under)
      if ((taken & TRUE) !== 0) waiting.push(node.whenTrue)
      if ((taken & FALSE) !== 0) waiting.push(node.whenFalse)
      if ((taken & NONE) !== 0) into.add(LACK)
    } else {
      waiting.push(...node.arms.values())
      if (node.fallback !== null) waiting.push(node.fallback)
      // A subject may have no value.
      if (node.subject.kind !== 'input') into.add(LACK)
    }
  }
}
