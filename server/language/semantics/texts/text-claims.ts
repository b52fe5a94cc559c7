/**
 * Texts of language 1.4. What the rules ask about a text divides all texts into finitely many kinds, and the input of the
 * core is an enum of these kinds. So its completions are exactly what some text can be, and no search needs to know that
 * there are texts. A second input has the length if a rule asks for it.
 */
import { foldCase } from '../../patterns/case-folding'
import { TooManyStatesError, Work } from '../../patterns/machine'
import { type AskedShape, shapeMachine } from '../../patterns/shapes'
import { MAX_TEXT_STEPS, type TextClass, textClasses } from '../../patterns/text-classes'
import type { DeclaredType } from '../../syntax/syntax'
import type { TextKind } from '../checked-input'
import type { Checked } from '../checked-ruleset'
import type { Type } from '../checked-type'
import type { AskedText, Checking, InputDraft } from '../checking'
import { lengthArm } from './length-arms'

/** Stands for a claim that is not known. */
const UNKNOWN = 'unknown'

export function declareText(
  c: Checking,
  draft: InputDraft,
  index: number,
  { codes, ignoringCase }: Extract<DeclaredType, { kind: 'text' }>,
): void {
  const { members, otherwise } = codes
  if (otherwise !== null) c.report.add('text-else', otherwise, [])
  const empty = members.find(({ value }) => value === '')
  if (empty !== undefined) c.report.add('empty-code', empty, [])
  const known = [...new Set(members.map(({ value }) => value))]
  const vocabulary = [...known]
  draft.type = { kind: 'enum', vocabulary, ordered: false, text: index }
  draft.form = { kind: 'text', codes: known, ignoringCase, shapes: [], classes: [], length: null }
  const nothing = { literals: [], shapes: new Map(), lengths: [], length: -1 }
  c.texts.set(index, { input: index, codes: known, ignoringCase, vocabulary, ...nothing })
}

/** The questions about the text of this type; null for other types. */
export function askedText(c: Checking, type: Type): AskedText | null {
  return type.kind === 'enum' && type.text !== undefined ? (c.texts.get(type.text) ?? null) : null
}

/**
 * Notes that a rule compares the text with this one.
 * @returns how the rules spell it, which differs from `literal` if the case does not count; null if no text is ever
 *   equal to it
 */
export function askLiteral(c: Checking, type: Type, literal: string): string | null {
  const questions = askedText(c, type)
  if (questions === null) throw new Error('the claim is not a text')
  const { vocabulary, ignoringCase, literals } = questions
  if (vocabulary.includes(literal)) return literal
  if (literal === UNKNOWN) return null
  const fold = ignoringCase ? foldCase(literal) : literal
  const same = ignoringCase ? vocabulary.find((known) => foldCase(known) === fold) : undefined
  if (same !== undefined) return same
  vocabulary.push(literal)
  literals.push(literal)
  return literal
}

/** The index of the input that has the length. */
export function lengthInput(c: Checking, questions: AskedText): number {
  if (questions.length >= 0) return questions.length
  const draft = c.inputs[questions.input]!
  questions.length = c.inputs.length
  c.inputs.push({
    ...draft,
    question: null,
    written: null,
    fallback: null,
    column: null,
    context: null,
    whole: true,
    listed: null,
    form: { kind: 'length', of: questions.input },
    declaration: { kind: 'boolean' },
    type: { kind: 'numeric', unit: null },
  })
  return questions.length
}

