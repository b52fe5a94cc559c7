/**
 * Records and lists in the form. Each field has a literal under its path, such as `driver[2].age`; the literal of a list
 * is its number of entries, and that of an optional record is `true` or `"absent"`. Text that was read as JSON has the
 * objects and arrays themselves.
 */
import { JsonNumber, type LosslessJson, readJson } from '../../server/language/numeric/lossless-json'
import type { ClaimField } from '../editor/ruleset-description'

/** Claim dictionary of the form: the JSON text of each value by claim name. It is lossless, so `1.50` stays `1.50`. */
export type ClaimLiterals = Readonly<Record<string, string>>

const expanded = new WeakMap<ClaimLiterals, ClaimLiterals>()

/** Adds a literal for everything inside objects and arrays. Literals under paths win. */
export function expandLiterals(literals: ClaimLiterals): ClaimLiterals {
  const known = expanded.get(literals)
  if (known !== undefined) return known
  const inside: Record<string, string> = {}
  for (const [name, literal] of Object.entries(literals)) {
    if (!/^\s*[{[]/.test(literal)) continue
    const read = readJson(literal)
    if ('value' in read) spread(name, read.value, inside)
  }
  const all = { ...inside, ...literals }
  expanded.set(literals, all)
  return all
}

function spread(path: string, value: LosslessJson, into: Record<string, string>): void {
  into[path] = jsonLiteral(value)
  if (Array.isArray(value)) for (const [index, entry] of value.entries()) spread(`${path}[${index + 1}]`, entry, into)
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) spread(`${path}.${name}`, member, into)
}

function isObject(value: LosslessJson): value is { [key: string]: LosslessJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

export function jsonLiteral(value: LosslessJson): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonLiteral).join(', ')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${jsonLiteral(member)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

/** The number of entries that the literal of a list says, or null. */
export function entriesIn(literal: string | undefined): number | null {
  if (literal === undefined) return null
  if (/^\d{1,4}$/.test(literal)) return Number(literal)
  const read = literal.startsWith('[') ? readJson(literal) : null
  return read !== null && 'value' in read && Array.isArray(read.value) ? read.value.length : null
}

/** Whether the literal of an optional record says that it is there, or is not; null for anything else. */
export function recordGiven(literal: string | undefined): boolean | null {
  if (literal === undefined) return null
  if (literal === 'true' || literal.startsWith('{')) return true
  return literal === '"absent"' || literal === 'false' ? false : null
}

/** Whether the field is asked: only inside a record that is present, and in an entry that exists. */
export function isAskedField(claim: ClaimField, literals: ClaimLiterals): boolean {
  if (claim.within.length === 0) return true
  const all = expandLiterals(literals)
  return claim.within.every(({ claim: outer, entry }) =>
    entry === null ? recordGiven(all[outer]) === true : (entriesIn(all[outer]) ?? 0) >= entry,
  )
}

type Node = { readonly members: Map<string, Node>; text: string | null; isList: boolean }

/** Puts the values of fields into the objects and arrays that programs send. */
export function nestedText(fields: readonly { readonly claim: ClaimField; readonly literal: string }[]): string {
  const root: Node = { members: new Map(), text: null, isList: false }
  for (const { claim, literal } of fields) {
    const node = nodeAt(root, claim.name)
    if (claim.type === 'list') {
      const count = entriesIn(literal)
      node.isList = count !== null && count <= claim.vocabulary.length - 1
      node.text = node.isList ? null : literal
      if (node.isList) for (let entry = 1; entry <= count!; entry++) nodeAt(node, `[${entry}]`)
    } else if (claim.type === 'record') {
      const given = recordGiven(literal)
      node.text = given === true ? null : given === false ? '"absent"' : literal
    } else node.text = literal
  }
  return printNode(root, '')
}

function nodeAt(root: Node, path: string): Node {
  let node = root
  for (const step of path.split(/[.[\]]+/)) {
    if (step === '') continue
    const next: Node = node.members.get(step) ?? { members: new Map(), text: null, isList: false }
    node.members.set(step, next)
    node = next
  }
  return node
}

function printNode({ members, text, isList }: Node, indent: string): string {
  if (text !== null) return text
  const inner = `${indent}  `
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (members.size === 0) return `${open}${close}`
  const lines = [...members].map(
    ([name, member]) => `${inner}${isList ? '' : `${JSON.stringify(name)}: `}${printNode(member, inner)}`,
  )
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}
