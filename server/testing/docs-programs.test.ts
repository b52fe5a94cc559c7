/** Runs what programs.md shows, word for word. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundledFile } from '../cli/bundle-server.mjs'
import { buildEngine } from '../cli/release/pack-engine'
import { EditorClient } from '../cli/touchstone/language-server/testing/editor-client'
import { docsBlocks, docsText } from './docs-blocks'

const root = path.resolve(import.meta.dirname, '../..')
const PAGE = docsText('programs.md')
const blocks = docsBlocks(PAGE)
const textOf = (kind: string) => blocks.find((block) => block.kind === kind)!.text

const EXTENSION = path.join(root, 'public/editors/vscode')

let folder = ''
const installed = () => path.join(folder, 'node_modules/touchstone-engine')
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-programs-'))
  mkdirSync(installed(), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How each editor is told to start the language server. */
const EDITORS = [
  ['Neovim', 'lua', /cmd = \{ (.*) \}/],
  ['Helix', 'toml', /command = (".*")\nargs = \[(.*)\]/],
  ['Emacs', 'elisp', /\(ruleset-mode \. \((.*)\)\)\)/],
] as const

it.each(EDITORS)('%s is told how to start the language server', async (_editor, kind, form) => {
  const [, ...found] = form.exec(textOf(kind))!
  const words = [...found.join(' ').matchAll(/"([^"]*)"/g)].map(([, word = '']) => word)
  // npx would fetch a package of this name if the command was not installed.
  expect(words.slice(0, 3)).toEqual(['npx', '--no', 'touchstone'])
  const program = path.join(folder, 'node_modules/.bin/touchstone')
  mkdirSync(path.dirname(program), { recursive: true })
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bundledFile(root, 'touchstone')}' "$@"\n`)
  chmodSync(program, 0o755)
  const editor = await EditorClient.start(['sh', '-c', `cd '${folder}' && exec ${words.join(' ')}`])
  expect(editor.initialised.serverInfo?.name).toBe('touchstone')
  expect(await editor.stop()).toBe(0)
})

it('Visual Studio Code is told how to install the extension and where the command is', () => {
  const { name, version, contributes, engines } = JSON.parse(readFileSync(path.join(EXTENSION, 'package.json'), 'utf8'))
  expect(PAGE).toContain(`code --install-extension ${name}-${version}.vsix`)
  const [, shown = ''] = /```config\n(\{.*\})\n/.exec(PAGE) ?? []
  const settings = JSON.parse(shown)
  expect(Object.keys(contributes.configuration.properties)).toEqual(Object.keys(settings))
  expect(PAGE).toContain(`Visual Studio\nCode ${engines.vscode.replace(/^\^|\.0$/g, '')} or newer`)
})

it('the program in Node.js prints what the page shows', async () => {
  await buildEngine(root, installed())
  const { name, version } = JSON.parse(readFileSync(path.join(installed(), 'package.json'), 'utf8'))
  expect(PAGE).toContain(`${name}-${version}.tgz`)
  writeFileSync(path.join(folder, 'program.mjs'), textOf('js'))
  const { stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: textOf('text'), stderr: '' })
})

it('the worker of the page answers', () => {
  const worker = blocks.filter(({ kind }) => kind === 'js')[1]!.text
  writeFileSync(path.join(folder, 'worker.mjs'), worker)
  const page = `Object.assign(globalThis, { onmessage: null, postMessage: ({ json }) => console.log(json) })
    await import('./worker.mjs')
    await onmessage({ data: { source: 'declare x as boolean; assert a { x };', claims: { x: true } } })`
  writeFileSync(path.join(folder, 'page.mjs'), page)
  const { stdout, stderr } = spawnSync(process.execPath, ['page.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, rules: [{ assertions: [{ check: 'TRUE' }] }] })
})

it('the page names every method of the package', () => {
  const types = readFileSync(path.join(installed(), 'index.d.ts'), 'utf8')
  const [, methods = ''] = /export interface Engine \{\n([^}]*)\}/.exec(types)!
  const names = [...methods.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name)
  expect([...PAGE.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name)).toEqual(names)
})
