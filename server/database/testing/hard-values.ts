export type Row = Readonly<Record<string, unknown>>

/** Text that COPY, JSON and SQL must escape, and text that looks like COPY's end or null. */
export const HARD_TEXT = '\\.\n\\N\t"\'\r\n\\\\x00\b\f\v é 漢字 \u{10FFFF} \uFEFF $1 '
export const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
export const LATE = '2026-11-21T10:11:12.345Z'
export const EARLY = '0001-01-01T00:00:00.001Z'
export const FAR = '9999-12-31T23:59:59.999Z'
