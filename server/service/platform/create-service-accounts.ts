/**
 * Makes the area of service accounts and groups.
 */
import type { Store } from '../../store/store'
import type { ServiceAccounts } from './service-accounts'

export interface ServiceAccountParts {
  readonly store: Store
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

export function createServiceAccounts(_parts: ServiceAccountParts): ServiceAccounts {
  throw new Error('not written yet')
}
