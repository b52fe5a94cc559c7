import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Expression, type Node, parse, type TemplateElement } from 'acorn'
import { transformSync } from 'esbuild'

export interface PageString {
  readonly file: string
  /** Interpolated values are `…`. */
  readonly text: string
}

/** @param root folder of `components` and `app` */
export function pageStrings(root: string): PageString[] {
  return ['components', 'app'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.worker\.ts$|(?:^|\/)(?:testing|bench)\//.test(name))
      .toSorted()
      .flatMap((name) => {
        const file = `${folder}/${name}`
        return stringsIn(readFileSync(path.join(root, file), 'utf8'), file).map((text) => ({ file, text }))
      }),
  )
}

/** Returns every string of a module with at least two words. Text and values of one element are one string. */
export function stringsIn(source: string, file: string): string[] {
  const { code } = transformSync(source, {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    format: 'esm',
    charset: 'utf8',
  })
  const texts: string[] = []
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), texts)
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => / /.test(text) && !isClassList(text))
}

function visit(node: Node, texts: string[]): void {
  const visited = node as Expression | TemplateElement | Node
  if (isImport(visited)) return
  const whole = textOf(visited)
  if (whole !== null) texts.push(whole)
  for (const [member, value] of Object.entries(visited)) {
    if (member === 'quasis') continue
    for (const inner of Array.isArray(value) ? value : [value])
      if (isNode(inner) && !(whole !== null && isText(inner))) visit(inner, texts)
  }
}

/** Returns the text of a literal, a template, a sum of them, or an element's children. */
function textOf(node: Node): string | null {
  const read = node as Expression
  switch (read.type) {
    case 'Literal':
      return typeof read.value === 'string' ? read.value : null
    case 'TemplateLiteral':
      return read.quasis.map(({ value }) => value.cooked ?? '').join('…')
    case 'ArrayExpression': {
      // Children of an element. A list of separate strings has no text between them.
      const pieces = read.elements.map((element) => (element === null ? null : textOf(element)))
      if (!pieces.some((part) => part !== null && /^\s|\s$/.test(part))) return null
      return pieces.map((part) => part ?? '…').join('')
    }
    default:
      return null
  }
}

function isText(node: Node): boolean {
  return node.type === 'Literal'
}

function isImport({ type }: Node): boolean {
  return type === 'ImportDeclaration' || type === 'ImportExpression' || type === 'ExportAllDeclaration'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Recognizes style names: no capital letters or quotes, and most words have a hyphen, a colon or a bracket. */
function isClassList(text: string): boolean {
  const words = text.split(' ')
  if (words.some((word) => /^[A-Z]|[’“”;?]|[,.:]$/.test(word))) return false
  return words.filter((word) => /[-:[]/.test(word)).length * 2 > words.length
}
