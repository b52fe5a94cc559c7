/** The bytes never leave this folder. */
import { createHash } from 'node:crypto'

export type ContentKind = 'ruleset' | 'unit library' | 'comparison'

export interface ContentId {
  readonly kind: ContentKind
  readonly namespaceId: string
  /** sha256 of the text, 64 lowercase hex characters. */
  readonly hash: string
}

export class DamagedContentError extends Error {
  constructor(readonly id: ContentId) {
    super(`the stored bytes of ${id.kind} ${id.hash} in namespace ${id.namespaceId} do not have this hash`)
    this.name = 'DamagedContentError'
  }
}

export function hasHash(bytes: Uint8Array, hash: string): boolean {
  return createHash('sha256').update(bytes).digest('hex') === hash
}

/** @throws DamagedContentError */
export function contentText(bytes: Uint8Array, id: ContentId): string {
  if (!hasHash(bytes, id.hash)) throw new DamagedContentError(id)
  // A byte order mark is part of the text.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}
