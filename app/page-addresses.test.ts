/** Each part of an address is also an address: if it is shortened, it leads to a page or redirects to the list. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_SLUGS, isDocumentFolder } from './(public)/docs/documents'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll(path.sep, '/'),
)

/** `(workbench)/rulesets/[name]/page.tsx` becomes `/rulesets/[name]`. */
function addressOf(file: string): string {
  const segments = file.split('/').slice(0, -1)
  return `/${segments.filter((part) => !part.startsWith('(')).join('/')}`
}

const pages = new Set(files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map(addressOf))

function parentsOf(address: string): string[] {
  const segments = address.split('/').slice(1)
  return segments.map((_, depth) => `/${segments.slice(0, depth).join('/')}`)
}

describe('every address', () => {
  it('has a page for each of its parent paths', () => {
    expect(pages.size).toBeGreaterThan(35)
    const missing = [...pages].flatMap((address) =>
      parentsOf(address)
        .filter((parent) => !pages.has(parent))
        .map((parent) => `${address}: ${parent}`),
    )
    expect(missing).toEqual([])
  })

  it('of a document has a document or the overview at each parent path', () => {
    const missing = DOCUMENT_SLUGS.flatMap((slug) =>
      parentsOf(`/${slug}`)
        .filter((parent) => parent !== '/')
        .map((parent) => parent.slice(1))
        .filter((parent) => !DOCUMENT_SLUGS.includes(parent) && !isDocumentFolder(parent)),
    )
    expect(missing).toEqual([])
    expect(isDocumentFolder('attestations')).toBe(true)
    expect(isDocumentFolder('nothing-here')).toBe(false)
  })
})
