/**
 * The browsers that the pages are for: package.json states them for the build, README.md for people. What the pages need
 * must be there in each of them, and nothing later may be used.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface Versions {
  readonly chrome: number
  readonly edge: number
  readonly firefox: number
  readonly safari: number
}

/** First versions, by developer.mozilla.org, of what has no substitute in the code. */
const NEEDED: Readonly<Record<string, Versions>> = {
  'the popover attribute: account menu': { chrome: 114, edge: 114, firefox: 125, safari: 17 },
  '@property: the styles that Tailwind makes': { chrome: 85, edge: 85, firefox: 128, safari: 16.4 },
  ':has(): printed receipts': { chrome: 105, edge: 105, firefox: 121, safari: 15.4 },
  'CompressionStream: links that carry a text': { chrome: 103, edge: 103, firefox: 113, safari: 16.4 },
  'container queries: the check form': { chrome: 105, edge: 105, firefox: 110, safari: 16 },
  'Array.prototype.with and toSorted': { chrome: 110, edge: 110, firefox: 115, safari: 16 },
}

/** Later than one of the stated browsers; a use of it is a page that stops there. */
const TOO_NEW: readonly RegExp[] = [
  /\bPromise\.(?:withResolvers|try)\b/,
  /\b(?:Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\bAbortSignal\.any\b/,
  /\bURL\.(?:parse|canParse)\b/,
  /\bRegExp\.escape\b/,
  /\bIterator\.(?:from|concat)\b/,
  /\bIntl\.(?:DurationFormat|Segmenter)\b/,
  /\bnew Set\([^)]*\)\.(?:union|intersection|isSubsetOf|isSupersetOf|symmetricDifference)\(/,
  /\bscheduler\.(?:yield|postTask)\b/,
  /\brequestIdleCallback\b/,
  /\bcheckVisibility\(/,
  /\bcommandfor=|\bclosedby=|\bcommandFor=|\bclosedBy=/,
  /\bfield-sizing\b|\blight-dark\(|@starting-style\b|\banchor-name\b|@scope\b|\btext-wrap:\s*pretty/,
]

/** What a browser may come to run. */
const FOLDERS = ['app', 'components', 'server/language', 'server/exact', 'server/units', 'server/contract']
const root = path.resolve(import.meta.dirname, '..')

function stated(): Versions {
  const { browserslist } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    browserslist: string[]
  }
  const versionOf = (name: string) => {
    const query = browserslist.find((each) => each.startsWith(`${name} >= `))
    return Number(query?.slice(name.length + 4))
  }
  return {
    chrome: versionOf('chrome'),
    edge: versionOf('edge'),
    firefox: versionOf('firefox'),
    safari: versionOf('safari'),
  }
}

test.each(Object.entries(NEEDED))('%s is in every stated browser', (_, needed) => {
  const { chrome, edge, firefox, safari } = stated()
  expect(chrome).toBeGreaterThanOrEqual(needed.chrome)
  expect(edge).toBeGreaterThanOrEqual(needed.edge)
  expect(firefox).toBeGreaterThanOrEqual(needed.firefox)
  expect(safari).toBeGreaterThanOrEqual(needed.safari)
})

test('the README states the same browsers', () => {
  const { chrome, edge, firefox, safari } = stated()
  expect(chrome).toBe(edge)
  const words = readFileSync(path.join(root, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(words).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox} and Safari ${safari}`)
})

test('nothing is used that one of them lacks', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, folder, file), 'utf8')
        return TOO_NEW.filter((pattern) => pattern.test(text)).map((pattern) => `${folder}/${file}: ${pattern.source}`)
      }),
  )
  expect(found).toEqual([])
})
