import { expect, it } from 'vitest'
import { groupCores, readMachine } from './machine'

const files = (texts: Readonly<Record<string, string>>) => (file: string) => texts[file] ?? null
const V1 = '/sys/fs/cgroup/cpu/cpu.cfs_'

it('reads the processor limit of a control group in both versions, and null if there is no limit', () => {
  const cores = [
    { '/sys/fs/cgroup/cpu.max': '150000 100000\n' },
    { '/sys/fs/cgroup/cpu.max': 'max 100000\n' },
    { [`${V1}quota_us`]: '50000\n', [`${V1}period_us`]: '100000\n' },
    { [`${V1}quota_us`]: '-1\n', [`${V1}period_us`]: '100000\n' },
    {},
  ].map((texts) => groupCores(files(texts)))
  expect(cores).toEqual([1.5, null, 0.5, null, null])
})

it('reports at least what this test runs on', () => {
  expect(readMachine(files({ '/sys/fs/cgroup/cpu.max': '50000 100000' })).cores).toBe(0.5)
  const { cores, memoryBytes } = readMachine()
  expect(cores).toBeGreaterThan(0)
  expect(memoryBytes).toBeGreaterThan(100_000_000)
})
