/**
 * The official conformance suite of MCP, as a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

// The package has a command and nothing to import.
const SUITE = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const PRELOAD = path.join(import.meta.dirname, 'conformance-on-node-20.mjs')
/** Name of a scenario's folder: the command, the scenario, the time. */
const FOLDER = /^(?:authorization-)?server-(.+?)-\d{4}-\d\d-\d\dT[\d-]+Z$/

/**
 * Runs the suite and reads what it wrote. Its exit code says nothing more: it is 1 as soon as any check failed.
 * @param onOutput is given every piece of text that the suite prints
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
