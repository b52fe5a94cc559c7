/**
 * The lanes of the evaluators: frames that wait for a solver or a model, apart from those that are decided at once.
 *
 * Promises: what is added is durable, in the database whichever the bus is, and is delivered like work of the bus. What
 * waits in a lane is in no process's hands. Of several groups that wait, the one that was worked for the least is next,
 * in the time that its work took and not in the number of its frames.
 */
import type { WorkDelivery, Worker, WorkMessage, WorkOptions } from './bus'

/** Lanes whose work waits in the database. The exact lane is the bus itself. */
export const WAITING_LANES = ['solver', 'model'] as const

export type WaitingLane = (typeof WAITING_LANES)[number]

export type Lane = 'exact' | WaitingLane

export interface LaneMessage extends WorkMessage {
  readonly lane: WaitingLane
  /** Id of the group's namespace. */
  readonly share: string
}

export interface LaneOptions extends Pick<WorkOptions, 'exhausted'> {
  readonly lane: WaitingLane
  /** Messages in hand at one time. One share holds all but an eighth of four or more. */
  readonly slots: number
  /** As of {@link WorkOptions}. */
  readonly handle: (delivery: WorkDelivery, signal: AbortSignal) => Promise<void>
}

export interface LaneQueue {
  /** Durable when it resolves. @throws BusUnavailable */
  add(messages: readonly LaneMessage[]): Promise<void>
  work(options: LaneOptions): Worker
}