/** Divides the texts of every claim into kinds, when all rules are read. */
export function finishTexts(c: Checking): void {
  const work = new Work(MAX_TEXT_STEPS)
  for (const questions of c.texts.values()) {
    const shapes = [...questions.shapes.values()].map(({ shape }) => shape)
    const { literals, codes, ignoringCase } = questions
    const key = JSON.stringify([literals, codes, ignoringCase, shapes])
    const known = recent.get(key)
    const before = work.spent
    try {
      // Earlier work is charged again, so that whether a ruleset compiles does not depend on what was found before.
      work.spend(known?.steps ?? 0)
      const classes = known?.classes ?? findClasses(questions, shapes, work)
      remember(key, { classes, steps: work.spent - before })
      fillIn(c, questions, shapes, classes)
    } catch (error) {
      if (!(error instanceof TooManyStatesError)) throw error
      const { declared } = c.inputs[questions.input]!
      c.report.add('text-size', declared.at, [declared.name.replace(/\[\d+\]/g, '')])
      return
    }
  }
}

/** @throws TooManyStatesError */
function findClasses(questions: AskedText, shapes: readonly AskedShape[], work: Work): readonly TextClass[] {
  const { literals, codes, ignoringCase } = questions
  const machines = shapes.map((shape) => shapeMachine(shape, ignoringCase, work))
  return textClasses({ literals, codes, shapes: machines, ignoringCase }, work)
}

interface Found {
  readonly classes: readonly TextClass[]
  readonly steps: number
}

/** An editor analyses a text again and again, and the entries of a list have the same kinds. */
const recent = new Map<string, Found>()
const MAX_RECENT = 50

function remember(key: string, found: Found): void {
  recent.delete(key)
  recent.set(key, found)
  if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value!)
}

function fillIn(c: Checking, questions: AskedText, shapes: readonly AskedShape[], classes: readonly TextClass[]): void {
  const draft = c.inputs[questions.input]!
  const kinds: TextKind[] = []
  for (const each of classes) {
    const member = each.literal ?? freeMember(questions.vocabulary, wordsOfKind(each, classes, shapes))
    if (each.literal === null) questions.vocabulary.push(member)
    kinds.push({ ...each, member })
  }
  for (const [i, { members }] of [...questions.shapes.values()].entries())
    for (const kind of kinds) if (kind.matches[i]) members.push(memberNode(draft, kind.member))
  for (const { number, arms } of questions.lengths) {
    const { type, start, end } = number
    const nothing: Checked = { kind: 'nothing', type, start, end }
    for (const code of questions.codes) arms.push({ label: code, value: nothing })
    for (const kind of kinds) arms.push({ label: kind.member, value: lengthArm(kind.lengths, number) })
  }
  const { codes, ignoringCase, length } = questions
  draft.form = { kind: 'text', codes, ignoringCase, shapes, classes: kinds, length: length < 0 ? null : length }
}

/** No text that a rule names is taken for these words. */
export function freeMember(taken: readonly string[], words: string): string {
  return taken.includes(words) ? freeMember(taken, `${words} (another one)`) : words
}

function memberNode({ type, statement: { start, end } }: InputDraft, value: string): Checked {
  return { kind: 'string', value, type, start, end }
}

/**
 * "a text that matches uli".
 * @param all tells whether a text that the rules name has the same shapes
 */
export function wordsOfKind(kind: TextClass, all: readonly TextClass[], shapes: readonly AskedShape[]): string {
  const given = shapes.findIndex(({ name }) => name === null)
  const isBlank = given >= 0 && kind.matches[given] === false
  const isOther = all.some((each) => each.literal !== null && each.matches.join() === kind.matches.join())
  const noun = `${isOther ? 'another' : 'a'} ${isBlank ? 'blank text' : 'text'}`
  const named = shapes.flatMap(({ name }, i) => (name === null ? [] : [{ name, has: kind.matches[i] === true }]))
  const has = named.filter((shape) => shape.has).map(({ name }) => name)
  if (has.length > 0) return `${noun} that matches ${joinNames(has)}`
  if (named.length === 1) return `${noun} that does not match ${named[0]!.name}`
  const names = named.map(({ name }) => name)
  if (names.length > 1) return `${noun} that matches none of ${joinNames(names)}`
  return given >= 0 && !isBlank ? `${noun} that is not blank` : noun
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
