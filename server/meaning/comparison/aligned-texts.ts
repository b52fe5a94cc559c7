/**
 * Two rulesets ask different questions about one text, so each divides the texts into its own kinds. Before they are
 * compared, both get the kinds that the questions of both tell apart. Then a kind means the same in both.
 */
import { TooManyStatesError } from '../../language/patterns/machine'
import { type AskedShape, shapeMachine } from '../../language/patterns/shapes'
import { type TextClass, textClasses } from '../../language/patterns/text-classes'
import type { Input, TextForm, TextKind } from '../../language/semantics/checked-input'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { lengthArm } from '../../language/semantics/texts/length-arms'
import { freeMember, wordsOfKind } from '../../language/semantics/texts/text-claims'
import { rewriteNodes } from '../../language/semantics/tree/children'
import { mapForm } from '../../language/semantics/tree/written-form'

type Pair = readonly [before: CheckedRuleset, after: CheckedRuleset]

/** The kinds that take the place of those of an input. */
interface Kinds {
  readonly shapes: readonly AskedShape[]
  readonly classes: readonly TextKind[]
  readonly vocabulary: readonly string[]
  readonly hasLength: boolean
}

export function alignTexts(before: CheckedRuleset, after: CheckedRuleset): Pair {
  const later = new Map(after.inputs.map((input, index) => [input.form?.kind === 'text' ? input.name : '', index]))
  const kinds: readonly [Map<number, Kinds>, Map<number, Kinds>] = [new Map(), new Map()]
  before.inputs.forEach((input, index) => {
    const place = input.form?.kind === 'text' ? later.get(input.name) : undefined
    const other = place === undefined ? undefined : after.inputs[place]
    if (place === undefined || other === undefined || areAskedAlike(input, other)) return
    const both = bothKinds(input.form as TextForm, other.form as TextForm)
    if (both === null) return
    kinds[0].set(index, both)
    kinds[1].set(place, both)
  })
  return kinds[0].size === 0 ? [before, after] : [withKinds(before, kinds[0]), withKinds(after, kinds[1])]
}

/** Whether the values of both mean the same texts. */
export function areAskedAlike(before: Input, after: Input): boolean {
  return textKey(before) === textKey(after)
}

function textKey({ type, form }: Input): string | null {
  if (form?.kind !== 'text' || type.kind !== 'enum') return null
  const { shapes, ignoringCase, length } = form
  const classes = form.classes.map(({ member, literal, matches }) => [member, literal, matches])
  return JSON.stringify([type.vocabulary, shapes, ignoringCase, length === null, classes])
}

/** Null if there are too many, or if the case counts in one of them only. */
function bothKinds(before: TextForm, after: TextForm): Kinds | null {
  if (before.ignoringCase !== after.ignoringCase) return null
  const named = (form: TextForm) => [...form.codes, ...form.classes.flatMap(({ literal }) => literal ?? [])]
  const literals = [...new Set([...named(after), ...named(before)])]
  const own = new Set(after.shapes.map(shapeKey))
  const names = new Set(after.shapes.map(({ name }) => name))
  const further = before.shapes
    .filter((shape) => !own.has(shapeKey(shape)))
    .map((shape) => (names.has(shape.name) ? { ...shape, name: `${shape.name}${AS_BEFORE}` } : shape))
  const shapes = [...after.shapes, ...further]
  const { ignoringCase } = after
  try {
    const machines = shapes.map((shape) => shapeMachine(shape, ignoringCase))
    const found = textClasses({ literals, codes: [], shapes: machines, ignoringCase })
    const classes = found.map((each): TextKind => {
      return { ...each, member: each.literal ?? freeMember(literals, kindInWords(each, found, shapes)) }
    })
    const vocabulary = classes.map(({ member }) => member)
    return { shapes, classes, vocabulary, hasLength: before.length !== null || after.length !== null }
  } catch (error) {
    if (error instanceof TooManyStatesError) return null
    throw error
  }
}

const AS_BEFORE = ' as it was before'

