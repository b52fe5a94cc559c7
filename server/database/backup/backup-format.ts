/**
 * The form of a backup file, which `zcat` shows:
 *
 *     {"format":"touchstone backup","version":1,…}     header, one line
 *     b7a1…	\\x6465…	2026-11-21 10:00:00	…           rows of the first table, as COPY writes them
 *     \.
 *     …                                                every other table, in the header's order
 *     {"header_sha256":"…","tables":[…]}               manifest, one line
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { transferHeader } from './transfer-source'

const FORMAT = 'touchstone backup'
const FORMAT_VERSION = 1

/** No row of COPY looks like it. */
export const END_OF_ROWS = '\\.\n'

/** Tells another version from a damaged file. */
export const formatLine = z.looseObject({ format: z.literal(FORMAT), version: z.int() })

export const headerLine = transferHeader.extend({ format: z.literal(FORMAT), version: z.literal(FORMAT_VERSION) })

export type HeaderLine = z.output<typeof headerLine>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const manifest = z.strictObject({
  /** Digest of the header's line. */
  header_sha256: sha256,
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().min(0), sha256 })),
})

export type Manifest = z.output<typeof manifest>

export function writeHeader(header: z.output<typeof transferHeader>): string {
  return `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, ...header })}\n`
}

export function sha256Of(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
