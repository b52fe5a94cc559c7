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
  const tokens = markedTokens(marked.lexer(markdown))
  const all = tokens.flatMap((token) =>
    token.type === 'heading' ? [{ id: anchorOf(token.tokens), text: plainText(token.tokens), depth: token.depth }] : [],
  )
  return {
    title: all.find(({ depth }) => depth === 1)?.text ?? '',
    headings: all.filter(({ depth }) => depth > 1),
    tokens,
  }
}

/** marked has no extensions here, so there are only its own tokens. */
export function markedTokens(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens as readonly MarkedToken[]
}

/** Returns the fragment of a heading: its lower-case words joined by hyphens. */
export function anchorOf(tokens: readonly Token[]): string {
  return plainText(tokens)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export function plainText(tokens: readonly Token[]): string {
  return markedTokens(tokens)
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens)
      return 'text' in token ? token.text : ''
    })
    .join('')
}
