/**
 * The command `websocat` for shell lines of the documentation: the real one where it is installed, else the stand-in.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const STAND_IN = path.join(import.meta.dirname, 'stand-in-websocat.mjs')

/** @param folder in which a folder of commands is made */
export function withWebsocat(script: string, folder: string): string {
  const commands = path.join(folder, 'commands')
  mkdirSync(commands, { recursive: true })
  const file = path.join(commands, 'websocat')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${STAND_IN}' "$@"\n`)
  chmodSync(file, 0o755)
  return `PATH="$PATH:${commands}"\n${script}`
}
