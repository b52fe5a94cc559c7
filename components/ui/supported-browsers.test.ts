/** Checks the supported browsers (package.json, README.md) against the features that the pages use. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import tailwind from '@tailwindcss/postcss'
import postcss, { type ChildNode, type Container } from 'postcss'
import { expect, test } from 'vitest'
import {
  attributesNamed,
  cssFeature,
  globalFeature,
  lackedBy,
  membersNamed,
  type Versions,
} from './shell/browser-support'

/** First versions (developer.mozilla.org) of features that the code requires. */
const NEEDED: Readonly<Record<string, Versions>> = {
  'the popover attribute: account menu': { chrome: 114, edge: 114, firefox: 125, safari: 17 },
  '@property: the styles that Tailwind makes': { chrome: 85, edge: 85, firefox: 128, safari: 16.4 },
  ':has(): printed receipts': { chrome: 105, edge: 105, firefox: 121, safari: 15.4 },
  'CompressionStream: links that carry a text': { chrome: 103, edge: 103, firefox: 113, safari: 16.4 },
  'container queries: the check form': { chrome: 105, edge: 105, firefox: 110, safari: 16 },
  'Array.prototype.with and toSorted': { chrome: 110, edge: 110, firefox: 115, safari: 16 },
}

/** Newer features without loss in older browsers, each with the reason. */
const WITHOUT_LOSS: Readonly<Record<string, string>> = {
  'autoCapitalize=': 'a convenience of a telephone’s keyboard',
  '-webkit-tap-highlight-color': 'a colour on a touch',
  'text-decoration: dotted': 'Safari shows another line',
  'font-family: ui-monospace': 'the next font of the list',
  'overscroll-behavior': 'in all of them where something scrolls',
  'text-wrap': 'lines of a heading of unequal length',
  'text-wrap: balance': 'lines of a heading of unequal length',
  'accent-color': 'Safari shows the colour, and another contrast of the mark',
  'user-select': 'Tailwind writes -webkit-user-select beside it',
  ':open': 'one of several in :is(), which passes over what it does not know',
  '@page': 'the margins of the browser on paper',
  size: 'the paper of the printer',
  'content-visibility': 'a long document takes longer to appear',
  'content-visibility: auto': 'a long document takes longer to appear',
  'break-after: avoid': 'a heading at the end of a printed page',
}

/** Names of this product or Monaco that a later standard uses for something else. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set([
  '.take(',
  '.use(',
  '.dispose(',
  '.difference(',
  '.union(',
  '.escape(',
  'Report',
])

/** Folders with code for browsers. */
const FOLDERS = [
  'app',
  'components',
  'server/language',
  'server/language/numeric',
  'server/language/units',
  'server/api',
]
const root = path.resolve(import.meta.dirname, '../..')

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

test('the compatibility data lists what a stated browser lacks', () => {
  expect(lackedBy(cssFeature('properties', 'field-sizing'), stated())).toContain('firefox')
  expect(lackedBy(cssFeature('properties', 'display'), stated())).toEqual([])
  expect(lackedBy(globalFeature('Promise', 'try'), stated())).toContain('chrome')
  expect(tooNewInScript('x.groupBy; Promise.try(f); <a closedby="any">; a.toSorted()')).toEqual([
    'Promise.try',
    'closedby=',
  ])
  expect(tooNewInStyles('a { field-sizing: content; color: red } @starting-style { a { color: red } }')).toEqual([
    'field-sizing',
    'field-sizing: content',
    '@starting-style',
  ])
})

test('no browser script uses an unsupported feature', { tags: 'thorough' }, () => {
  const unsupported = files(/\.tsx?$/).flatMap(({ file, text }) => tooNewInScript(text).map((name) => ({ file, name })))
  expect(unsupported.filter(({ name }) => !OTHER_MEANINGS.has(name) && !(name in WITHOUT_LOSS))).toEqual([])
})

test('no style uses an unsupported feature', { tags: 'thorough' }, async () => {
  const from = path.join(root, 'app/globals.css')
  const built = await postcss([tailwind({ base: root })]).process(readFileSync(from, 'utf8'), { from })
  expect(built.css.length).toBeGreaterThan(20_000)
  const others = files(/\.css$/).filter(({ file }) => file !== 'app/globals.css')
  const unsupported = [{ file: 'app/globals.css', text: built.css }, ...others].flatMap(({ file, text }) =>
    tooNewInStyles(text).map((name) => ({ file, name })),
  )
  expect(unsupported.filter(({ name }) => !(name in WITHOUT_LOSS))).toEqual([])
})

/** Finds globals, static members, methods of any interface, and attributes of any element. */
function tooNewInScript(text: string): readonly string[] {
  const versions = stated()
  const script = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const globals = [...script.matchAll(/\bnew ([A-Z]\w+)\(|\b([A-Z]\w+)\.(\w+)\b/g)].flatMap(
    ([, made, holder, member]) => {
      const feature = made === undefined ? globalFeature(holder ?? '', member) : globalFeature(made)
      return lackedBy(feature, versions).length > 0 ? [made ?? `${holder}.${member}`] : []
    },
  )
  const lacksEvery = (features: ReturnType<typeof membersNamed>) =>
    features.length > 0 && features.every((feature) => lackedBy(feature, versions).length > 0)
  const methods = [...script.matchAll(/\.(\w+)\(/g)]
    .filter(([, name = '']) => lacksEvery(membersNamed(name)) && !globals.some((each) => each.endsWith(`.${name}`)))
    .map(([call]) => call)
  const attributes = [...script.matchAll(/\s([a-zA-Z]+)=["{]/g)]
    .filter(([, name = '']) => lacksEvery(attributesNamed(name.toLowerCase())))
    .map(([, name]) => `${name}=`)
  return [...new Set([...globals, ...methods, ...attributes])]
}

/** Finds properties, keywords, functions, at-rules and pseudo classes. Anything in `@supports` has a substitute. */
function tooNewInStyles(text: string): readonly string[] {
  const versions = stated()
  const unsupported = new Set<string>()
  const note = (name: string, ...features: ReturnType<typeof membersNamed>) => {
    if (features.some((feature) => lackedBy(feature, versions).length > 0)) unsupported.add(name)
  }
  const known = (...feature: readonly string[]) => [cssFeature(...feature) ?? []].flat()
  const visit = (container: Container<ChildNode>) =>
    container.each((node) => {
      if (node.type === 'decl') {
        note(node.prop, ...known('properties', node.prop))
        for (const [word] of node.value.matchAll(/(?<![\w-])[a-z][a-z-]+/g))
          note(
            `${node.prop}: ${word}`,
            ...known('properties', node.prop, word),
            ...known('types', word),
            ...known('types', 'color', word),
          )
      } else if (node.type === 'atrule') {
        if (node.name === 'supports') return
        note(`@${node.name}`, ...known('at-rules', node.name))
        if (node.nodes !== undefined) visit(node as Container<ChildNode>)
      } else if (node.type === 'rule') {
        for (const [, name = ''] of node.selector.matchAll(/(?<!\\):{1,2}([a-z][a-z-]+)/g))
          note(`:${name}`, ...known('selectors', name))
        visit(node)
      }
    })
  visit(postcss.parse(text))
  return [...unsupported]
}

/** Returns the files of {@link FOLDERS} with this ending, without tests. */
function files(end: RegExp): readonly { readonly file: string; readonly text: string }[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => end.test(file) && !/\.test\.ts$|(?:^|\/)testing\//.test(file))
      .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(path.join(root, folder, file), 'utf8') })),
  )
}
