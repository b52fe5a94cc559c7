/**
 * Reads the names of tests with their groups from the syntax tree of a test file. Skipped and planned tests do not
 * count. A template name stays as written, such as `an {origin}` for `an ${origin}`.
 */
import { type Node, parse } from 'acorn'
import { transformSync } from 'esbuild'

const TESTS = new Set(['it', 'test'])
const NEVER_RUN = new Set(['skip', 'todo', 'fixme'])

/** @returns full names, with groups joined by ` > ` */
export function testNames(source: string): readonly string[] {
  const { code } = transformSync(source, { loader: 'ts', target: 'esnext' })
  const names: string[] = []
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), [])
  return names

  function visit(node: Node, groups: readonly string[]): void {
    const call = callOf(node)
    if (call === null) {
      for (const child of childrenOf(node)) visit(child, groups)
      return
    }
    if (call.path.some((word) => NEVER_RUN.has(word))) return
    const path = [...groups, nameOf(call.name, code)]
    if (call.isTest) names.push(path.join(' > '))
    for (const child of call.rest) visit(child, path)
  }
}

interface Call {
  readonly isTest: boolean
  /** For example `it`, `each`. */
  readonly path: readonly string[]
  readonly name: Node
  readonly rest: readonly Node[]
}

function callOf(node: Node): Call | null {
  if (node.type !== 'CallExpression') return null
  const { callee, arguments: given } = node as unknown as { callee: Node; arguments: readonly Node[] }
  const path = pathOf(callee)
  const [name, ...rest] = given
  if (name === undefined || path.length === 0 || rest.length === 0) return null
  const isGroup = path[0] === 'describe' || (path[0] === 'test' && path[1] === 'describe')
  if (isGroup) return { isTest: false, path, name, rest }
  const isTest = TESTS.has(path[0]!) && !['use', 'step', 'extend', 'beforeAll', 'beforeEach'].includes(path[1] ?? '')
  return isTest ? { isTest, path, name, rest } : null
}

/** `describe.each(rows)` gives `describe`, `each`; anything else gives an empty list. */
function pathOf(callee: Node): readonly string[] {
  const node = callee as unknown as { name: string; object: Node; property: { name: string }; callee: Node; tag: Node }
  if (callee.type === 'Identifier') return [node.name]
  if (callee.type === 'MemberExpression') return withLast(pathOf(node.object), node.property.name)
  if (callee.type === 'CallExpression') return pathOf(node.callee)
  return callee.type === 'TaggedTemplateExpression' ? pathOf(node.tag) : []
}

function withLast(path: readonly string[], last: string): readonly string[] {
  return path.length === 0 ? [] : [...path, last]
}

function nameOf(node: Node, code: string): string {
  if (node.type === 'Literal') return String((node as unknown as { value: unknown }).value)
  if (node.type !== 'TemplateLiteral') return `{${code.slice(node.start, node.end)}}`
  const { quasis, expressions } = node as unknown as {
    quasis: readonly { value: { cooked: string } }[]
    expressions: readonly Node[]
  }
  const text = quasis.map(({ value: { cooked } }, index) => {
    const expression = expressions[index]
    return expression === undefined ? cooked : `${cooked}{${code.slice(expression.start, expression.end)}}`
  })
  return text.join('')
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
