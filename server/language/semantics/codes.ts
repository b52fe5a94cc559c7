/**
 * Claims of language 1.4 that are a number, a date or a code: `declare income as numeric or {"NA"}`. Two inputs hold
 * one claim: its number, and its code or {@link NO_CODE}. A comparison with the number holds only if there is one.
 */
import { replaceFix } from '../messages/report'
import { ONE, ZERO } from '../numeric/rational'
import type { Codes, DeclaredType, Expression } from '../syntax/syntax'
import type { Span } from '../text/line-index'
import { NO_CODE } from './checked-input'
import type { Checked, WrittenForm } from './checked-ruleset'
import { isAmount } from './checked-type'
import { type Checking, type InputDraft, readInput } from './checking'
import { reportUnknownMembers } from './members'
import { BOOLEAN } from './types'

type Comparison = Extract<Expression, { kind: 'comparison' }>

/** Reports codes that the claim has already, also as members of its enum. */
export function checkCodes(c: Checking, type: Exclude<DeclaredType, { kind: 'boolean' }>): void {
  const members = type.kind === 'enum' ? type.members : []
  const known = new Set(members.map(({ value }) => value))
  for (const code of type.codes.members) {
    if (known.has(code.value)) c.report.add('repeated-code', code, [code.value])
    known.add(code.value)
  }
}

/** Adds the input that holds the codes of the claim. */
export function declareCodes(c: Checking, draft: InputDraft, index: number, codes: Codes): void {
  const { members, otherwise } = codes
  if (members.length === 0 && otherwise === null) return
  if (draft.type.kind === 'enum') {
    if (draft.type.ordered) c.report.add('ordered-codes', members[0] ?? otherwise ?? draft.statement, [])
    if (otherwise !== null) draft.form = { kind: 'else', otherwise: otherwise.value }
    return
  }
  const texts = [...members, ...(otherwise === null ? [] : [otherwise])].map(({ value }) => value)
  const empty = [...members, ...(otherwise === null ? [] : [otherwise])].find(({ value }) => value === NO_CODE)
  if (empty !== undefined) c.report.add('empty-code', empty, [])
  const known = [...new Set(texts)]
  draft.form = { kind: 'coded', code: c.inputs.length, codes: known, otherwise: otherwise?.value ?? null }
  c.inputs.push({
    ...draft,
    question: null,
    written: null,
    column: null,
    range: null,
    whole: false,
    listed: null,
    form: { kind: 'code', of: index },
    declaredUnit: null,
    unitSpelling: null,
    adoptedUnit: null,
    declaration: { kind: 'boolean' },
    type: { kind: 'enum', vocabulary: [NO_CODE, ...known], ordered: false },
  })
}

/** The input with codes that this expression reads directly, or null. */
export function codedInput(c: Checking, node: Checked): number | null {
  const read = node.kind === 'written' && node.form.kind === 'shown' ? node.form.shown : node
  return read.kind === 'input' && c.inputs[read.input]?.form?.kind === 'coded' ? read.input : null
}

/** Reads the code of a claim. */
export function codeOf(c: Checking, input: number, span: Span): Checked {
  const form = c.inputs[input]?.form
  if (form?.kind !== 'coded') throw new Error('the claim has no codes')
  return readInput(c, form.code, span)
}

function hasNumber(c: Checking, input: number, span: Span): Checked {
  return compareCode(codeOf(c, input, span), '==', NO_CODE, span)
}

function compareCode(code: Checked, operator: '==' | '!=', member: string, { start, end }: Span): Checked {
  const right: Checked = { kind: 'string', value: member, type: { kind: 'text', members: [member] }, start, end }
  return { kind: 'compare', domain: 'member', operator, left: code, right, order: null, type: BOOLEAN, start, end }
}

