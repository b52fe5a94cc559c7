import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { PartitionedRecords } from './partitioned-records'

let records: PartitionedRecords<readonly [string, number, string]>
afterEach(() => records.close())

it.each([
  ['in memory', 200, 'ä'],
  ['in a file', 8_000, 'ä "quoted"\n'.repeat(40)],
])('returns every record once, those of one key together and in their order: %s', (_, count, text) => {
  records = new PartitionedRecords()
  for (let nth = 0; nth < count; nth++) records.add(`key ${nth % 97}`, [`key ${nth % 97}`, nth, text])
  const indexesByKey = new Map<string, number[]>()
  for (const each of records.all()) {
    const partition = [...each]
    const here = new Set(partition.map(([key]) => key))
    for (const key of here) expect(indexesByKey.has(key)).toBe(false)
    for (const [key, nth, own] of partition) {
      expect(own).toBe(text)
      indexesByKey.set(key, [...(indexesByKey.get(key) ?? []), nth])
    }
  }
  const expected = Array.from({ length: 97 }, (_each, key) =>
    Array.from({ length: count }, (_nth, nth) => nth).filter((nth) => nth % 97 === key),
  )
  expect(expected.map((_own, key) => indexesByKey.get(`key ${key}`) ?? [])).toEqual(expected)
})

it('leaves no file name behind, not even while the file is in use', () => {
  const own = mkdtempSync(path.join(tmpdir(), 'touchstone-test-'))
  vi.stubEnv('TMPDIR', own)
  try {
    records = new PartitionedRecords()
    for (let nth = 0; nth < 2_000; nth++) records.add('one key', ['one key', nth, 'x'.repeat(100)])
    expect(readdirSync(own)).toEqual([])
    expect([...records.all()].flatMap((partition) => [...partition])).toHaveLength(2_000)
  } finally {
    vi.unstubAllEnvs()
    rmSync(own, { recursive: true })
  }
})
