import type { Token, Tokens } from 'marked'
import { anchorOf, type Document, markedTokens, plainText } from './document'
import type { DocsSection } from './search-sections'

/**
 * Splits a page at its headings, as plain text for the search.
 * @param href path of the page
 */
export function sectionsOf(href: string, { title, tokens }: Document): readonly DocsSection[] {
  const sections: { heading: string; href: string; words: string[] }[] = [{ heading: title, href, words: [] }]
  for (const token of tokens)
    if (token.type === 'heading' && token.depth > 1)
      sections.push({ heading: plainText(token.tokens), href: `${href}#${anchorOf(token.tokens)}`, words: [] })
    else if (token.type !== 'heading') sections.at(-1)?.words.push(textOf(token))
  return sections.map(({ words, ...section }) => ({
    ...section,
    page: title,
    text: words.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }))
}

function textOf(token: Token): string {
  const [one] = markedTokens([token])
  if (one === undefined) return ''
  if (one.type === 'list') return one.items.map((item) => item.tokens.map(textOf).join(' ')).join(' ')
  if (one.type === 'table') return tableText(one)
  if (one.type === 'blockquote') return one.tokens.map(textOf).join(' ')
  return plainText([token])
}

function tableText({ header, rows }: Tokens.Table): string {
  return [header, ...rows].map((cells) => cells.map((cell) => plainText(cell.tokens)).join(' ')).join(' ')
}
