/**
 * A real server for tests and benchmarks: the product's own main, in a process of its own, on a free port and a data
 * directory of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface RunningServer {
  readonly url: string
  readonly process: ChildProcess
  readonly dataDir: string
  /** What the server wrote to standard error so far. */
  log(): string
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')

/**
 * @param environment settings beside PORT and DATA_DIR
 * @param nodeOptions such as a module to preload; the process has an IPC channel
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<RunningServer> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'touchstone-'))
  const child = spawn(process.execPath, [...nodeOptions, '--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const match = /listens on (http:\S+)/.exec(output)
      if (match !== null) resolve(match[1]!)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened: ${errors}`)))
  })
  return {
    url: url.replace('localhost', '127.0.0.1'),
    process: child,
    dataDir,
    log: () => errors,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      if (environment.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
