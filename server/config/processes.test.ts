import { expect, it } from 'vitest'
import { MAX_PROCESSES, partOf, processesFor, readProcesses } from './processes'

const GB = 1024 ** 3

it('starts one process for each core that the memory allows, and only one below two cores', () => {
  const counts = (cores: number[], memoryBytes: number) =>
    cores.map((each) => processesFor({ cores: each, memoryBytes }))
  expect(counts([0.5, 1, 1.9, 2, 2.5, 4, 64], 64 * GB)).toEqual([1, 1, 1, 2, 2, 4, MAX_PROCESSES])
  expect(counts([8, 8], 2 * GB)).toEqual([3, 3])
  expect(counts([8], 0.3 * GB)).toEqual([1])
})

it('starts as many as the machine allows unless the operator sets a number', () => {
  const read = (SERVER_PROCESSES: string) => {
    const area = readProcesses({ SERVER_PROCESSES })
    return area.ok ? area.settings.serverProcesses : area.problems[0]?.problem
  }
  expect(readProcesses({})).toEqual({ ok: true, settings: { serverProcesses: null } })
  expect([read('auto'), read('1'), read('16')]).toEqual([null, 1, 16])
  for (const wrong of ['0', '17', '2.5', 'many'])
    expect(read(wrong)).toBe('must be auto or a whole number from 1 to 16')
})

it('the parts add up to the whole and are not empty', () => {
  for (const processes of [1, 2, 3, 7, 16])
    for (const total of [1, 2, 5, 16, 256]) {
      const sizes = Array.from({ length: processes }, (_, index) => partOf(total, index, processes))
      expect(Math.min(...sizes)).toBeGreaterThan(0)
      if (total >= processes) expect(sizes.reduce((sum, part) => sum + part)).toBe(total)
    }
})