/** Holds if every claim with codes that the value is calculated from is a number; null if there is no such claim. */
export function numberGuard(c: Checking, node: Checked): Checked | null {
  switch (node.kind) {
    case 'input':
      return c.inputs[node.input]?.form?.kind === 'coded' ? hasNumber(c, node.input, node) : null
    case 'let':
      return c.lets[node.let]?.guard ?? null
    case 'negate':
    case 'absolute':
    case 'round':
    case 'convert':
      return numberGuard(c, node.operand)
    case 'arithmetic':
      return bothGuards(c, [node.left, node.right], node)
    case 'add-months':
      return bothGuards(c, [node.operand, node.months], node)
    case 'extreme':
    case 'calendar':
      return bothGuards(c, node.operands, node)
    case 'written':
      if (node.form.kind === 'text') return textGuard(c, node.form)
      return numberGuard(c, node.form.kind === 'shown' ? node.form.shown : node.core)
    case 'choice': {
      const guards = [numberGuard(c, node.then), numberGuard(c, node.otherwise)]
      if (guards.every((guard) => guard === null)) return null
      const { condition, start, end } = node
      const always: Checked = { kind: 'boolean', value: true, type: BOOLEAN, start, end }
      const [then, otherwise] = guards.map((guard) => guard ?? always) as [Checked, Checked]
      return { kind: 'choice', condition, then, otherwise, partial: false, type: BOOLEAN, start, end }
    }
    case 'case': {
      const guards = node.arms.map(({ value }) => numberGuard(c, value))
      const fallback = node.fallback === null ? null : numberGuard(c, node.fallback)
      if (fallback === null && guards.every((guard) => guard === null)) return null
      const { start, end } = node
      const always: Checked = { kind: 'boolean', value: true, type: BOOLEAN, start, end }
      const arms = node.arms.map(({ label }, i) => ({ label, value: guards[i] ?? always }))
      return { ...node, arms, fallback: node.fallback === null ? null : (fallback ?? always), type: BOOLEAN }
    }
    default:
      return null
  }
}

/** A length is that of a text, and a code is not a text. */
function textGuard(c: Checking, { ask, operand }: Extract<WrittenForm, { kind: 'text' }>): Checked | null {
  const { type, start, end } = operand
  const codes = type.kind === 'enum' && type.text !== undefined ? (c.texts.get(type.text)?.codes ?? []) : []
  if (ask !== 'length' || codes.length === 0) return null
  const text = { kind: 'text', members: codes } as const
  const members = codes.map((value): Checked => ({ kind: 'string', value, type: text, start, end }))
  const set: Checked = { kind: 'set', members, type: { kind: 'set', element: text }, start, end }
  const isCode: Checked = { kind: 'is-member', domain: 'member', value: operand, set, type: BOOLEAN, start, end }
  return { kind: 'connective', connective: 'Not', operands: [isCode], type: BOOLEAN, start, end }
}

function bothGuards(c: Checking, operands: readonly Checked[], span: Span): Checked | null {
  return joinGuards(
    operands.map((operand) => numberGuard(c, operand)),
    span,
  )
}

function joinGuards(guards: readonly (Checked | null)[], { start, end }: Span): Checked | null {
  const needed = guards.filter((guard) => guard !== null)
  if (needed.length < 2) return needed[0] ?? null
  return { kind: 'connective', connective: 'And', operands: needed, type: BOOLEAN, start, end }
}

/** A condition on numbers that may be codes: false if one of them is a code. It reads like the condition itself. */
export function guarded(c: Checking, condition: Checked, sides: readonly Checked[]): Checked {
  const { start, end } = condition
  const guard = bothGuards(c, sides, condition)
  if (guard === null) return condition
  const core: Checked = {
    kind: 'connective',
    connective: 'And',
    operands: [guard, condition],
    type: BOOLEAN,
    start,
    end,
  }
  return { kind: 'written', form: { kind: 'shown', shown: condition }, core, type: BOOLEAN, start, end }
}

/** A number that may be a code has no value if it is one. It reads like the number itself. */
export function numberOrNothing(c: Checking, value: Checked): Checked {
  const guard = isAmount(value.type) ? numberGuard(c, value) : null
  if (guard === null) return value
  const { type, start, end } = value
  const [then, otherwise]: [Checked, Checked] = [value, { kind: 'nothing', type, start, end }]
  const core: Checked = { kind: 'choice', condition: guard, then, otherwise, partial: false, type, start, end }
  return { kind: 'written', form: { kind: 'shown', shown: value }, core, type, start, end }
}

/** `income == "NA"`. Undefined if it is another comparison; null, and reported, if it is wrong. */
export function checkCodeComparison(
  c: Checking,
  node: Comparison,
  left: Checked,
  right: Checked,
): Checked | null | undefined {
  const [input, text] = right.type.kind === 'text' ? [codedInput(c, left), right] : [codedInput(c, right), left]
  if (input === null || text.type.kind !== 'text') return undefined
  const { operator, start, end } = node
  const code = codeOf(c, input, input === codedInput(c, left) ? left : right)
  const codes = codesOf(c, input)
  const unknown = text.type.members.filter((member) => !codes.includes(member))
  if (unknown.length > 0) {
    reportUnknownCodes(c, input, text, unknown, codes)
    return null
  }
  if (operator !== '==' && operator !== '!=') {
    c.report.add('code-order', node, [])
    return null
  }
  return {
    kind: 'compare',
    domain: 'member',
    operator,
    left: code,
    right: text,
    order: null,
    type: BOOLEAN,
    start,
    end,
  }
}

