import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '@/server/api/fields/schema-fields'
import { errorsOf, OPERATIONS, type Operation } from '@/server/api/operations'
import { PLATFORM_OPERATIONS, type PlatformOperation, refusalsOf } from '@/server/api/platform-operations'
import { ERRORS, type ErrorCode, errorSlug } from '@/server/api/terms/errors'
import { GUARDRAIL_TYPES } from '@/server/api/terms/guardrail-terms'
import { problemOf } from '@/server/api/terms/problems'
import DocsPage from './[...slug]/page'
import ApiReference from './api-reference/page'
import { DOCUMENT_SLUGS, documentAt } from './documents'
import DocsOverview from './page'

const root = path.resolve(import.meta.dirname, '../../..')
const codes = Object.keys(ERRORS) as ErrorCode[]
/** HTML by path of the page. */
const pages = new Map<string, string>()

function html(element: ReactNode): string {
  return renderToStaticMarkup(element)
}

beforeAll(async () => {
  pages.set('/docs', html(DocsOverview()))
  pages.set('/docs/api-reference', html(ApiReference()))
  for (const slug of DOCUMENT_SLUGS)
    pages.set(`/docs/${slug}`, html(await DocsPage({ params: Promise.resolve({ slug: slug.split('/') }) })))
})

/** Returns the attribute's values in page order, with `&amp;` unescaped. */
function attributes(markup: string, name: string): readonly string[] {
  return [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map((match) => match[1]!.replaceAll('&amp;', '&'))
}

function isServed(target: string): boolean {
  const rest = Object.values<Operation>(OPERATIONS).some(({ method, path }) => method === 'GET' && path === target)
  // A folder in brackets groups pages and adds nothing to their addresses.
  const groups = ['', ...readdirSync(path.join(root, 'app')).filter((folder) => folder.startsWith('('))]
  const page = groups.some((group) => existsSync(path.join(root, 'app', group, target, 'page.tsx')))
  return rest || page || existsSync(path.join(root, 'public', target))
}

describe('every page', () => {
  it('has one title, headings without a gap, and no id twice', () => {
    for (const [at, markup] of pages) {
      expect(markup.match(/<h1[ >]/g), at).toHaveLength(1)
      const depths = [...markup.matchAll(/<h([1-6])[ >]/g)].map((match) => Number(match[1]))
      depths.forEach((depth, index) => {
        if (index > 0) expect(depth, at).toBeLessThanOrEqual(depths[index - 1]! + 1)
      })
      const ids = attributes(markup, 'id')
      expect(new Set(ids).size, at).toBe(ids.length)
    }
  })

  it('links only to pages that exist in this product', () => {
    const broken: string[] = []
    for (const [at, markup] of pages)
      for (const href of attributes(markup, 'href')) {
        const [target = '', fragment] = (href.startsWith('#') ? at + href : href).split('#')
        const page = pages.get(target)
        const exists =
          page === undefined ? isServed(target) : fragment === undefined || attributes(page, 'id').includes(fragment)
        if (!target.startsWith('/') || !exists) broken.push(`${at}: ${href}`)
      }
    expect(broken).toEqual([])
  })

  it('exists for every Markdown file, and has one', () => {
    const files = readdirSync(path.join(root, 'public/docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.replaceAll(path.sep, '/').slice(0, -'.md'.length))
    expect([...DOCUMENT_SLUGS, 'index', 'api-reference'].toSorted()).toEqual(files.toSorted())
  })
})

describe('the pages of the error codes', () => {
  for (const code of codes)
    it(code, () => {
      const page = pages.get(`/docs/errors/${errorSlug(code)}`)
      expect(page).toContain(`<h1>${code}</h1>`)
      expect(page).toContain(ERRORS[code].title)
    })
})

describe('the API reference', () => {
  const markup = () => pages.get('/docs/api-reference') ?? ''
  for (const operation of Object.values<Operation>(OPERATIONS))
    it(`describes ${operation.method} ${operation.path}`, () => {
      const section =
        new RegExp(`<section aria-labelledby="${operation.id.toLowerCase()}">.*?</section>`).exec(markup())?.[0] ?? ''
      expect(section).toContain(operation.summary)
      for (const code of errorsOf(operation)) expect(section).toContain(`/docs/errors/${errorSlug(code)}`)
      for (const name of Object.keys({ ...operation.parameters, ...operation.query }))
        expect(section).toContain(`<code>${name}</code>`)
      if (operation.tool !== null) expect(section).toContain(`<code>${operation.tool.name}</code>`)
      const schemas = [operation.response, ...(operation.body === undefined ? [] : [operation.body.schema])]
      for (const field of schemas.flatMap((schema) => fieldsOf(schema)))
        expect(section).toContain(`<code>${field.name}</code>`)
    })

  for (const operation of Object.values<PlatformOperation>(PLATFORM_OPERATIONS))
    it(`describes ${operation.method} ${operation.path}`, () => {
      const section =
        new RegExp(`<section aria-labelledby="${operation.id.toLowerCase()}">.*?</section>`).exec(markup())?.[0] ?? ''
      expect(section).toContain(operation.summary)
      for (const status of refusalsOf(operation)) expect(section).toContain(`/docs/api-v1#${problemOf(status).anchor}`)
      for (const name of Object.keys({ ...operation.parameters, ...operation.query }))
        expect(section).toContain(`<code>${name}</code>`)
      for (const schema of [operation.response, operation.body])
        for (const field of schema === null ? [] : fieldsOf(schema))
          expect(section).toContain(`<code>${field.name}</code>`)
    })

  it('describes the configuration of each type of guardrail, and which fields are optional', () => {
    const section = /<section aria-labelledby="createguardrail">.*?<\/section>/.exec(markup())?.[0] ?? ''
    for (const type of GUARDRAIL_TYPES)
      expect(section).toContain(`<h3 id="createguardrail-${type}">${type} request</h3>`)
    for (const field of ['ruleset_hash', 'judges', 'rephrasings', 'instructions'])
      expect(section).toContain(`<code>configuration.${field}</code>`)
    expect(section).toContain('integer, optional')
  })

  it('lists the fields of lists and of nested objects', () => {
    const names = fieldsOf(OPERATIONS.check.response).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['rules[].assertions[].counterexample', 'claims.quantities[].conversion.factor']),
    )
  })
})

it('guides show their code in full', () => {
  for (const slug of ['language', 'api', 'client', 'mcp', 'operate']) {
    const shown = (pages.get(`/docs/${slug}`) ?? '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    for (const token of documentAt(slug).tokens) if (token.type === 'code') expect(shown).toContain(token.text)
  }
})
