/** Complete decision tables without overlaps, and single faults in them. For tests only. */
import { seededRandom } from '../../engine/testing/random-rules'

export interface TableSpec {
  readonly columns: readonly ColumnSpec[]
  readonly rows: readonly RowSpec[]
}

interface ColumnSpec {
  readonly name: string
  readonly declaration: string
  /** Pieces that cover all values, as cells. */
  readonly pieces: readonly Piece[]
}

interface Piece {
  readonly cell: string
  readonly accepts: (value: string) => boolean
}

/** By column the pieces that it accepts; all of them are written `-`. */
export type RowSpec = readonly (readonly number[])[]

export interface Fault {
  readonly kind: 'table_gap' | 'table_rows_overlap' | 'table_row_never_decides'
  readonly table: TableSpec
}

function numberPieces(unit: string, cuts: readonly number[]): readonly Piece[] {
  const written = (cut: number) => (unit === '' ? `${cut}` : `${cut} "${unit}"`)
  const numberIn = (value: string) => Number(value.split(' ')[0])
  const ends = [Number.NEGATIVE_INFINITY, ...cuts, Number.POSITIVE_INFINITY]
  return ends.slice(1).map((below, i) => {
    const from = ends[i]!
    const cell =
      i === 0
        ? `< ${written(below)}`
        : below === Number.POSITIVE_INFINITY
          ? `>= ${written(from)}`
          : `${written(from)} ..< ${written(below)}`
    return { cell, accepts: (value) => numberIn(value) >= from && numberIn(value) < below }
  })
}

function memberPieces(members: readonly string[]): readonly Piece[] {
  return members.map((member) => ({ cell: `"${member}"`, accepts: (value) => value === member }))
}

function datePieces(cuts: readonly string[]): readonly Piece[] {
  const ends = ['0000-00-00', ...cuts, '9999-99-99']
  return ends.slice(1).map((below, i) => {
    const from = ends[i]!
    const cell = i === 0 ? `< ${below}` : i === cuts.length ? `>= ${from}` : `${from} ..< ${below}`
    return { cell, accepts: (value) => value >= from && value < below }
  })
}

const COLUMNS: readonly ColumnSpec[] = [
  {
    name: 'severity',
    declaration: 'enum {"severe", "moderate", "minor"}',
    pieces: memberPieces(['severe', 'moderate', 'minor']),
  },
  { name: 'speed', declaration: 'numeric "km/h"', pieces: numberPieces('km/h', [10, 50, 50.5]) },
  { name: 'points', declaration: 'whole', pieces: numberPieces('', [0, 1, 8]) },
  {
    name: 'at_school',
    declaration: 'boolean',
    pieces: ['True', 'False'].map((cell) => ({ cell, accepts: (value) => value === cell.toLowerCase() })),
  },
  { name: 'seen', declaration: 'date', pieces: datePieces(['2020-01-01', '2024-02-29']) },
]

/** Splits all cases along random columns until about this many rows remain. */
export function randomTable(seed: number, rows: number): TableSpec {
  const random = seededRandom(seed)
  const columns = [...COLUMNS].sort(() => random() - 0.5).slice(0, 2 + Math.floor(random() * 3))
  const all: RowSpec = columns.map(({ pieces }) => [...pieces.keys()])
  const list: RowSpec[] = [all]
  for (let tries = 0; list.length < rows && tries < 100; tries++) {
    const at = Math.floor(random() * list.length)
    const column = Math.floor(random() * columns.length)
    const row = list[at]!
    const pieces = row[column]!
    if (pieces.length < 2) continue
    const cut = 1 + Math.floor(random() * (pieces.length - 1))
    const part = (some: readonly number[]) => row.map((own, i) => (i === column ? some : own))
    list.splice(at, 1, part(pieces.slice(0, cut)), part(pieces.slice(cut)))
  }
  return { columns, rows: list.sort(() => random() - 0.5) }
}

/** Removes a row, widens one, or repeats a part of one below it. */
export function seedFault(table: TableSpec, seed: number): Fault | null {
  const random = seededRandom(seed)
  const at = Math.floor(random() * table.rows.length)
  const row = table.rows[at]!
  const others = table.rows.filter((_, i) => i !== at)
  if (seed % 3 === 0) return others.length === 0 ? null : { kind: 'table_gap', table: { ...table, rows: others } }
  const column = row.findIndex((pieces, i) => pieces.length < table.columns[i]!.pieces.length)
  if (seed % 3 === 1) {
    if (column < 0) return null
    const wide = row.map((pieces, i) => (i === column ? [...table.columns[i]!.pieces.keys()] : pieces))
    const rows = table.rows.map((own, i) => (i === at ? wide : own))
    return { kind: 'table_rows_overlap', table: { ...table, rows } }
  }
  const part = row.map((pieces) => pieces.slice(0, 1))
  return { kind: 'table_row_never_decides', table: { ...table, rows: [...table.rows, part] } }
}

export function printTable({ columns, rows }: TableSpec, policy: 'first' | 'unique'): string {
  const declarations = columns.map(({ name, declaration }) => `declare ${name} as ${declaration};\n`).join('')
  const lines = rows.map((row, i) => {
    const cells = row.map((pieces, column) => {
      const all = columns[column]!.pieces
      return pieces.length === all.length ? '-' : pieces.map((piece) => all[piece]!.cell).join(', ')
    })
    return `  ${cells.join(' | ')} => ${i};\n`
  })
  const head = `table fine ${policy} (${columns.map(({ name }) => name).join(', ')}) -> numeric {\n`
  return `version 1.4;\n${declarations}${head}${lines.join('')}};\nassert small { fine < 1000 };\n`
}

/** The rows that a submitted case fulfils. */
export function rowsAt({ columns, rows }: TableSpec, claims: Readonly<Record<string, unknown>>): readonly number[] {
  return [...rows.keys()].filter((index) =>
    columns.every(({ name, pieces }, column) =>
      rows[index]![column]!.some((piece) => pieces[piece]!.accepts(String(claims[name]))),
    ),
  )
}
