/**
 * Cores and memory that this process may use, also in a container.
 *
 * Promises: what a control group allows counts where it is less than what the machine has; what cannot be read counts as
 * no limit.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import type { Machine } from '../config/processes'

/** @param readText the text of a file, or null where there is none */
export function readMachine(readText: (file: string) => string | null = textOf): Machine {
  const constrained = process.constrainedMemory() ?? 0
  return {
    cores: Math.min(availableParallelism(), groupCores(readText) ?? Number.POSITIVE_INFINITY),
    // 0, or more than there is, where nothing constrains it.
    memoryBytes: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
  }
}

/** Processor time that the control group allows, in cores; null where it sets no limit. Both versions of the interface. */
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
