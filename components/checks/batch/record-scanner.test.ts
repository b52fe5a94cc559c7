import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { type Delimiter, readCsvRows } from '../../../server/engine/records/csv-rows'
import { RecordScanner } from './record-scanner'

const recordsOf = (text: string, delimiter: string | null, cut = text.length) => {
  const bytes = new TextEncoder().encode(text)
  const scanner = new RecordScanner(delimiter === null ? null : delimiter.charCodeAt(0))
  for (let at = 0; at < bytes.length; at += Math.max(1, cut)) scanner.push(bytes.subarray(at, at + Math.max(1, cut)))
  const starts = scanner.finish()
  return [...starts.slice(0, -1)].map((start, i) => new TextDecoder().decode(bytes.subarray(start, starts[i + 1])))
}

it('finds lines, without blank ones, and a last one without a line break', () => {
  expect(recordsOf('{"a":1}\n\n  \r\n{"b":"ü"}\r\n{}', null)).toEqual(['{"a":1}\n\n  \r\n', '{"b":"ü"}\r\n', '{}'])
  expect(recordsOf('', null)).toEqual([])
})

it('treats line breaks between quotes as part of the cell', () => {
  const text = 'a,b\n"one\ntwo",3\n5" pipe,"say ""hi""\n"\nlast,1'
  expect(recordsOf(text, ',')).toEqual(['a,b\n', '"one\ntwo",3\n', '5" pipe,"say ""hi""\n"\n', 'last,1'])
})

it('finds as many records as the CSV reader, wherever the pieces are cut', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ü', ' ', '1'), maxLength: 6 })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, cut) => {
      const text = Papa.unparse(rows, { newline: '\n', quotes: true })
      const records = recordsOf(text, ',', cut)
      expect(records.length).toBe(rows.length)
      expect(records.map((record) => Papa.parse<string[]>(record.replace(/\n$/, '')).data[0])).toEqual(rows)
    }),
    { numRuns: 300 },
  )
})

it('finds the rows that the reader of rows finds, in any text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '\t'), maxLength: 40 })
  fc.assert(
    fc.property(text, fc.constantFrom<Delimiter>(',', '\t'), (each, delimiter) => {
      const found = recordsOf(each, delimiter)
      expect(found.flatMap((record) => readCsvRows(record, delimiter))).toHaveLength(found.length)
      expect(readCsvRows(each, delimiter)).toHaveLength(found.length)
    }),
    { numRuns: 2_000 },
  )
})
