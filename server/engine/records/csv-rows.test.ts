import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { type Delimiter, findDelimiter, readCsvRows } from './csv-rows'

const cellsOf = (text: string, delimiter: Delimiter = ',') => readCsvRows(text, delimiter).map(({ cells }) => cells)

describe('CSV rows', () => {
  it('have quoted cells with separators, line breaks and quotation marks', () => {
    expect(cellsOf('a,"b,c"\r\n"d\r\ne","say ""hi"""\n"",\n')).toEqual([
      ['a', 'b,c'],
      ['d\r\ne', 'say "hi"'],
      ['', ''],
    ])
  })

  it('end with LF or CR LF, mixed; a carriage return alone is part of a cell', () => {
    expect(cellsOf('a,b\r\nc,d\ne\rf,g\r')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e\rf', 'g'],
    ])
  })

  it('know their line, and leave out blank lines', () => {
    const rows = readCsvRows('\n \r\na,"x\ny"\n\t\nb,c\n\n', ',', 2)
    expect(rows.map(({ cells, line }) => [cells[0], line])).toEqual([
      ['a', 4],
      ['b', 7],
    ])
    expect(cellsOf('\t\n \n', '\t')).toEqual([['', '']])
  })

  it('keep a quotation mark inside of a cell, and report wrong ones', () => {
    const [row] = readCsvRows('5" pipe,b"c"', ',')
    expect(row).toMatchObject({ cells: ['5" pipe', 'b"c"'], problem: null })
    expect(readCsvRows('a,"b"c\n', ',')[0]).toMatchObject({
      cells: ['a', 'bc'],
      problem: { kind: 'text behind', cell: 2 },
    })
    expect(readCsvRows('a,"b\nc,d\n', ',')).toMatchObject([
      { cells: ['a', 'b\nc,d\n'], problem: { kind: 'not closed' } },
    ])
  })

  it('read what another writer wrote', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', 'ü', ' ', '1'), maxLength: 6 })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t')
    fc.assert(
      fc.property(table, delimiters, fc.constantFrom('\n', '\r\n'), (rows, delimiter, newline) => {
        expect(cellsOf(Papa.unparse(rows, { delimiter, newline, quotes: true }), delimiter)).toEqual(rows)
      }),
      { numRuns: 300 },
    )
  })

  it('find the separator outside of quotation marks', () => {
    expect(findDelimiter('"a;b;c",d\n1;2;3\n')).toBe(',')
    expect(findDelimiter('\n \na;b;c\n1,5;2\n')).toBe(';')
    expect(findDelimiter('a\tb,c\td')).toBe('\t')
    expect(findDelimiter('a')).toBe(',')
  })
})
