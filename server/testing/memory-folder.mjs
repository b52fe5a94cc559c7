/**
 * Temporary files of the tests in memory: their databases write and flush more than they compute, and nothing of it must
 * outlive the run. Plain JavaScript, since the configuration of the tests loads it.
 */
import { existsSync, statfsSync } from 'node:fs'

const LINUX_MEMORY = '/dev/shm'
/** Of the folders of all databases that run at the same time, with room to spare. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** @returns {string | undefined} a folder in memory; undefined where there is none or it is too small, as in many containers */
export function memoryFolder() {
  if (!existsSync(LINUX_MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(LINUX_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? LINUX_MEMORY : undefined
}
