/**
 * Makes the gate of the platform's programs.
 */
import type { Settings } from '../../env'
import type { Store } from '../../store/store'
import type { ClientGate } from './client-gate'

export interface ClientGateParts {
  readonly store: Store
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
  /** Address of this deployment as its users see it, without a final slash: the issuer of its tokens. */
  readonly publicUrl: string
  readonly authSecret: string
  readonly clientAuth: Settings['platform']['clientAuth']
  readonly identityProvider: Settings['platform']['identityProvider']
  /** The outside provider's documents are fetched with it; the global one where absent. */
  readonly fetch?: typeof fetch
}

export function createClientGate(_parts: ClientGateParts): ClientGate {
  throw new Error('not written yet')
}
