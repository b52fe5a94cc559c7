import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EditorClient } from '../touchstone/language-server/testing/editor-client'
import { packCommand } from './pack-command'

const root = path.resolve(import.meta.dirname, '../../..')
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-package-'))
  const file = await packCommand(root, folder)
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
  const installed = npm('install', '--offline', '--no-audit', '--no-fund', file)
  expect(installed.stderr).toBe('')
  mkdirSync(path.join(folder, 'policies'))
  writeFileSync(path.join(folder, 'policies/square.tsr'), 'declare x as numeric;\nassert square { x * x >= 0 };\n')
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function npm(...args: string[]) {
  return spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
}

/** Runs the command without a network: npm may fetch nothing. */
function touchstone(...args: string[]) {
  const { status, stdout, stderr } = npm('exec', '--offline', '--no', '--', 'touchstone', ...args)
  return { status, stdout, stderr }
}

it('is installed without a network and needs no other package', () => {
  expect(JSON.parse(npm('ls', '--all', '--json').stdout)).toMatchObject({
    dependencies: { touchstone: { dependencies: { 'z3-solver': { version: expect.any(String) } } } },
  })
})

it('runs from an empty folder, with the solver', () => {
  writeFileSync(path.join(folder, 'claims.json'), '{"x": null}')
  expect(touchstone('compile')).toMatchObject({ status: 0, stderr: '' })
  expect(touchstone('check', 'policies/square.tsr', 'claims.json')).toEqual({
    status: 0,
    stdout: 'TRUE      square\n',
    stderr: '',
  })
})

it('serves an editor', async () => {
  const program = path.join(folder, 'node_modules/touchstone/touchstone.js')
  const editor = await EditorClient.start([process.execPath, program, 'language-server'])
  await editor.open('untitled:a', 'declare x as boolean;\nassert a { y };\n')
  const { diagnostics } = await editor.diagnostics(({ uri }) => uri === 'untitled:a')
  expect(diagnostics.map(({ message }) => message).join()).toContain('"y"')
  expect(await editor.stop()).toBe(0)
})

it('names the package that tables need, and needs it for nothing else', () => {
  writeFileSync(path.join(folder, 'rows.csv'), 'x\n1\n')
  const { status, stdout, stderr } = touchstone('check', 'policies/square.tsr', '--csv', 'rows.csv')
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain('need the package @duckdb/node-api, which is not installed. Run npm install')
})
