/** The lines of a library and their hash (public/docs/language.md, "Sharing statements: libraries"; decisions/044). */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { normaliseSource } from './line-index'

/** The lines of a library with their hash. */
export interface LibraryLines {
  readonly sha256: string
  readonly lines: string
}

/**
 * The text between the braces as it is hashed: normalised like a ruleset, without the rest of the line of the opening
 * brace if that is blank. The normalised ruleset gives the same lines.
 */
export function sharedLines(between: string): string {
  return normaliseSource(between).replace(/^\n/, '')
}

/** Returns 64 lowercase hexadecimal characters. */
export function hashSharedLines(lines: string): string {
  return bytesToHex(sha256(utf8ToBytes(lines)))
}

/** Whether a ruleset, and so a library, can be saved under the name (api/terms/ruleset-terms.ts). */
export function isLibraryName(name: string): boolean {
  return /^[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/.test(name)
}

/** The statement that uses a library, without a line end. */
export function printUse(name: string, { sha256, lines }: LibraryLines): string {
  return `use "${name}" sha256:${sha256} {\n${lines}};`
}
