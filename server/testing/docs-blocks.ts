/**
 * Reads the fenced examples of the documentation. docs-examples.test.ts checks them:
 * `ruleset` blocks compile without diagnostics; `ruleset warning` and `ruleset error` blocks give exactly the quoted
 * messages that follow; `answers` and `rejected` blocks are the result of the preceding `claims` block under the
 * preceding ruleset.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { marked, type Token } from 'marked'
import { expect } from 'vitest'

export const DOCS_FOLDER = path.resolve(import.meta.dirname, '../../public/docs')

/** File names of the hand-written pages. */
export function docsPages(): readonly string[] {
  return readdirSync(DOCS_FOLDER).filter((file) => file.endsWith('.md'))
}

export function docsText(page: string): string {
  return readFileSync(path.join(DOCS_FOLDER, page), 'utf8')
}

export interface Block {
  /** Text after the fence: `ruleset error`, `claims`, `sh`. */
  readonly kind: string
  readonly text: string
  /** Line of the block's first text line in the page, from 1. */
  readonly line: number
  /** Quotations directly after the block, one for each paragraph. */
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
 * Turns an answer in a document into a matcher. Documents show a part of each answer, and "..." for an arbitrary text.
 */
export function shownAnswer(shown: unknown): unknown {
  if (shown === '...') return expect.stringMatching(/./)
  if (Array.isArray(shown)) return shown.map(shownAnswer)
  if (typeof shown !== 'object' || shown === null) return shown
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, shownAnswer(value)]))
}
