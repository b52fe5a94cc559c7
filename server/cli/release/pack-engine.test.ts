/** The package `touchstone-engine`, installed without a network: the bytes of the command, which are those of `/v1`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../api/openapi/openapi'
import { solverOfProcess } from '../../engine/solver/z3-solver'
import { BUILT_IN_LIBRARY } from '../../services/library/unit-libraries'
import { answerLocally, type FileRequest, fileRequests, randomChecks } from '../../testing/golden/file-requests'
import { IS_LONG } from '../../testing/repetitions'
import { LocalEngine } from '../touchstone/local-engine'
import { packEngine } from './pack-engine'

const root = path.resolve(import.meta.dirname, '../../..')
const local = new LocalEngine(BUILT_IN_LIBRARY, solverOfProcess)

type Answer = Promise<{ readonly json: string; readonly value: object }>
interface PackagedEngine {
  compile(source: unknown): Answer
  check(source: unknown, claims: unknown): Answer
  analyse(source: unknown): Answer
  compare(before: unknown, after: unknown, pairs: unknown): Answer
  measureCoverage(source: unknown, cases: unknown): Answer
}
interface Packaged {
  openEngine(options?: { unitLibrary?: string }): PackagedEngine
}

let folder = ''
let packaged: Packaged
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-engine-'))
  const file = await packEngine(root, folder)
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const install = ['install', '--offline', '--no-audit', '--no-fund', file]
  expect(spawnSync('npm', install, { cwd: folder, encoding: 'utf8' }).stderr).toBe('')
  packaged = await import(pathToFileURL(path.join(folder, 'node_modules/touchstone-engine/index.js')).href)
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('leaves the schemas of the application alone', () => {
  // Throws if two schemas of the shared registry have one id.
  expect(openApiDocument('https://rules.example.org', 'https://rules.example.org/docs')).toHaveProperty('components')
})

async function answerOf(engine: PackagedEngine, { path, body }: Pick<FileRequest, 'path' | 'body'>): Promise<string> {
  const source = (side: unknown) => (side as { source: string }).source
  switch (path) {
    case '/v1/compile':
      return (await engine.compile(body.source)).json
    case '/v1/check':
      return (await engine.check(body.source, body.claims)).json
    case '/v1/analysis':
      return (await engine.analyse(body.source)).json
    case '/v1/comparison':
      return (await engine.compare(source(body.before), source(body.after), body.pairs)).json
    case '/v1/coverage':
      return (await engine.measureCoverage(body.source, body.cases)).json
  }
}

describe('the package answers with the bytes of the command', () => {
  it.each(fileRequests().map((request) => [request.name, request] as const))('%s', async (_, request) => {
    expect(await answerOf(packaged.openEngine(), request)).toBe(answerLocally(local, request))
  })

  it('for random checks', { tags: ['repeated'], timeout: 600_000 }, async () => {
    const engine = packaged.openEngine()
    for (const check of randomChecks(local, IS_LONG ? 10_000 : 300))
      expect(await answerOf(engine, check), JSON.stringify(check.body)).toBe(answerLocally(local, check))
  })
})

it('needs no other package, runs no script, and names no address of a network', () => {
  const installed = path.join(folder, 'node_modules/touchstone-engine')
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('scripts')
  expect(manifest).not.toHaveProperty('dependencies')
  const listed = spawnSync('npm', ['ls', '--all', '--parseable'], { cwd: folder, encoding: 'utf8' })
  expect(listed.stdout.trim().split('\n')).toHaveLength(2)
})

it('reads the solver only if a question needs it', () => {
  const run = (text: string) => {
    const script = `import fs from 'node:fs/promises'
      const read = []
      const { readFile } = fs
      fs.readFile = (file, ...rest) => { read.push(String(file).split('/').at(-1)); return readFile(file, ...rest) }
      const { openEngine } = await import('touchstone-engine')
      const { json } = await openEngine().check('declare x as numeric; assert a { x * x >= 0 };', ${text})
      const solver = read.filter((name) => name.startsWith('z3-')).sort()
      console.log(JSON.stringify([JSON.parse(json).rules[0].assertions[0].check, solver]))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      ...{ cwd: folder, encoding: 'utf8' },
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }
  expect(run('{ x: 1 }')).toEqual(['TRUE', []])
  expect(run('{ x: null }')).toEqual(['TRUE', ['z3-built.js', 'z3-built.wasm']])
})

it('judges numbers as written, takes units, and refuses an unreadable library', async () => {
  const source = '// @unit a USD\ndeclare a as numeric;\nassert b { a > 5 "EUR" };\n'
  const unitLibrary = 'unit library 1\nEUR = USD * 0.92 + 0\n'
  const { value } = await packaged.openEngine({ unitLibrary }).check(source, '{"a": "6 USD"}')
  expect(value).toMatchObject({ rules: [{ assertions: [{ check: 'TRUE' }] }] })
  expect((await packaged.openEngine().check(source, '{"a": 1e400}')).value).toMatchObject({ ok: false })
  expect((await packaged.openEngine().check(source, '{"a": ')).value).toMatchObject({ ok: false })
  expect(() => packaged.openEngine({ unitLibrary: 'EUR = USD' })).toThrow(/unitLibrary/)
})

it.each(['node16', 'bundler'])('its types resolve with moduleResolution %s', (moduleResolution) => {
  const program = `import { type CheckAnswer, openEngine, type Refused } from 'touchstone-engine'
const { json, value } = await openEngine().check('assert a { True };', {})
const text: string = json
const answer: CheckAnswer | Refused = value
const checks: readonly string[] = answer.ok ? answer.rules.flatMap(({ assertions }) => assertions.map(({ check }) => check)) : [answer.error.code]
// @ts-expect-error: a method that does not exist
openEngine().approve()
export { checks, text }
`
  writeFileSync(path.join(folder, 'use.ts'), program)
  const module = moduleResolution === 'node16' ? 'node16' : 'esnext'
  const args = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    module,
    '--moduleResolution',
    moduleResolution,
  ]
  const tsc = path.join(root, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, [...args, 'use.ts'], { cwd: folder, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})