/** "a text that matches zip only now" if the shape zip was another. */
function kindInWords(kind: TextClass, all: readonly TextClass[], shapes: readonly AskedShape[]): string {
  const names = new Set(shapes.map(({ name }) => name))
  const matches = (name: string) => kind.matches[shapes.findIndex((shape) => shape.name === name)] === true
  const named = shapes.map((shape): AskedShape => {
    const { name } = shape
    if (name === null || !matches(name)) return shape
    if (name.endsWith(AS_BEFORE)) {
      const later = name.slice(0, -AS_BEFORE.length)
      return matches(later) ? shape : { ...shape, name: `${later} only${AS_BEFORE}` }
    }
    if (!names.has(`${name}${AS_BEFORE}`)) return shape
    return { ...shape, name: `${name} ${matches(`${name}${AS_BEFORE}`) ? 'now' : 'only now'}` }
  })
  return wordsOfKind(kind, all, named)
}

function shapeKey({ pattern, check, name }: AskedShape): string {
  return JSON.stringify([pattern, check, name === null])
}

function withKinds(ruleset: CheckedRuleset, kinds: ReadonlyMap<number, Kinds>): CheckedRuleset {
  const inputs: Input[] = [...ruleset.inputs]
  for (const [index, { shapes, classes, vocabulary, hasLength }] of kinds) {
    const input = inputs[index]!
    const form = input.form as TextForm
    const length = form.length ?? (hasLength ? inputs.push(lengthOf(input, index)) - 1 : null)
    inputs[index] = {
      ...input,
      type: { kind: 'enum', vocabulary, ordered: false, text: index },
      form: { ...form, shapes, classes, length },
    }
  }
  const replace = (node: Checked) => rewritten(node, { ruleset, inputs, kinds })
  const definition = <T extends { readonly value: Checked }>(each: T): T => ({ ...each, value: replace(each.value) })
  return {
    ...ruleset,
    inputs,
    lets: ruleset.lets.map(definition),
    assertions: ruleset.assertions.map((each) => ({ ...each, expression: replace(each.expression) })),
  }
}

function lengthOf(input: Input, of: number): Input {
  return {
    ...input,
    type: { kind: 'numeric', unit: null },
    whole: true,
    question: null,
    context: null,
    form: { kind: 'length', of },
  }
}

interface Rewriting {
  readonly ruleset: CheckedRuleset
  readonly inputs: readonly Input[]
  readonly kinds: ReadonlyMap<number, Kinds>
}

function rewritten(root: Checked, to: Rewriting): Checked {
  return rewriteNodes(root, (node) => {
    if (node.kind === 'input') return to.kinds.has(node.input) ? { ...node, type: to.inputs[node.input]!.type } : node
    if (node.kind !== 'written') return null
    const replace = (part: Checked) => rewritten(part, to)
    const form = mapForm(node.form, replace)
    if (form.kind !== 'text' || node.form.kind !== 'text') return { ...node, form, core: replace(node.core) }
    const { type } = node.form.operand
    const index = type.kind === 'enum' ? type.text : undefined
    const kinds = index === undefined ? undefined : to.kinds.get(index)
    if (index === undefined || kinds === undefined) return { ...node, form, core: replace(node.core) }
    return { ...node, form, core: newCore({ ...node, form }, kinds, to.ruleset.inputs[index]!.form as TextForm) }
  })
}

type TextNode = Extract<Checked, { kind: 'written' }> & {
  readonly form: Extract<Extract<Checked, { kind: 'written' }>['form'], { kind: 'text' }>
}

/** The question about the new kinds. A code of this ruleset is not one of its texts. */
function newCore({ core, form }: TextNode, { shapes, classes }: Kinds, own: TextForm): Checked {
  const { operand } = form
  const { start, end } = core
  const { number } = form
  if (core.kind === 'case' && number !== null) {
    const nothing: Checked = { kind: 'nothing', type: core.type, start, end }
    const arms = classes.map(({ member, lengths }) => {
      return { label: member, value: own.codes.includes(member) ? nothing : lengthArm(lengths, number) }
    })
    return { ...core, subject: operand, arms }
  }
  if (core.kind !== 'is-member' || core.set.kind !== 'set') throw new Error('a text is asked otherwise')
  const question = own.shapes.find(({ name }) => name === form.shape)
  const index = question === undefined ? -1 : shapes.findIndex((shape) => shapeKey(shape) === shapeKey(question))
  const having = classes.filter(({ member, matches }) => matches[index] === true && !own.codes.includes(member))
  const members = having.map(({ member }): Checked => {
    return { kind: 'string', value: member, type: operand.type, start, end }
  })
  return { ...core, value: operand, set: { ...core.set, members } }
}
