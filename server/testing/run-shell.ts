/**
 * Runs the shell lines of a document as its reader would: one bash, stopping at the first failure.
 */
import { spawn } from 'node:child_process'

/** @returns what the lines printed; rejects with it where one failed */
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
