/**
 * The examples of the documentation: what a fenced block holds and what the text around it promises of it.
 *
 * Promises: `ruleset` blocks compile without a remark; `ruleset warning` and `ruleset error` blocks give exactly the
 * messages of the quotations that follow them; `answers` and `rejected` blocks are the outcome of the `claims` block
 * before them under the ruleset before that. docs-examples.test.ts holds the product to it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { marked, type Token } from 'marked'
import { expect } from 'vitest'

export const DOCS_FOLDER = path.resolve(import.meta.dirname, '../../public/docs')

/** The hand-written pages, without their folder. */
export function docsPages(): readonly string[] {
  return readdirSync(DOCS_FOLDER).filter((file) => file.endsWith('.md'))
}

export function docsText(page: string): string {
  return readFileSync(path.join(DOCS_FOLDER, page), 'utf8')
}

export interface Block {
  /** What stands behind the fence: `ruleset error`, `claims`, `sh`. */
  readonly kind: string
  readonly text: string
  /** The first line of the block's text in the page, from one. */
  readonly line: number
  /** The quotations directly after the block, one a paragraph. */
  readonly quotes: readonly string[]
}

export function docsBlocks(text: string): readonly Block[] {
  const tokens: readonly Token[] = marked.lexer(text)
  const blocks: Block[] = []
  let line = 1
  tokens.forEach((token, index) => {
    if (token.type === 'code')
      blocks.push({ kind: token.lang ?? '', text: token.text, line: line + 1, quotes: quotesAfter(tokens, index) })
    line += token.raw.split('\n').length - 1
  })
  return blocks
}

function quotesAfter(tokens: readonly Token[], index: number): readonly string[] {
  const next = tokens.slice(index + 1).find((token) => token.type !== 'space')
  if (next?.type !== 'blockquote') return []
  return (next.tokens ?? []).flatMap((token) =>
    token.type === 'paragraph' ? [token.raw.replaceAll('\n', ' ').trim()] : [],
  )
}

/**
 * What a test holds an answer against: a document shows a part of each answer and writes "..." for a text that is not
 * discussed.
 */
export function shownAnswer(shown: unknown): unknown {
  if (shown === '...') return expect.stringMatching(/./)
  if (Array.isArray(shown)) return shown.map(shownAnswer)
  if (typeof shown !== 'object' || shown === null) return shown
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, shownAnswer(value)]))
}
