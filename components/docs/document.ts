/**
 * A documentation page read from its markdown: title, headings to link to, and the tokens to show.
 */
import { type MarkedToken, marked, type Token } from 'marked'

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

export interface Document {
  readonly title: string
  /** All headings below the title, in order. */
  readonly headings: readonly Heading[]
  readonly tokens: readonly MarkedToken[]
}

export function readDocument(markdown: string): Document {
  const tokens = known(marked.lexer(markdown))
  const all = tokens.flatMap((token) =>
    token.type === 'heading' ? [{ id: anchorOf(token.tokens), text: plainText(token.tokens), depth: token.depth }] : [],
  )
  return {
    title: all.find(({ depth }) => depth === 1)?.text ?? '',
    headings: all.filter(({ depth }) => depth > 1),
    tokens,
  }
}

/** The tokens of marked itself; no extension adds others. */
export function known(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens as readonly MarkedToken[]
}

/** The fragment by which a heading is linked to: its words in small letters, joined by hyphens. */
export function anchorOf(tokens: readonly Token[]): string {
  return plainText(tokens)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export function plainText(tokens: readonly Token[]): string {
  return known(tokens)
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens)
      return 'text' in token ? token.text : ''
    })
    .join('')
}
