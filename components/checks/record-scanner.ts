/**
 * Finds where each record of a file begins, in its bytes, piece by piece.
 *
 * Promises: holds one number for each record and nothing of the text. A record of CSV may hold line breaks between quotes
 * (RFC 4180); lines of nothing but spaces are no records, which the server holds too. A tab that stands between cells is
 * no space.
 */
export type BatchForm = 'csv' | 'json lines'

const NEWLINE = 10
const QUOTE = 34
const isSpace = (byte: number) => byte === 32 || byte === 9 || byte === 13

type CsvState = 'field start' | 'plain' | 'quoted' | 'quote in quoted'

export class RecordScanner {
  private starts = new Float64Array(1_024)
  private count = 0
  private at = 0
  private recordStart = 0
  private isBlank = true
  private state: CsvState = 'field start'

  /** @param delimiter code of the character between cells; null for JSON Lines */
  constructor(private readonly delimiter: number | null) {}

  /** Records that are complete so far. */
  get records(): number {
    return this.count
  }

  push(bytes: Uint8Array): void {
    const { delimiter } = this
    if (delimiter === null) {
      this.pushLines(bytes)
      return
    }
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!
      this.state = nextState(this.state, byte, delimiter)
      if (byte === NEWLINE && this.state !== 'quoted') {
        this.endRecord(this.at + i + 1)
        this.state = 'field start'
      } else if (this.isBlank && (byte === delimiter || !isSpace(byte))) this.isBlank = false
    }
    this.at += bytes.length
  }

  /** Lines end at every line break; the engine's own search for it is much faster than one by one. */
  private pushLines(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const newline = bytes.indexOf(NEWLINE, from)
      const end = newline < 0 ? bytes.length : newline
      for (let at = from; this.isBlank && at < end; at++) this.isBlank = isSpace(bytes[at]!)
      if (newline >= 0) this.endRecord(this.at + newline + 1)
      from = end + 1
    }
    this.at += bytes.length
  }

  /** Where each record begins, and at last where the file ends. */
  finish(): Float64Array {
    if (this.at > this.recordStart) this.endRecord(this.at)
    this.add(this.at)
    return this.starts.slice(0, this.count)
  }

  private endRecord(end: number): void {
    if (!this.isBlank) this.add(this.recordStart)
    this.recordStart = end
    this.isBlank = true
  }

  private add(offset: number): void {
    if (this.count === this.starts.length) {
      const larger = new Float64Array(2 * this.count)
      larger.set(this.starts)
      this.starts = larger
    }
    this.starts[this.count++] = offset
  }
}

/** How many cells a record of CSV has. */
export function cellCount(record: string, delimiter: string): number {
  const code = delimiter.charCodeAt(0)
  let state: CsvState = 'field start'
  let cells = 1
  for (let at = 0; at < record.length; at++) {
    const character = record.charCodeAt(at)
    if (character === code && state !== 'quoted') cells++
    state = nextState(state, character, code)
  }
  return cells
}

/** A quote opens a cell only where the cell begins; anywhere else it is a character like others. */
function nextState(state: CsvState, byte: number, delimiter: number): CsvState {
  switch (state) {
    case 'quoted':
      return byte === QUOTE ? 'quote in quoted' : 'quoted'
    case 'quote in quoted':
      if (byte === QUOTE) return 'quoted'
      return byte === delimiter ? 'field start' : 'plain'
    case 'field start':
      if (byte === QUOTE) return 'quoted'
      return byte === delimiter ? 'field start' : 'plain'
    case 'plain':
      return byte === delimiter ? 'field start' : 'plain'
  }
}
