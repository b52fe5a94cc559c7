/** Reads the words of an HTML page. Scripts, styles and embedded content are left out, and nothing is loaded. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { countedNumber, markdownRow } from './plain-structure'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const LEFT_OUT = new Set([
  ...['script', 'style', 'noscript', 'template', 'head', 'svg', 'math', 'iframe', 'object', 'embed', 'canvas'],
  ...['audio', 'video', 'select', 'button', 'nav'],
])
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'dd', 'div', 'dl', 'dt', 'fieldset', 'figure', 'footer'],
  ...['form', 'header', 'hr', 'html', 'main', 'p', 'pre', 'section'],
])
const COUNTED: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
}

export function readHtml(source: string): string {
  const writer = new BlockWriter()
  visit(parse(source), writer)
  return writer.text()
}

class BlockWriter {
  readonly #blocks: string[] = []
  #line = ''

  add(words: string): void {
    this.#line += words
  }

  /** Ends the block. `separator` is what is in front of the next one. */
  end(separator = '\n\n'): void {
    const lines = this.#line.split('\n').map((line) => line.replaceAll(/[^\S\n\u00a0]+/g, ' ').trim())
    const block = lines.join('\n').trim()
    this.#line = ''
    if (block !== '') this.#blocks.push(block + separator)
  }

  /** Adds a blank line after the text so far. */
  space(): void {
    this.end()
    const last = this.#blocks.pop()
    if (last !== undefined) this.#blocks.push(`${last.trimEnd()}\n\n`)
  }

  text(): string {
    this.end()
    return this.#blocks.join('')
  }
}

function visit(node: Node, writer: BlockWriter): void {
  if (node.nodeName === '#text' && 'value' in node) writer.add(node.value.replaceAll(/[^\S\u00a0]+/g, ' '))
  else if ('tagName' in node) visitElement(node, writer)
  else if ('childNodes' in node) for (const child of node.childNodes) visit(child, writer)
}

function visitElement(element: Element, writer: BlockWriter): void {
  const { tagName } = element
  if (LEFT_OUT.has(tagName)) return
  const heading = /^h([1-6])$/.exec(tagName)
  if (heading !== null) {
    writer.end()
    writer.add(`${'#'.repeat(Number(heading[1]))} `)
    visitChildren(element, writer)
    writer.end()
  } else if (tagName === 'br') writer.add('\n')
  else if (tagName === 'table') visitTable(element, writer)
  else if (tagName === 'ol' || tagName === 'ul') visitList(element, writer)
  else if (BLOCKS.has(tagName) || tagName === 'li') {
    writer.end()
    visitChildren(element, writer)
    writer.end()
  } else visitChildren(element, writer)
}

function visitChildren(element: Element, writer: BlockWriter): void {
  for (const child of element.childNodes) visit(child, writer)
}

/** Browsers show the numbers of a list, so they are part of the text. */
function visitList(list: Element, writer: BlockWriter): void {
  writer.end()
  const format = COUNTED[attribute(list, 'type') ?? ''] ?? 'decimal'
  let number = Number.parseInt(attribute(list, 'start') ?? '1', 10) || 1
  for (const child of list.childNodes) {
    if (!('tagName' in child) || child.tagName !== 'li') {
      visit(child, writer)
      continue
    }
    number = Number.parseInt(attribute(child, 'value') ?? '', 10) || number
    writer.add(list.tagName === 'ul' ? '- ' : `${countedNumber(number, format)}. `)
    number++
    visitChildren(child, writer)
    writer.end('\n')
  }
  writer.space()
}

function visitTable(table: Element, writer: BlockWriter): void {
  writer.end()
  for (const cells of rowsOf(table)) {
    writer.add(markdownRow(cells))
    writer.end('\n')
  }
  writer.space()
}

function rowsOf(element: Element): readonly (readonly string[])[] {
  return element.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    if (child.tagName !== 'tr') return rowsOf(child)
    return [child.childNodes.filter((cell) => 'tagName' in cell).map(cellText)]
  })
}

function cellText(cell: Node): string {
  const writer = new BlockWriter()
  visit(cell, writer)
  return writer.text()
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value
}
