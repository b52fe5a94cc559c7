import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import type { Machine } from '../config/processes'
import type { Clock } from '../engine/workers/job-queue'

/**
 * Returns the cores and memory that this process may use, also in a container. @param readText returns null if there is
 * no such file
 */
export function readMachine(readText: (file: string) => string | null = textOf): Machine {
  const constrained = process.constrainedMemory() ?? 0
  return {
    cores: Math.min(availableParallelism(), groupCores(readText) ?? Number.POSITIVE_INFINITY),
    // 0 or a huge number if nothing limits the process.
    memoryBytes: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
  }
}

/** The control group's limit in cores; null without a limit. Knows both versions of the interface. */
export function groupCores(readText: (file: string) => string | null): number | null {
  const [quota, period] =
    readText('/sys/fs/cgroup/cpu.max')?.trim().split(/\s+/) ??
    ['quota', 'period'].map((name) => readText(`/sys/fs/cgroup/cpu/cpu.cfs_${name}_us`)?.trim())
  const cores = Number(quota) / Number(period)
  return Number.isFinite(cores) && cores > 0 ? cores : null
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(code)) return null
    throw error
  }
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}
