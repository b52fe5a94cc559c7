/**
 * What the processes of one machine know together.
 *
 * Promises: what one publishes, the others have handled when the promise resolves, or they have ended; a gate has one bucket
 * for each address, whichever process is asked. A process that serves alone is {@link alone}.
 */
import { type AddressAllowance, AddressGate, type Gate } from './address-gate'

/** Topics on which one process publishes to the others. */
export type GroupTopic =
  /** A namespace, or one of its credentials, was changed: its id. */
  | 'changed_namespace'
  /** A term was promoted to the vocabulary. */
  | 'promoted_term'
  /** An allowance is used up but for what others hold: its key. */
  | 'wanted_calls'
  | 'wanted_checks'
  /** Turns of workers that are over: whose they were and how long they took (services/engine-pool/shared-use.ts). */
  | 'worker_use'
  /** An address and a username from which a right secret came. */
  | 'known_secret'

export interface ProcessGroup {
  publish(topic: GroupTopic, text: string): Promise<void>
  /** Registers a handler of what others publish. */
  subscribe(topic: GroupTopic, handle: (text: string) => void | Promise<void>): void
  /** @param name under which all processes have the same gate */
  gate(name: string, allowance: AddressAllowance): Gate
}

/** The group of one. @param now milliseconds since the epoch */
export function alone(now: () => number): ProcessGroup {
  return {
    publish: async () => {},
    subscribe: () => {},
    gate: (_name, allowance) => new AddressGate(now, allowance),
  }
}
