import { type AddressAllowance, AddressGate, type Gate } from './address-gate'

export type GroupTopic =
  | 'changed_namespace'
  | 'promoted_term'
  /** Other processes hold the last calls of this key. */
  | 'wanted_calls'
  | 'wanted_checks'
  /** Worker turns (services/engine-pool/shared-use.ts). */
  | 'worker_use'
  /** Address and username with a right secret. */
  | 'known_secret'

export interface ProcessGroup {
  publish(topic: GroupTopic, text: string): Promise<void>
  /** `publish` resolves when the others have handled it or ended. */
  subscribe(topic: GroupTopic, handle: (text: string) => void | Promise<void>): void
  /** All processes share the gate of a name. */
  gate(name: string, allowance: AddressAllowance): Gate
}

export function createSoloGroup(now: () => number): ProcessGroup {
  return {
    publish: async () => {},
    subscribe: () => {},
    gate: (_name, allowance) => new AddressGate(now, allowance),
  }
}
