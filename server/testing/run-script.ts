/** Runs a command of package.json like `npm run <name> -- …`. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'

const root = path.resolve(import.meta.dirname, '../..')

export interface EndedScript {
  /** Null if a signal ended it. */
  readonly status: number | null
  readonly output: string
  readonly errors: string
}

type Script = ChildProcessByStdio<null, Readable, Readable>
type Environment = Readonly<Record<string, string>>

/** @param preload module that is loaded before the command */
export function beginScript(name: string, environment: Environment, args: readonly string[], preload?: string): Script {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [program = '', ...script] = (scripts[name] ?? '').split(' ')
  if (program !== 'node') throw new Error(`package.json has no command ${name} of Node`)
  const options = preload === undefined ? [] : ['--import', preload]
  return spawn(process.execPath, [...options, ...script, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export function scriptEnded(child: Script): Promise<EndedScript> {
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    texts.output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    texts.errors += chunk.toString()
  })
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, ...texts })))
}

export function runScript(name: string, environment: Environment, args: readonly string[]): Promise<EndedScript> {
  return scriptEnded(beginScript(name, environment, args))
}
