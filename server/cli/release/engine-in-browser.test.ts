/** The package `touchstone-engine` in a worker of a page: the bytes of the command, the solver included. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { solverOfProcess } from '../../engine/solver/z3-solver'
import { BUILT_IN_LIBRARY } from '../../services/library/unit-libraries'
import { answerLocally, type FileRequest, fileRequests, randomChecks } from '../../testing/golden/file-requests'
import { installedChromium } from '../../testing/installed-chromium.mjs'
import { IS_LONG } from '../../testing/repetitions'
import { LocalEngine } from '../touchstone/local-engine'
import { buildEngine } from './pack-engine'

const root = path.resolve(import.meta.dirname, '../../..')
const local = new LocalEngine(BUILT_IN_LIBRARY, solverOfProcess)

const WORKER = `import { openEngine } from './index.js'
const engine = openEngine()
const answers = {
  '/v1/compile': ({ source }) => engine.compile(source),
  '/v1/check': ({ source, claims }) => engine.check(source, claims),
  '/v1/analysis': ({ source }) => engine.analyse(source),
  '/v1/comparison': ({ before, after, pairs }) => engine.compare(before.source, after.source, pairs),
  '/v1/coverage': ({ source, cases }) => engine.measureCoverage(source, cases),
}
onmessage = async ({ data }) => {
  const { path, body } = JSON.parse(data)
  postMessage((await answers[path](body)).json)
}
`
const PAGE = `<!doctype html><meta charset="utf-8"><title>engine</title><script type="module">
const worker = new Worker('./worker.js', { type: 'module' })
worker.onerror = ({ message }) => { document.title = message }
window.ask = (request) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(request)
})
</script>`

let folder = ''
let server: Server
let browser: Browser
let page: Page
const fetched: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-engine-page-'))
  await buildEngine(root, folder)
  server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    fetched.push(name)
    const types: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' }
    response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? 'text/html')
    if (name === '') response.end(PAGE)
    else if (name === 'worker.js') response.end(WORKER)
    else response.end(readFileSync(path.join(folder, path.basename(name))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath = installedChromium()
  browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As text, because the protocol between test and page drops a member named `__proto__`. */
const ask = (request: Pick<FileRequest, 'path' | 'body'>): Promise<string> =>
  page.evaluate(
    (text) => (window as Window & { ask?: (text: string) => Promise<string> }).ask!(text),
    JSON.stringify(request),
  )

it('answers without the solver if no question needs it, and loads it at the first that does', async () => {
  const source = 'declare x as numeric;\nassert a { x * x >= 0 };\n'
  const decided = { path: '/v1/check', body: { source, claims: { x: 1 } } } as const
  expect(await ask(decided)).toBe(answerLocally(local, decided))
  expect(fetched.filter((name) => name.startsWith('z3-'))).toEqual([])
  const open = { path: '/v1/check', body: { source, claims: { x: null } } } as const
  expect(await ask(open)).toBe(answerLocally(local, open))
  expect(fetched.filter((name) => name.startsWith('z3-')).sort()).toEqual(['z3-built.js', 'z3-built.wasm'])
})

it.each(fileRequests().map((request) => [request.name, request] as const))('%s: the same bytes', async (_, request) => {
  expect(await ask(request)).toBe(answerLocally(local, request))
})

it('answers random checks with the same bytes', { tags: ['repeated'], timeout: 600_000 }, async () => {
  for (const check of randomChecks(local, IS_LONG ? 10_000 : 100))
    expect(await ask(check), JSON.stringify(check.body)).toBe(answerLocally(local, check))
})

it('asks nobody but the server of the page', () => {
  expect([...new Set(fetched)].filter((name) => name !== 'favicon.ico').sort()).toEqual([
    ...['', 'index.js', 'worker.js', 'z3-built.js', 'z3-built.wasm'],
  ])
})
