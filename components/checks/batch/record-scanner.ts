/**
 * Finds the start of each record in the bytes of a file, in pieces, without keeping text.
 *
 * A CSV record can have line breaks between quotes (RFC 4180). Blank lines are not records, as on the server. A tab
 * that separates cells is not blank.
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

  /** @param delimiter code of the cell separator; null for JSON Lines */
  constructor(private readonly delimiter: number | null) {}

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

  /** `indexOf` is much faster than a loop over the bytes. */
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

  /** Returns the start of each record, then the end of the file. */
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

/** A quote has its meaning only at the cell's beginning. */
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
