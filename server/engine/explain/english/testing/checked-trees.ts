/** Short constructors of checked trees for tests. Types as the analysis gives them; spans are zero. */
import { fromInteger, type Rational } from '../../../../language/numeric/rational'
import type { Input } from '../../../../language/semantics/checked-input'
import type {
  Checked,
  CheckedAssertion,
  CheckedLet,
  CheckedRuleset,
  RoundingMode,
} from '../../../../language/semantics/checked-ruleset'
import type { Type } from '../../../../language/semantics/checked-type'
import type {
  ArithmeticOperator,
  ComparisonOperator,
  Connective,
  Policy,
  QuantifierName,
  SetOperation,
} from '../../../../language/syntax/syntax'
import type { Unit } from '../../../../language/units/unit'

export const BOOLEAN: Type = { kind: 'boolean' }
export const BARE: Type = { kind: 'numeric', unit: null }
const AT = { start: 0, end: 0 }

export function unitNamed(text: string): Unit {
  return { text, factors: [{ symbol: text, power: 1 }], affine: false, difference: false }
}

/** Version 1.3; the library knows all units. */
export function makeRuleset(
  inputs: readonly Input[],
  lets: readonly CheckedLet[],
  assertions: readonly CheckedAssertion[],
): CheckedRuleset {
  return { version: '1.3', inputs, lets, assertions, reports: [], ownSymbols: [] }
}

export function makeInput(name: string, type: Input['type'], more: Partial<Input> = {}): Input {
  const declaredUnit = type.kind === 'numeric' ? type.unit : null
  const own = { kind: 'claim' as const, name, type, declaredUnit, unitSpelling: declaredUnit?.text ?? null }
  return { ...own, adoptedUnit: null, range: null, question: null, context: null, comment: [], line: 1, ...AT, ...more }
}

export function makeDefinition(name: string, value: Checked): CheckedLet {
  return { name, value, line: 1, comment: [] }
}

export function makeAssertion(
  name: string,
  expression: Checked,
  more: Partial<CheckedAssertion> = {},
): CheckedAssertion {
  const policy: Policy = 'neutral'
  return { name, policy, expression, source: '', line: 1, comment: [], reads: [], unbridged: [], ...more }
}

export function inputUse(index: number, { type }: Input): Checked {
  return { kind: 'input', input: index, type, ...AT }
}

export function letUse(index: number, { value }: CheckedLet): Checked {
  return { kind: 'let', let: index, type: value.type, ...AT }
}

export function numberTree(value: number | Rational, of: Unit | null = null): Checked {
  const exact = typeof value === 'number' ? fromInteger(value) : value
  return { kind: 'number', value: exact, type: { kind: 'numeric', unit: of }, ...AT }
}

export function textTree(value: string): Checked {
  return { kind: 'string', value, type: { kind: 'text', members: [value] }, ...AT }
}

export function truthTree(value: boolean): Checked {
  return { kind: 'boolean', value, type: BOOLEAN, ...AT }
}

export function compareTree(left: Checked, operator: ComparisonOperator, right: Checked): Checked {
  const { kind } = left.type
  const domain = kind === 'boolean' || kind === 'numeric' ? kind : 'member'
  const order = left.type.kind === 'enum' && left.type.ordered ? left.type.vocabulary : null
  return { kind: 'compare', domain, operator, left, right, order, type: BOOLEAN, ...AT }
}

export function arithmeticTree(left: Checked, operator: ArithmeticOperator, right: Checked): Checked {
  return { kind: 'arithmetic', operator, left, right, type: left.type, ...AT }
}

export function negateTree(operand: Checked): Checked {
  return { kind: 'negate', operand, type: operand.type, ...AT }
}

export function extremeTree(extreme: 'Min' | 'Max', ...operands: Checked[]): Checked {
  return { kind: 'extreme', extreme, operands, type: operands[0]?.type ?? BARE, ...AT }
}

export function absoluteTree(operand: Checked): Checked {
  return { kind: 'absolute', operand, type: operand.type, ...AT }
}

export function roundTree(operand: Checked, step: number, mode: RoundingMode): Checked {
  const value = fromInteger(step)
  return { kind: 'round', operand, step: value, mode, written: { value, unit: null }, type: operand.type, ...AT }
}

export function connectTree(connective: Connective, ...operands: Checked[]): Checked {
  return { kind: 'connective', connective, operands, type: BOOLEAN, ...AT }
}

/** Without `otherwise`: IF without ELSE. */
export function chooseTree(condition: Checked, then: Checked, otherwise?: Checked): Checked {
  const partial = otherwise === undefined
  return { kind: 'choice', condition, then, otherwise: otherwise ?? truthTree(true), partial, type: then.type, ...AT }
}

export function byCase(subject: Checked, arms: readonly [string, Checked][], fallback: Checked | null): Checked {
  const type = arms[0]?.[1].type ?? BOOLEAN
  return { kind: 'case', subject, arms: arms.map(([label, value]) => ({ label, value })), fallback, type, ...AT }
}

export function setOf(...members: Checked[]): Checked {
  return { kind: 'set', members, type: { kind: 'set', element: members[0]?.type ?? BARE }, ...AT }
}

export function combineSets(operation: SetOperation, left: Checked, right: Checked): Checked {
  return { kind: 'set-operation', operation, domain: 'member', left, right, type: left.type, ...AT }
}

export function isMember(value: Checked, set: Checked): Checked {
  return { kind: 'is-member', domain: 'member', value, set, type: BOOLEAN, ...AT }
}

export function isSubset(left: Checked, right: Checked): Checked {
  return { kind: 'is-subset', domain: 'member', left, right, type: BOOLEAN, ...AT }
}

export function variableTree(index: number, name: string, type: Type): Checked {
  return { kind: 'variable', variable: index, name, type, ...AT }
}

/**
 * @param count bound of AtLeast and AtMost
 * The variable's number must be unique in the ruleset.
 */
export function quantifyTree(
  quantifier: QuantifierName,
  [index, name]: readonly [number, string],
  set: Checked,
  body: Checked,
  count: Checked | null = null,
): Checked {
  const type = quantifier === 'CountWhere' ? BARE : BOOLEAN
  return { kind: 'quantified', quantifier, count, variable: index, name, set, body, type, ...AT }
}

/** Finds operators and keywords of the ruleset language in a sentence, outside of quoted members and names. */

export function ownWords(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/‘\w+(?: \w+)*’/g, '‘’')
}

const OPERATOR = /[=<>!*+%&|{}[\]]/g
const KEYWORD =
  /\b(True|False|ForAll|Exists|AtLeast|AtMost|ExactlyOne|CountWhere|IsMember|IsSubset|Union|Intersect|Difference|Members|Implies|Xor|IF|THEN|ELSE|END|CASE|OF|DEFAULT)\b|\b(And|Or|Not|If)\(/g

export function languageMarks(text: string): readonly string[] {
  const own = ownWords(text)
  return [...(own.match(OPERATOR) ?? []), ...(own.match(KEYWORD) ?? [])]
}
