import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const STAND_IN = path.join(import.meta.dirname, 'stand-in-websocat.mjs')

/**
 * Runs the shell lines of a document in one bash that stops at the first failure.
 * @returns the output; rejects with it if a line failed
 */
export function runShell(script: string, folder: string): Promise<string> {
  const child = spawn('bash', ['-eu'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(script)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`exit ${code}: ${output}`))))
  })
}

/**
 * Adds the command `websocat` to the path: the installed one, or the stand-in.
 * @param folder folder for a new folder of commands
 */
export function withWebsocat(script: string, folder: string): string {
  const commands = path.join(folder, 'commands')
  mkdirSync(commands, { recursive: true })
  const file = path.join(commands, 'websocat')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${STAND_IN}' "$@"\n`)
  chmodSync(file, 0o755)
  return `PATH="$PATH:${commands}"\n${script}`
}
