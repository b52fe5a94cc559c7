/**
 * JSONPath (RFC 9535) without filters, slices, unions and descendants: such a path costs no more than the document, and
 * can be written back. A query selects the same nodes as under the RFC.
 */
import { JsonNumber, type LosslessJson } from '../language/numeric/lossless-json'

export type PathStep = { readonly name: string } | { readonly index: number } | 'every'

export interface JsonPath {
  readonly text: string
  readonly steps: readonly PathStep[]
  /** Selects at most one node. */
  readonly isSingular: boolean
}

export interface PathProblem {
  readonly message: string
  /** UTF-16 units from zero. */
  readonly offset: number
}

/** Names and indexes from the root; a normalized path (RFC 9535, section 2.7). */
export type Location = readonly (string | number)[]

export interface SelectedNode {
  readonly location: Location
  readonly value: LosslessJson
}

const SPACE = '[ \\t\\n\\r]*'
const FIRST = 'A-Za-z_\\u0080-\\uD7FF\\uD800-\\uDFFF\\uE000-\\uFFFF'
const SHORT_NAME = new RegExp(`${SPACE}\\.([${FIRST}][${FIRST}0-9]*|\\*)`, 'y')
const OPEN = new RegExp(`${SPACE}\\[${SPACE}`, 'y')
const CLOSE = new RegExp(`${SPACE}\\]`, 'y')
const INDEX = /0|-?[1-9][0-9]*/y
const DOUBLE_QUOTED = /"((?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*)"/y
const SINGLE_QUOTED = /'((?:[^'\\\u0000-\u001f]|\\(?:['\\/bfnrt]|u[0-9A-Fa-f]{4}))*)'/y

export function parsePath(text: string): JsonPath | PathProblem {
  if (!text.startsWith('$')) return { message: 'a path begins with $', offset: 0 }
  if (!text.isWellFormed()) return { message: 'a path has no lone surrogates', offset: 0 }
  const steps: PathStep[] = []
  let offset = 1
  while (offset < text.length) {
    const read = readShortName(text, offset) ?? readBrackets(text, offset)
    if ('message' in read) return read
    steps.push(read.step)
    offset = read.end
  }
  return { text, steps, isSingular: !steps.includes('every') }
}

interface ReadStep {
  readonly step: PathStep
  readonly end: number
}

function readShortName(text: string, offset: number): ReadStep | null {
  const match = matchAt(SHORT_NAME, text, offset)
  if (match === null) return null
  const [all, name = ''] = match
  return { step: name === '*' ? 'every' : { name }, end: offset + all.length }
}

function readBrackets(text: string, offset: number): ReadStep | PathProblem {
  const open = matchAt(OPEN, text, offset)
  if (open === null) return { message: 'expected .name, .*, [name], [index] or [*]', offset }
  const start = offset + open[0].length
  const selector = readSelector(text, start)
  if (selector === null)
    return {
      message: 'expected a name in quotation marks, an index or *; filters, slices and lists are not supported',
      offset: start,
    }
  const close = matchAt(CLOSE, text, selector.end)
  if (close === null) return { message: 'expected ]; only one name or index is supported', offset: selector.end }
  return { step: selector.step, end: selector.end + close[0].length }
}

function readSelector(text: string, start: number): ReadStep | null {
  if (text[start] === '*') return { step: 'every', end: start + 1 }
  const quoted = matchAt(DOUBLE_QUOTED, text, start) ?? matchAt(SINGLE_QUOTED, text, start)
  if (quoted !== null) {
    const name = unescapeName(quoted[1] ?? '')
    return name.isWellFormed() ? { step: { name }, end: start + quoted[0].length } : null
  }
  const index = matchAt(INDEX, text, start)
  if (index === null || !Number.isSafeInteger(Number(index[0]))) return null
  return { step: { index: Number(index[0]) }, end: start + index[0].length }
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset
  return pattern.exec(text)
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function unescapeName(written: string): string {
  return written.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Selects nodes in the order of the document. */
export function selectNodes(root: LosslessJson, { steps }: Pick<JsonPath, 'steps'>): readonly SelectedNode[] {
  let nodes: readonly SelectedNode[] = [{ location: [], value: root }]
  for (const step of steps) nodes = nodes.flatMap((node) => childrenAt(node, step))
  return nodes
}

function childrenAt({ location, value }: SelectedNode, step: PathStep): readonly SelectedNode[] {
  const child = (key: string | number, inner: LosslessJson) => ({ location: [...location, key], value: inner })
  if (Array.isArray(value)) {
    if (step === 'every') return value.map((inner, index) => child(index, inner))
    if ('name' in step) return []
    const index = step.index < 0 ? value.length + step.index : step.index
    const inner = value[index]
    return inner === undefined ? [] : [child(index, inner)]
  }
  if (!isJsonObject(value)) return []
  if (step === 'every') return Object.entries(value).map(([key, inner]) => child(key, inner))
  if (!('name' in step) || !Object.hasOwn(value, step.name)) return []
  return [child(step.name, value[step.name]!)]
}

export type JsonObject = { readonly [key: string]: LosslessJson }

export function isJsonObject(value: LosslessJson | undefined): value is { [key: string]: LosslessJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/**
 * A copy with the value of a singular path. Objects are added for names that are missing.
 * @returns undefined if an entry of a list is missing, or something else than an object or list is in the way
 */
export function withValueAt(
  root: LosslessJson | undefined,
  [step, ...rest]: readonly PathStep[],
  value: LosslessJson,
): LosslessJson | undefined {
  if (step === undefined) return value
  if (step === 'every') throw new Error('only singular paths are written')
  if ('index' in step) {
    if (!Array.isArray(root)) return undefined
    const index = step.index < 0 ? root.length + step.index : step.index
    if (root[index] === undefined) return undefined
    const entry = withValueAt(root[index], rest, value)
    return entry === undefined ? undefined : root.with(index, entry)
  }
  if (root !== undefined && !isJsonObject(root)) return undefined
  const old = root !== undefined && Object.hasOwn(root, step.name) ? root[step.name] : undefined
  const inner = withValueAt(old, rest, value)
  return inner === undefined ? undefined : withMember(root ?? {}, step.name, inner)
}

function withMember(object: JsonObject, name: string, value: LosslessJson): { [key: string]: LosslessJson } {
  const copy = { ...object }
  // An assignment to __proto__ would change the prototype.
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
  return copy
}
