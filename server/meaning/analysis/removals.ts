/** Later operands and members come first, so the later of two equal ones is dropped. */
import type { Fix } from '../../language/messages/diagnostic'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { negation } from '../condition'
import type { Part } from '../parts/part'
import type { SourceText } from '../parts/source-text'

export interface Removal {
  readonly part: Checked
  /** "The operand", at the start of a sentence. */
  readonly what: string
  /** Quotes what the whole node becomes; null if only the part is gone. */
  readonly instead: ((text: SourceText) => string) | null
  /** Null if nothing would remain, or earlier drops settle it. */
  without(dropped: ReadonlySet<Checked>): Checked | null
  /** @param parent the node around the changed one */
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
      // Elsewhere, a set lists its members on purpose.
      return parent?.kind === 'quantified' || parent?.kind === 'is-member' ? membersOf(node) : []
    case 'choice':
      return [conditionOf(node.condition, node.partial ? node.then : node.otherwise)]
    default:
      return []
  }
}

/** If(a > b, a - b, 0) is usual and clearer than a - b, so the other branch is not tried. */
function conditionOf(condition: Checked, branch: Checked): Removal {
  return {
    part: condition,
    what: 'The condition',
    instead: (text) => text.quoted(branch),
    without: (dropped) => (dropped.size > 0 ? null : branch),
    fix: NO_FIX,
  }
}

function operandsOf(node: Of<'connective'>): readonly Removal[] {
  return node.operands.toReversed().map((operand) => ({
    part: operand,
    what: 'The operand',
    instead: null,
    without: (dropped) => {
      const [first, ...others] = node.operands.filter((other) => other !== operand && !dropped.has(other))
      if (first === undefined) return null
      return others.length === 0 ? first : { ...node, operands: [first, ...others] }
    },
    fix: (text, parent) => dropOperand(text, parent, node, operand),
  }))
}

function sidesOf(node: Of<'connective'>): readonly Removal[] {
  const [premise, consequence] = [node.operands[0]!, node.operands[1]!]
  const once = (replacement: Checked) => (dropped: ReadonlySet<Checked>) => (dropped.size > 0 ? null : replacement)
  return [
    {
      part: premise,
      what: 'The condition',
      instead: (text) => text.quoted(consequence),
      without: once(consequence),
      fix: NO_FIX,
    },
    {
      part: consequence,
      what: 'The consequence',
      instead: (text) => `“Not(${text.written(premise)})”`,
      without: once(negation(premise)),
      fix: NO_FIX,
    },
  ]
}

function membersOf(node: Of<'set'>): readonly Removal[] {
  if (node.members.length < 2) return []
  return node.members.toReversed().map((member) => ({
    part: member,
    what: 'The member',
    instead: null,
    without: (dropped) => {
      const members = node.members.filter((other) => other !== member && !dropped.has(other))
      return members.length === 0 ? null : { ...node, members }
    },
    fix: NO_FIX,
  }))
}

/** Parents that keep the meaning of the text. */
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
