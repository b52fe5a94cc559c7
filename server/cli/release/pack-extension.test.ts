/** The packed extension has every file of its folder, and its manifest agrees with the language server and the grammar. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { MEANINGS, MODIFIERS } from '../../language/service/highlighting'
import { RULESET_LANGUAGE } from '../../language/service/token-rules'
import { SCOPE, scopeOf } from '../editors/text-mate-grammar'
import { packExtension } from './pack-extension'

const root = path.resolve(import.meta.dirname, '../../..')
const EXTENSION = path.join(root, 'public/editors/vscode')
const manifest = JSON.parse(readFileSync(path.join(EXTENSION, 'package.json'), 'utf8'))

let target = ''
let files: ReadonlyMap<string, Buffer>
beforeAll(async () => {
  target = mkdtempSync(path.join(tmpdir(), 'touchstone-extension-'))
  const file = await packExtension(root, target)
  expect(path.basename(file)).toBe(`${manifest.name}-${manifest.version}.vsix`)
  files = await unpacked(file)
})
afterAll(() => rmSync(target, { recursive: true, force: true }))

function unpacked(file: string): Promise<ReadonlyMap<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const found = new Map<string, Buffer>()
    yauzl.open(file, { lazyEntries: true }, (failure, archive) => {
      if (failure !== null) return reject(failure)
      archive.on('error', reject)
      archive.on('end', () => resolve(found))
      archive.on('entry', (entry: yauzl.Entry) => {
        archive.openReadStream(entry, async (problem, stream) => {
          if (problem !== null) return reject(problem)
          found.set(entry.fileName, await buffer(stream))
          archive.readEntry()
        })
      })
      archive.readEntry()
    })
  })
}

it('has the files of the folder as they are, with the license', () => {
  for (const [name, bytes] of files) {
    const file = name === 'extension/LICENSE.txt' ? path.join(root, 'LICENSE') : path.join(EXTENSION, name.slice(10))
    if (name.startsWith('extension/')) expect(bytes.equals(readFileSync(file)), name).toBe(true)
  }
  const needed = [manifest.main, ...manifest.contributes.grammars.map(({ path: file }: { path: string }) => file)]
  for (const file of [...needed, manifest.contributes.languages[0].configuration, 'README.md', 'package.json'])
    expect([...files.keys()]).toContain(path.posix.join('extension', file))
})

it('has the descriptions of a package, which name its files and their types', () => {
  const manifests = ['extension.vsixmanifest', '[Content_Types].xml'].map((name) => String(files.get(name)))
  const named: Record<string, string>[] = []
  for (const text of manifests) {
    const parser = new SaxesParser()
    parser.on('opentag', ({ attributes }) => named.push(attributes))
    parser.write(text).close()
  }
  expect(named).toContainEqual(
    expect.objectContaining({ Id: manifest.name, Version: manifest.version, Publisher: manifest.publisher }),
  )
  for (const { Path: file } of named) if (file !== undefined) expect(files.has(file), file).toBe(true)
  const typed = new Set(named.map(({ Extension: type }) => type))
  const types = [...files.keys()].map((name) => path.extname(name).slice(1))
  expect(types.filter((type) => type !== 'xml' && !typed.has(type))).toEqual([])
})

it('has the version of the product, and its manifest needs no package', () => {
  expect(manifest.version).toBe(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version)
  expect([manifest.dependencies, manifest.devDependencies, manifest.scripts]).toEqual([undefined, undefined, undefined])
  const { languages, grammars } = manifest.contributes
  expect(languages).toMatchObject([{ id: RULESET_LANGUAGE, extensions: ['.tsr'] }])
  expect(grammars).toMatchObject([{ language: RULESET_LANGUAGE, scopeName: SCOPE }])
  for (const { path: file } of grammars) expect(existsSync(path.join(EXTENSION, file))).toBe(true)
})

/** Types and modifiers that VS Code has without an extension. */
const STANDARD = ['variable', 'function', 'declaration']

it('gives every colour of the language server a name and a scope', () => {
  const { semanticTokenTypes, semanticTokenModifiers, semanticTokenScopes } = manifest.contributes
  const ids = [...semanticTokenTypes, ...semanticTokenModifiers].map(({ id }: { id: string }) => id)
  expect([...MEANINGS, ...MODIFIERS].filter((name) => !ids.includes(name) && !STANDARD.includes(name))).toEqual([])
  expect(ids.filter((id) => ![...MEANINGS, ...MODIFIERS].some((name) => name === id))).toEqual([])
  const [{ language, scopes }] = semanticTokenScopes
  expect(language).toBe(RULESET_LANGUAGE)
  expect(MEANINGS.filter((meaning) => scopes[meaning] === undefined)).toEqual([])
  // As on the pages: a member is a text, a unit belongs to its number, and a name that nothing reads is grey.
  expect([scopes.member, scopes.unit, scopes.function, scopes['claim.unread']]).toEqual([
    [scopeOf('string')],
    [scopeOf('number')],
    [scopeOf('function')],
    [scopeOf('comment')],
  ])
})
