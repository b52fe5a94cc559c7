import { ABSENT } from '../engine/claims/claim-rules'
import { type ClaimNode, claimTree } from '../engine/claims/claim-tree'
import { codeIn } from '../engine/claims/shown-claims'
import type { Known, Value } from '../engine/core/value'
import { printDate } from '../language/numeric/calendar'
import { printInstant } from '../language/numeric/instant'
import { printNumeral } from '../language/numeric/numeral'
import { Rational, toDouble } from '../language/numeric/rational'
import { nearestLength } from '../language/patterns/lengths'
import { shapeMachine } from '../language/patterns/shapes'
import { textOfLength } from '../language/patterns/text-classes'
import type { Input } from '../language/semantics/checked-input'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'

/** A record is an object, and a list is an array. */
export type ClaimValue = boolean | string | null | readonly ClaimValue[] | { readonly [field: string]: ClaimValue }

/** Accepted by POST /v1/check; null is submitted as unknown. */
export type ClaimDictionary = Readonly<Record<string, ClaimValue>>

/**
 * Omits locals. Numbers are exact text with the unit as the ruleset's author spells it.
 * @param values null if a claim is unknown
 */
export function claimDictionary({ inputs }: Pick<CheckedRuleset, 'inputs'>, values: Known): ClaimDictionary {
  const dictionary: Record<string, ClaimValue> = {}
  const add = (name: string, value: ClaimValue) => {
    // An assignment to this name would change the prototype.
    if (name === '__proto__') Object.defineProperty(dictionary, name, { value, ...OWN })
    else dictionary[name] = value
  }
  if (inputs.some(({ form, name }) => form !== undefined || name.includes('.'))) {
    const indices = new Map(inputs.map((input, index) => [input, index]))
    for (const [name, node] of claimTree(inputs)) add(name, nodeValue(node, inputs, indices, values))
    return dictionary
  }
  inputs.forEach((input, index) => {
    if (input.kind === 'claim') add(input.name, submittedValue(input, values[index] ?? null))
  })
  return dictionary
}

const OWN = { enumerable: true, configurable: true, writable: true }

function nodeValue(
  node: ClaimNode,
  inputs: readonly Input[],
  indices: ReadonlyMap<Input, number>,
  values: Known,
): ClaimValue {
  const held = (input: Input) => values[indices.get(input)!] ?? null
  const inner = (each: ClaimNode) => nodeValue(each, inputs, indices, values)
  switch (node.kind) {
    case 'value':
      return (
        codeIn(node.input, values) ??
        sampleText(node.input, held(node.input), values) ??
        submittedValue(node.input, held(node.input))
      )
    case 'list': {
      const count = held(node.count)
      return count === null ? null : node.entries.slice(0, Number(count)).map(inner)
    }
    case 'record': {
      const given = node.given === null ? true : held(node.given)
      if (given === null) return null
      return given === false
        ? ABSENT
        : Object.fromEntries([...node.fields].map(([name, field]) => [name, inner(field)]))
    }
  }
}

/** A text of the kind that the values say; null for other claims, and for texts and codes that the rules name. */
function sampleText({ form }: Input, own: Value | null, values: Known): string | null {
  if (form?.kind !== 'text') return null
  const kind = form.classes.find(({ member, literal }) => literal === null && member === own)
  if (kind === undefined) return null
  const number = form.length === null ? null : (values[form.length] ?? null)
  if (!(number instanceof Rational)) return kind.sample
  const { codes, ignoringCase, classes } = form
  const literals = classes.flatMap(({ literal }) => literal ?? [])
  const shapes = form.shapes.map((shape) => shapeMachine(shape, ignoringCase))
  const length = nearestLength(kind.lengths, toDouble(number))
  return textOfLength({ literals, codes, shapes, ignoringCase }, kind, length) ?? kind.sample
}

/** The submitted form of a value; for a kind of texts that no rule names, a sample of the kind. */
export function submittedValue(
  { type, form, declaredUnit, unitSpelling }: Input,
  value: Value | null,
): boolean | string | null {
  if (form?.kind === 'text')
    return form.classes.find(({ member }) => member === value)?.sample ?? (value as string | null)
  if (!(value instanceof Rational)) return value
  if (type.kind === 'date') return printDate(toDouble(value))
  if (type.kind === 'timestamp') return printInstant(value)
  const unit = unitSpelling ?? declaredUnit?.text ?? null
  return unit === null ? printNumeral(value) : `${printNumeral(value)} ${unit}`
}
