/**
 * Temporary files of the tests in memory: their databases write and flush more than they compute, and nothing of it must
 * outlive the run. Plain JavaScript, since the configuration of the tests loads it.
 */
import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const LINUX_MEMORY = '/dev/shm'
/** Size of the folders of all databases that run at the same time, with room to spare. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Makes a folder in memory for this process, which is removed when it ends: what a killed server left would take memory
 * until the machine starts again.
 * @returns {string | undefined} undefined if there is no memory for files or too little, as in many containers
 */
export function memoryFolder() {
  if (!existsSync(LINUX_MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(LINUX_MEMORY)
  if (bavail * bsize < ENOUGH_BYTES) return undefined
  const folder = path.join(LINUX_MEMORY, `touchstone-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // Like the system's own folder: if the tests run as root, PostgreSQL and some servers run as users without rights.
  chmodSync(folder, 0o1777)
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      console.warn(`${folder} is still written to and was not removed: ${error}`)
    }
  })
  return folder
}
