/**
 * A stored text whose bytes do not have the hash that it is stored under.
 *
 * Promises: the bytes themselves go no further than this folder; the error names the row and nothing of its content.
 */
import { createHash } from 'node:crypto'

export type ContentKind = 'ruleset' | 'unit library' | 'comparison'

/** Where a content-addressed text is stored. */
export interface ContentId {
  readonly kind: ContentKind
  readonly namespaceId: string
  /** sha256 of the text, 64 lowercase hex characters. */
  readonly hash: string
}

export class DamagedContent extends Error {
  constructor(readonly id: ContentId) {
    super(`the stored bytes of ${id.kind} ${id.hash} in namespace ${id.namespaceId} do not have this hash`)
    this.name = 'DamagedContent'
  }
}

export function hasHash(bytes: Uint8Array, hash: string): boolean {
  return createHash('sha256').update(bytes).digest('hex') === hash
}

/** The text of the bytes. @throws DamagedContent where their hash is another one */
export function contentText(bytes: Uint8Array, id: ContentId): string {
  if (!hasHash(bytes, id.hash)) throw new DamagedContent(id)
  // A byte order mark is part of the text like any other character.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}
