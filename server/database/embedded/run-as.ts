/**
 * The user that PostgreSQL's processes run as.
 *
 * Promises: never root, which PostgreSQL refuses; as an ordinary user it is that user. Trusts /etc/passwd and /etc/group.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartRefusal } from '../client/start-refusal'

/**
 * Environment of PostgreSQL's programs: nothing of ours, so that neither our secrets nor the PG* variables of the person
 * who starts the server reach them. (NODE_ENV means nothing to them; the type of an environment asks for it.)
 */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', NODE_ENV: 'production' } as const

/** An unprivileged user and group to drop to; `null` means the user who runs the server. */
export type RunAs = { readonly uid: number; readonly gid: number } | null

const DEDICATED_USER = 'touchstone'
const FALLBACK_USER = 'nobody'

/**
 * Whether dropping to another user is needed: PostgreSQL refuses to run as root.
 */
export function startedByRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The user for a new data directory: `touchstone` where the machine has one, else `nobody`. The group is a number that
 * no group of the machine has, so that other processes of `nobody` can neither enter our directories nor trace our
 * processes.
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

/** Whether the processes that run as `runAs` can enter `directory`, asked of the system itself. */
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
    return [] // a minimal image may lack it; the caller then finds no user
  }
  return text.split('\n').map((line) => line.split(':'))
}
