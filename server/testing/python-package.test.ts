/** The Python package gives the bytes of the command and of the service, with only the standard library. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledFile } from '../cli/bundle-server.mjs'
import { LocalEngine } from '../cli/touchstone/local-engine'
import { solverOfProcess } from '../engine/solver/z3-solver'
import { BUILT_IN_LIBRARY } from '../services/library/unit-libraries'
import { answerLocally, type FileRequest, fileRequests, randomChecks, withoutStorage } from './golden/file-requests'
import { IS_LONG } from './repetitions'
import { startServer } from './running-server'

const root = path.resolve(import.meta.dirname, '../..')
const PACKAGE = path.join(root, 'public/clients/python')
const local = new LocalEngine(BUILT_IN_LIBRARY, solverOfProcess)

/** Reads a request a line, and prints the bytes of its answer. Claims are texts: Python writes 1e-9 as 1e-09. */
const DRIVER = `
import json, sys
from touchstone_client import Command, RefusedError, Service, TestCase
kind, *arguments = json.loads(sys.argv[1])
client = Command(arguments) if kind == "command" else Service(*arguments)
def answer(path, body, claims):
    if path == "/v1/compile": return client.compile(body["source"])
    if path == "/v1/check": return client.check(body["source"], claims)
    if path == "/v1/analysis": return client.analyse(body["source"])
    if path == "/v1/comparison":
        pairs = [(each["before"], each["after"]) for each in body.get("pairs", [])]
        sides = body["before"]["source"], body["after"]["source"]
        return client.compare(*sides, *([pairs] if pairs else []))
    return client.measure_coverage(body["source"], [TestCase(**each) for each in body["cases"]])
for line in sys.stdin:
    try:
        print(answer(**json.loads(line)).json)
    except RefusedError as refused:
        print(refused.json)
`

function hasPython(): boolean {
  return spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0
}

const environment = { ...process.env, PYTHONPATH: PACKAGE }

async function answersOf(
  client: readonly string[],
  requests: readonly Pick<FileRequest, 'path' | 'body'>[],
): Promise<readonly string[]> {
  const args = ['-B', '-X', 'utf8', '-W', 'error', '-c', DRIVER, JSON.stringify(client)]
  const python = spawn('python3', args, { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  python.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  python.stdin.end(
    requests.map(({ path, body }) => `${JSON.stringify({ path, body, claims: claimsText(body) })}\n`).join(''),
  )
  expect(await once(python, 'close')).toEqual([0, null])
  return Buffer.concat(chunks).toString().trimEnd().split('\n')
}

function claimsText({ claims }: FileRequest['body']): string {
  return JSON.stringify(claims ?? {})
}

const python = (text: string) => {
  const { status, stdout, stderr } = spawnSync('python3', ['-B', '-c', `from touchstone_client import *\n${text}`], {
    ...{ env: environment, encoding: 'utf8' },
  })
  return { status, stdout, stderr }
}

/** Renamed assertions are named in a body, which the command does not take. */
const requests = fileRequests().filter(({ body }) => !('pairs' in body))

describe.skipIf(!hasPython())('the Python package', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-python-package-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('gives the bytes of the command', { tags: ['repeated'], timeout: 600_000 }, async () => {
    expect(requests.length).toBeGreaterThan(50)
    // Each request starts the command.
    const tried = IS_LONG ? requests : requests.filter((_, index) => index % 6 === 0)
    const program = ['command', process.execPath, bundledFile(root, 'touchstone')]
    const answers = await answersOf(program, tried)
    expect(answers).toHaveLength(tried.length)
    for (const [index, request] of tried.entries())
      expect(answers[index], request.name).toBe(answerLocally(local, request))
  })

  it('gives the bytes of the service', { tags: ['nightly'], timeout: 600_000 }, async () => {
    const server = await startServer()
    try {
      const credential = await server.issueCredential()
      const all = [...requests, ...randomChecks(local, 200)]
      const answers = await answersOf(['service', server.url, credential], all)
      for (const [index, { path, body }] of all.entries()) {
        const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
        const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
        expect(withoutStorage(answers[index]!), JSON.stringify(body)).toBe(withoutStorage(await response.text()))
      }
    } finally {
      await server.stop()
    }
  })

  it('is installed by pip without a network, and says that it has types', () => {
    const hasPip = spawnSync('python3', ['-m', 'pip', '--version']).status === 0
    if (!hasPip) return
    const options = ['--no-index', '--no-build-isolation', '--no-deps', '--no-cache-dir', '--target', folder]
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', ...options, PACKAGE], { stdio: 'pipe' })
    expect(readdirSync(path.join(folder, 'touchstone_client'))).toContain('py.typed')
    const script = 'import touchstone_client; print(touchstone_client.__file__)'
    const env = { ...process.env, PYTHONPATH: folder }
    expect(execFileSync('python3', ['-c', script], { env, cwd: folder, encoding: 'utf8' })).toContain(folder)
  })

  it('imports only the standard library, and every name in its types exists', () => {
    const sources = readdirSync(path.join(PACKAGE, 'touchstone_client')).filter((file) => file.endsWith('.py'))
    const text = sources.map((file) => readFileSync(path.join(PACKAGE, 'touchstone_client', file), 'utf8')).join('\n')
    const imported = [...text.matchAll(/^(?:from|import) (\w[\w.]*)/gm)].map(([, name]) => name!.split('.')[0])
    const check = `import sys; print([each for each in ${JSON.stringify(imported)} if each not in getattr(sys, 'stdlib_module_names', [each])])
import typing, touchstone_client.answers as answers
for each in vars(answers).values():
    if hasattr(each, '__total__'): typing.get_type_hints(each)`
    expect(python(check)).toEqual({ status: 0, stdout: '[]\n', stderr: '' })
  })

  it('says what is wrong if nobody answers, or something else does', async () => {
    const failing = (call: string) => {
      const { status, stdout } = python(`try:\n    ${call}\nexcept TransportError as error:\n    print(error)`)
      expect(status).toBe(0)
      return stdout
    }
    expect(failing('Service("http://127.0.0.1:1", "x").compile("")')).toContain('http://127.0.0.1:1 does not answer')
    expect(failing('Command(["no-such-program"]).compile("")')).toContain('no-such-program does not answer')
    expect(failing('Command(["false"]).compile("")')).toContain('ended with 1')
    expect(failing('Command(["echo", "hello"]).compile("")')).toContain('This is not an answer')
    expect(python('Command().check("", {"x": float("nan")})').stderr).toContain('ValueError')
  })

  it('asks a busy service again, and gives other refusals to the caller', async () => {
    let calls = 0
    const busy = { ok: false, error: { code: 'ENGINE_BUSY', message: 'busy', retry_after_ms: 1 } }
    const server = createServer((_, response) => {
      calls++
      response.statusCode = calls < 3 ? 503 : 200
      response.end(JSON.stringify(calls < 3 ? busy : { ok: true }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const child = spawn(
      'python3',
      ['-B', '-c', `from touchstone_client import *\nprint(Service("${url}").compile("").value)`],
      {
        ...{ env: environment },
      },
    )
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    server.close()
    expect([chunk.toString().trim(), calls]).toEqual(["{'ok': True}", 3])
  })
})
