/**
 * The embedded PostgreSQL's directory, which only its user and root may enter.
 * For root, PostgreSQL runs as an unprivileged user. If that user cannot enter `<DATA_DIR>/postgres`, the data moves
 * elsewhere and `<DATA_DIR>/postgres.moved` names the place. Data is never abandoned.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefusal } from '../client/storage-fault'
import { canEnter, chooseUnprivilegedUser, type RunAs, startedByRoot } from './run-as'

export interface DatabaseHome {
  /** Absolute, without symbolic links. */
  readonly directory: string
  readonly data: string
  readonly runAs: RunAs
  /** Whether it is outside DATA_DIR. */
  readonly moved: boolean
}

export const MOVED_PARENT = '/var/lib/touchstone'

/** @throws StartRefusal */
export function prepareDatabaseHome(dataDir: string, movedParent: string = MOVED_PARENT): DatabaseHome {
  try {
    mkdirSync(dataDir, { recursive: true })
    return startedByRoot()
      ? homeForRoot(realpathSync(dataDir), movedParent)
      : homeForOrdinaryUser(realpathSync(dataDir))
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(
      `DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

export function hasDatabaseHome(dataDir: string): boolean {
  return existsSync(pointerPath(dataDir)) || existsSync(join(dataDir, 'postgres'))
}

function homeForOrdinaryUser(dataDir: string): DatabaseHome {
  if (existsSync(pointerPath(dataDir))) {
    throw new StartRefusal(
      `The data of ${dataDir} was written by a server that root started and is in ${readPointer(dataDir)}. Start as root again, or use another DATA_DIR.`,
    )
  }
  const directory = join(dataDir, 'postgres')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const home = { directory, data: join(directory, 'data'), runAs: null, moved: false }
  for (const path of [home.directory, home.data]) {
    const owner = statSync(path, { throwIfNoEntry: false })?.uid
    if (owner === undefined || owner === process.getuid?.()) continue
    throw new StartRefusal(
      `${path} belongs to another user (uid ${owner}), who started a server on it before. Start as that user, or use another DATA_DIR.`,
    )
  }
  chmodSync(directory, 0o700)
  return home
}

function homeForRoot(dataDir: string, movedParent: string): DatabaseHome {
  if (existsSync(pointerPath(dataDir))) return homeAt(readPointer(dataDir), true)
  const directory = join(dataDir, 'postgres')
  const inside = homeAt(directory, false)
  if (canEnter(directory, inside.runAs)) return inside
  if (openTo(dataDir, inside.runAs) && canEnter(directory, inside.runAs)) return inside
  if (existsSync(inside.data)) {
    throw new StartRefusal(
      `The user that PostgreSQL runs as (uid ${inside.runAs?.uid}) can no longer enter ${directory}. Let it enter every folder above (chmod o+x), or use another DATA_DIR.`,
    )
  }
  rmdirSync(directory)
  mkdirSync(movedParent, { recursive: true })
  chmodSync(movedParent, 0o711)
  writePointer(dataDir, mkdtempSync(join(realpathSync(movedParent), 'data-')))
  const outside = homeAt(readPointer(dataDir), true)
  if (canEnter(outside.directory, outside.runAs)) return outside
  throw new StartRefusal(
    `The user that PostgreSQL runs as (uid ${outside.runAs?.uid}) can enter neither ${directory} nor ${outside.directory}. Use another DATA_DIR, start the server as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Lets the private group, and no other user, pass through root's DATA_DIR. */
function openTo(dataDir: string, runAs: RunAs): boolean {
  const { uid, mode } = statSync(dataDir)
  if (!runAs || uid !== 0 || (mode & 0o077) !== 0 || !canEnter(dirname(dataDir), runAs)) return false
  chownSync(dataDir, 0, runAs.gid)
  chmodSync(dataDir, 0o710)
  return true
}

/** PostgreSQL runs as the owner, or as an unprivileged user if that is root. */
function homeAt(directory: string, moved: boolean): DatabaseHome {
  mkdirSync(directory, { recursive: true, mode: 0o750 })
  const data = join(directory, 'data')
  const home = statSync(directory)
  const dataOwner = statSync(data, { throwIfNoEntry: false })?.uid
  if (home.uid !== 0) return { directory, data, runAs: { uid: home.uid, gid: home.gid }, moved }
  const chosen = chooseUnprivilegedUser()
  const runAs = { uid: dataOwner || chosen.uid, gid: home.gid || chosen.gid }
  // Keeps out other processes of the same user.
  chownSync(directory, 0, runAs.gid)
  chmodSync(directory, 0o750)
  // PostgreSQL would refuse data that root restored.
  if (dataOwner === 0) giveTo(data, runAs)
  return { directory, data, runAs, moved }
}

function giveTo(path: string, owner: { uid: number; gid: number }): void {
  lchownSync(path, owner.uid, owner.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(join(path, name), owner)
}

const pointerPath = (dataDir: string) => join(dataDir, 'postgres.moved')

const readPointer = (dataDir: string) => readFileSync(pointerPath(dataDir), 'utf8').trim()

/** The first process wins. */
function writePointer(dataDir: string, directory: string): void {
  const draft = `${pointerPath(dataDir)}.${process.pid}`
  writeFileSync(draft, `${directory}\n`, { flush: true })
  try {
    linkSync(draft, pointerPath(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}
