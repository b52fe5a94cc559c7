/** Recognises a full disk or damaged data (PostgreSQL, appendix A). Callers only see `kind`. */
import { errorChain } from './connection-loss'

export type StorageFaultKind = 'full' | 'damaged'

export class StorageFaultError extends Error {
  override readonly name = 'StorageFaultError'

  constructor(
    readonly kind: StorageFaultKind,
    options: { readonly cause: unknown },
  ) {
    super(kind === 'full' ? 'The disk of the database is full.' : 'The database reports damaged data.', options)
  }
}

const KINDS: Readonly<Record<string, StorageFaultKind>> = {
  '53100': 'full',
  // Failed I/O, a missing file, a damaged page or index.
  '58030': 'damaged',
  '58P01': 'damaged',
  XX001: 'damaged',
  XX002: 'damaged',
}

export function storageFaultOf(error: unknown): StorageFaultError | null {
  if (error instanceof StorageFaultError) return error
  for (const { codes } of errorChain(error))
    for (const code of codes) {
      const kind = KINDS[code]
      if (kind !== undefined) return new StorageFaultError(kind, { cause: error })
    }
  return null
}

/** All retries failed. The same request may succeed later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** `message` tells the operator what to do, without a password. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
