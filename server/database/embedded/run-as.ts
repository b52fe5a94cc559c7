/** PostgreSQL refuses to run as root. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartRefusal } from '../client/storage-fault'

/** Hides our secrets and PG* variables. Only the type needs NODE_ENV. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', NODE_ENV: 'production' } as const

/** Null: the user who runs the server. */
export type RunAs = { readonly uid: number; readonly gid: number } | null

const DEDICATED_USER = 'touchstone'
const FALLBACK_USER = 'nobody'

export function startedByRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Prefers `touchstone` to `nobody`. The group is unused, so other processes of `nobody` cannot enter our directories or
 * trace our processes.
 */
export function chooseUnprivilegedUser(): { readonly uid: number; readonly gid: number } {
  const users = readColumns('/etc/passwd')
  const user = users.find(([name]) => name === DEDICATED_USER) ?? users.find(([name]) => name === FALLBACK_USER)
  const uid = Number(user?.[2])
  if (!(uid > 0)) {
    throw new StartRefusal(
      `PostgreSQL does not run as root, and this machine has neither a user "${DEDICATED_USER}" nor "${FALLBACK_USER}" to run it as. Start the server as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const taken = new Set([...readColumns('/etc/group').map(([, , gid]) => gid), ...users.map(([, , , gid]) => gid)])
  let gid = 54_321
  while (taken.has(String(gid))) gid++
  return { uid, gid }
}

export function canEnter(directory: string, runAs: RunAs): boolean {
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], {
      ...runAs,
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

function readColumns(file: string): string[][] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return [] // missing in a minimal image; the caller then finds no user
  }
  return text.split('\n').map((line) => line.split(':'))
}
