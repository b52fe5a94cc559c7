/**
 * What can be left out of a node, and what stands in its place then.
 *
 * Promises: the replacement has the type of the node. Operands and members come last first, so that of two equal ones
 * the later is left out. Nothing here is evaluated.
 */
import type { Fix } from '../../language/messages/diagnostic'
import { integer, ZERO } from '../../language/numeric/rational'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { negation, WITHOUT_VALUE } from '../condition'
import type { Part } from '../parts/part'
import type { SourceText } from '../parts/source-text'

export interface Removal {
  readonly kind: 'operand_changes_nothing' | 'branch_never_taken'
  /** The part that is left out. */
  readonly part: Checked
  /** "The operand", at the start of a sentence. */
  readonly what: string
  /** @returns null where nothing would be left, or where what was dropped before settles it */
  without(dropped: ReadonlySet<Checked>): Checked | null
  /** @param parent the node around the one that is changed */
  fix(text: SourceText, parent: Checked | null): Fix | null
}

type Of<K extends Checked['kind']> = Extract<Checked, { kind: K }>

const NO_FIX = (): null => null

export function idleOperands({ node, parent }: Part): readonly Removal[] {
  switch (node.kind) {
    case 'connective':
      if (node.connective === 'And' || node.connective === 'Or') return operandsOf(node)
      return node.connective === 'Implies' ? sidesOf(node) : []
    case 'set':
      // A set that is named, or combined with others, is a list for its own sake.
      return parent?.kind === 'quantified' || parent?.kind === 'is-member' ? membersOf(node) : []
    case 'choice':
      return [
        {
          kind: 'operand_changes_nothing',
          part: node.condition,
          what: 'The condition',
          without: (dropped) => (dropped.size > 0 ? null : node.partial ? node.then : node.otherwise),
          fix: NO_FIX,
        },
      ]
    default:
      return []
  }
}

function operandsOf(node: Of<'connective'>): readonly Removal[] {
  return node.operands.toReversed().map((operand) => ({
    kind: 'operand_changes_nothing',
    part: operand,
    what: 'The operand',
    without: (dropped) => {
      const [first, ...others] = node.operands.filter((other) => other !== operand && !dropped.has(other))
      if (first === undefined) return null
      return others.length === 0 ? first : { ...node, operands: [first, ...others] }
    },
    fix: (text, parent) => dropOperand(text, parent, node, operand),
  }))
}

function sidesOf(node: Of<'connective'>): readonly Removal[] {
  const [premise, consequence] = node.operands
  const once = (replacement: Checked) => (dropped: ReadonlySet<Checked>) => (dropped.size > 0 ? null : replacement)
  const kind = 'operand_changes_nothing'
  return [
    { kind, part: premise!, what: 'The condition', without: once(consequence!), fix: NO_FIX },
    { kind, part: consequence!, what: 'The consequence', without: once(negation(premise!)), fix: NO_FIX },
  ]
}

function membersOf(node: Of<'set'>): readonly Removal[] {
  if (node.members.length < 2) return []
  return node.members.toReversed().map((member) => ({
    kind: 'operand_changes_nothing',
    part: member,
    what: 'The member',
    without: (dropped) => {
      const members = node.members.filter((other) => other !== member && !dropped.has(other))
      return members.length === 0 ? null : { ...node, members }
    },
    fix: NO_FIX,
  }))
}

/**
 * A branch that is left out becomes a thing without a value, which shows wherever the branch decides anything.
 */
export function idleBranches({ node }: Part): readonly Removal[] {
  if (node.kind === 'choice') {
    const branches = node.partial ? (['then'] as const) : (['then', 'otherwise'] as const)
    return branches.map((name) => branchRemoval(node[name], (gone) => ({ ...node, [name]: gone })))
  }
  if (node.kind !== 'case') return []
  const arms = node.arms.map((arm) =>
    branchRemoval(arm.value, (gone) => ({
      ...node,
      arms: node.arms.map((other) => (other === arm ? { ...arm, value: gone } : other)),
    })),
  )
  const { fallback } = node
  if (fallback === null) return arms
  return [...arms, branchRemoval(fallback, (gone) => ({ ...node, fallback: gone }))]
}

function branchRemoval(branch: Checked, replaced: (gone: Checked) => Checked): Removal {
  const gone = withoutValue(branch)
  return {
    kind: 'branch_never_taken',
    part: branch,
    what: 'The branch',
    without: () => (gone === null ? null : replaced(gone)),
    fix: NO_FIX,
  }
}

/** An expression of the same type that never has a value; null for members and sets, which always have one. */
function withoutValue({ type }: Checked): Checked | null {
  if (type.kind === 'boolean') return WITHOUT_VALUE
  if (type.kind !== 'numeric') return null
  const number = (value: typeof ZERO): Checked => ({ kind: 'number', value, type, start: 0, end: 0 })
  return { kind: 'arithmetic', operator: '/', left: number(integer(1)), right: number(ZERO), type, start: 0, end: 0 }
}

/** What may stand around a condition without a change of how the text around it is read. */
const DELIMITING: ReadonlySet<Checked['kind']> = new Set(['connective', 'choice', 'case', 'quantified'])

function dropOperand(text: SourceText, parent: Checked | null, node: Of<'connective'>, operand: Checked): Fix | null {
  const written = text.written(node)
  const isPlain = written.startsWith(`${node.connective}(`) && !written.includes('//') && !written.includes('/*')
  if (!isPlain || (parent !== null && !DELIMITING.has(parent.kind))) return null
  const others = node.operands.filter((other) => other !== operand).map((other) => text.written(other))
  if (others.length === 0) return null
  const replacement = others.length === 1 ? others[0]! : `${node.connective}(${others.join(', ')})`
  return {
    title: 'Remove the operand that changes nothing',
    edits: [{ start: node.start, end: node.end, text: replacement }],
  }
}
