import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'

const check = z.looseObject({
  id: z.string(),
  status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'INFO', 'SKIPPED']),
  errorMessage: z.string().optional(),
})

export interface SuiteCheck extends z.output<typeof check> {
  readonly scenario: string
}

// The package has a command but no exports.
const SUITE = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const PRELOAD = path.join(import.meta.dirname, 'conformance-on-node-20.mjs')
/** A scenario's folder is named after command, scenario and time. */
const FOLDER = /^(?:authorization-)?server-(.+?)-\d{4}-\d\d-\d\dT[\d-]+Z$/

/**
 * Ignores the exit code, which is 1 if any check fails.
 * @param onOutput receives everything that the suite prints
 */
export async function runSuite(args: readonly string[], onOutput?: (text: string) => void): Promise<SuiteCheck[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-conformance-'))
  try {
    const suite = spawn(process.execPath, ['--import', PRELOAD, SUITE, ...args, '--output-dir', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const printed = await outputOf(suite, onOutput)
    const checks = readdirSync(folder).flatMap((name) => {
      const scenario = FOLDER.exec(name)?.[1]
      if (scenario === undefined) throw new Error(`the suite wrote an unexpected ${name}`)
      const text = readFileSync(path.join(folder, name, 'checks.json'), 'utf8')
      return z
        .array(check)
        .parse(JSON.parse(text))
        .map((each) => ({ ...each, scenario }))
    })
    if (checks.length === 0) throw new Error(`the suite checked nothing: ${printed}`)
    return checks
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function outputOf(suite: ChildProcess, onOutput?: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    for (const stream of [suite.stdout, suite.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        onOutput?.(chunk.toString())
      })
    suite.once('error', reject)
    suite.once('close', () => resolve(printed))
  })
}

export interface BearerProxy {
  readonly url: string
  stop(): Promise<void>
}

export async function startBearerProxy(target: string, token: string): Promise<BearerProxy> {
  const { hostname, port } = new URL(target)
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    const onward = forward({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
