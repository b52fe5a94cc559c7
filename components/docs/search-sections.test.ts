import { describe, expect, it } from 'vitest'
import { sectionsOf } from './docs-sections'
import { readDocument } from './document'
import { excerptOf, MAX_RESULTS, searchSections } from './search-sections'

const PAGE = readDocument(`# Using the API

Everything is \`JSON\` over HTTP.

## Errors

Every failure has the *same* shape.

| Code | Status |
|---|---|
| [ENGINE_BUSY](/docs/errors/engine-busy) | 503 |

- wait, then send it again

> Quoted words.

### Retry-After

Seconds.

\`\`\`sh
curl -s http://localhost:3000/v1/check
\`\`\`
`)
const sections = sectionsOf('/docs/api', PAGE)
const addressesFor = (query: string) => searchSections(sections, query).map(({ href }) => href)

it('a page is split at its headings, with the words of tables, lists, quotations and code', () => {
  expect(sections).toEqual([
    { page: 'Using the API', heading: 'Using the API', href: '/docs/api', text: 'Everything is JSON over HTTP.' },
    {
      page: 'Using the API',
      heading: 'Errors',
      href: '/docs/api#errors',
      text: 'Every failure has the same shape. Code Status ENGINE_BUSY 503 wait, then send it again Quoted words.',
    },
    {
      page: 'Using the API',
      heading: 'Retry-After',
      href: '/docs/api#retry-after',
      text: 'Seconds. curl -s http://localhost:3000/v1/check',
    },
  ])
})

describe('a search', () => {
  it('finds every word in any case and order, also within a word', () => {
    expect(addressesFor('busy ENGINE')).toEqual(['/docs/api#errors'])
    expect(addressesFor('engine_busy 503')).toEqual(['/docs/api#errors'])
    expect(addressesFor('/v1/check')).toEqual(['/docs/api#retry-after'])
    expect(addressesFor('fail')).toEqual(['/docs/api#errors'])
    expect(addressesFor('failure nowhere')).toEqual([])
  })

  it('ranks a heading above text, and a whole word above its part', () => {
    const text = (heading: string, words: string) => ({ page: 'P', heading, href: `/${heading}`, text: words })
    const list = [text('a', 'retrying'), text('b', 'retry'), text('retry', ''), text('c', 'noretry')]
    expect(searchSections(list, 'retry').map(({ href }) => href)).toEqual(['/retry', '/b', '/a', '/c'])
  })

  it('finds nothing without words, and accepts any characters', () => {
    for (const query of ['', '   ', '\n']) expect(addressesFor(query)).toEqual([])
    for (const query of ['.*', '(', '[a-', '\\', '<img src=x>', '__proto__', '🙂', 'ß'.repeat(10_000)])
      expect(addressesFor(query)).toEqual([])
  })

  it('returns a limited number of results from a large index', () => {
    const large = Array.from({ length: 5_000 }, (_, at) => ({
      ...sections[1]!,
      href: `/docs/${at}`,
      text: 'aaaa '.repeat(200),
    }))
    expect(searchSections(large, 'aa aaa a')).toHaveLength(MAX_RESULTS)
  })
})

it('an excerpt surrounds the first word found', () => {
  const section = { ...sections[0]!, text: `${'before '.repeat(60)}needle ${'after '.repeat(60)}` }
  expect(excerptOf(section, 'needle')).toMatch(/^… (before )+needle (after )+…$/)
  expect(excerptOf(section, 'nothing')).toMatch(/^before .* …$/)
  expect(excerptOf(sections[0]!, 'json')).toBe('Everything is JSON over HTTP.')
})
