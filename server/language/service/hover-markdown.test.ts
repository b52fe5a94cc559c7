import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { codeBlock, plainText } from './hover-markdown'

const tags = (html: string) => [...html.matchAll(/<\/?([a-z]+\d?)/g)].map(([, name]) => name)
const shown = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
const hostile = fc
  .array(
    fc.constantFrom(
      ...['![a](https://x.example/y.png)', '<img src=x>', '[b](command:c)', '**', '_', '`', '~~~', '\n\n', '# ', '1. '],
      ...['- ', '    ', '&lt;', 'https://x.example', 'www.x.example', 'a@x.example', '|', '\\', 'word', ' '],
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

test('plain text becomes one paragraph of exactly that text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const words = text.replace(/\s+/g, ' ').trim()
      const html = marked.parse(plainText(text), { async: false })
      expect(tags(html)).toEqual(words === '' ? [] : ['p', 'p'])
      expect(shown(html).trim()).toBe(words)
    }),
  )
})

test('code cannot leave its block', () => {
  fc.assert(
    fc.property(hostile, (code) => {
      const html = marked.parse(codeBlock(code), { async: false })
      expect(tags(html)).toEqual(['pre', 'code', 'code', 'pre'])
    }),
  )
})