/** A code that is near another one is taken for a slip. */
function reportUnknownCodes(
  c: Checking,
  input: number,
  node: Checked,
  unknown: readonly string[],
  codes: readonly string[],
): void {
  const isSlip = (code: string) => c.alike(codes, code) !== null || c.speller.nearest(code, codes) !== null
  const missing = unknown.filter((code) => code !== NO_CODE && !isSlip(code))
  const slips = unknown.filter((code) => code !== NO_CODE && isSlip(code))
  if (unknown.includes(NO_CODE)) c.report.add('empty-code', node, [])
  if (slips.length > 0) reportUnknownMembers(c, node, slips, codes)
  if (missing.length > 0) c.report.add('code-missing', node, [c.inputs[input]!.declared.name, missing, codes])
}

/** `IsMember(income, {"NA", "Exempt"})`. Undefined if it asks for something else; null, and reported, if it is wrong. */
export function checkCodeMember(
  c: Checking,
  value: Checked,
  set: Checked,
  { start, end }: Span,
): Checked | null | undefined {
  const input = codedInput(c, value)
  const element = set.type.kind === 'set' ? set.type.element : null
  if (input === null || element?.kind !== 'text') return undefined
  const codes = codesOf(c, input)
  const unknown = element.members.filter((member) => !codes.includes(member))
  if (unknown.length > 0) {
    reportUnknownCodes(c, input, set, unknown, codes)
    return null
  }
  const code = codeOf(c, input, value)
  return { kind: 'is-member', domain: 'member', value: code, set, type: BOOLEAN, start, end }
}

export function codesOf(c: Checking, input: number): readonly string[] {
  const form = c.inputs[input]?.form
  const type = form?.kind === 'coded' ? c.inputs[form.code]?.type : null
  return type?.kind === 'enum' ? type.vocabulary.filter((code) => code !== NO_CODE) : []
}

/** Reports `income != 5 "USD"`, which can be meant in two ways where income may be a code. */
export function reportCodeInequality(c: Checking, node: Comparison, sides: readonly Checked[]): boolean {
  if (node.operator !== '!=' || bothGuards(c, sides, node) === null) return false
  const written = (side: Expression) => c.text.slice(side.start, side.end)
  const equal = `${written(node.left)} == ${written(node.right)}`
  const less = `${written(node.left)} < ${written(node.right)}`
  const more = `${written(node.left)} > ${written(node.right)}`
  const fixes = [
    replaceFix(`Write Not(${equal}), which holds for codes too`, node, `Not(${equal})`),
    replaceFix(`Write Or(${less}, ${more}), which holds only for numbers`, node, `Or(${less}, ${more})`),
  ]
  c.report.add('code-inequality', node, [equal, less, more], fixes)
  return true
}

/** Warns of `Not(income <= 5 "USD")`, which holds for every code. */
export function warnNegatedGuard(c: Checking, operand: Checked, at: Span): void {
  if (operand.kind !== 'written' || operand.form.kind !== 'shown' || operand.form.shown.kind !== 'compare') return
  const guards = codedBehind(c, [operand.form.shown.left, operand.form.shown.right])
  const [first] = guards
  if (first !== undefined) c.report.add('negated-number', at, [c.inputs[first]!.declared.name, codesOf(c, first), null])
}

function codedBehind(c: Checking, sides: readonly Checked[]): number[] {
  return sides.flatMap((side) => codedInput(c, side) ?? [])
}

/** Checks `IsNumber(income)` and `IsWhole(income)`. Null, and reported, if the operand is not a claim with a number. */
export function checkNumberForm(
  c: Checking,
  callee: 'IsNumber' | 'IsWhole',
  value: Checked,
  node: Span,
): Checked | null {
  const { start, end } = node
  const { type } = value
  const guard = numberGuard(c, value)
  if (callee === 'IsNumber') {
    if (guard !== null && isAmount(type)) return isA(value, type.kind === 'numeric' ? 'number' : type.kind, guard, node)
    c.report.add('number-operand', value, [])
    return null
  }
  if (type.kind !== 'numeric') {
    c.report.add('whole-operand', value, [])
    return null
  }
  const one: Checked = { kind: 'number', value: ONE, type, start, end }
  const zero: Checked = { kind: 'number', value: ZERO, type, start, end }
  const rest: Checked = { kind: 'arithmetic', operator: '%', left: value, right: one, type, start, end }
  const compare = { domain: 'numeric', operator: '==', left: rest, right: zero, order: null } as const
  const core = guarded(c, { kind: 'compare', ...compare, type: BOOLEAN, start, end }, [value])
  return isA(value, 'whole number', core, node)
}

type NumberForm = Extract<WrittenForm, { kind: 'is-a' }>['what']

function isA(operand: Checked, what: NumberForm, core: Checked, { start, end }: Span): Checked {
  return { kind: 'written', form: { kind: 'is-a', what, operand }, core, type: BOOLEAN, start, end }
}
