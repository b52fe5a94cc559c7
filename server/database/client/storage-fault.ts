/**
 * Recognises an error that the storage under the database caused: no space is left, or stored bytes are damaged.
 *
 * Promises: `kind` is all that a caller is shown; the cause is for the log. A call that met one changed nothing that was
 * acknowledged. SQLSTATEs are those of PostgreSQL's documentation, appendix A.
 */
import { errorChain } from './connection-loss'

export type StorageFaultKind = 'full' | 'damaged'

export class StorageFault extends Error {
  override readonly name = 'StorageFault'

  constructor(
    readonly kind: StorageFaultKind,
    options: { readonly cause: unknown },
  ) {
    super(kind === 'full' ? 'The disk of the database is full.' : 'The database reports damaged data.', options)
  }
}

const KINDS: Readonly<Record<string, StorageFaultKind>> = {
  '53100': 'full',
  // Input or output failed, a file is missing, a page or an index is not what was written.
  '58030': 'damaged',
  '58P01': 'damaged',
  XX001: 'damaged',
  XX002: 'damaged',
}

/** Null for every other error. */
export function storageFaultOf(error: unknown): StorageFault | null {
  if (error instanceof StorageFault) return error
  for (const { codes } of errorChain(error))
    for (const code of codes) {
      const kind = KINDS[code]
      if (kind !== undefined) return new StorageFault(kind, { cause: error })
    }
  return null
}

/**
 * Thrown when the database could not be reached for longer than a call may wait, after the call was repeated for as
 * long as that. Nothing is known to be wrong with the request; the same request may succeed later.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
