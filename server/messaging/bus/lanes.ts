/** Lanes hold frames that wait for a solver or a model, always in the database. */
import type { WorkDelivery, Worker, WorkMessage, WorkOptions } from './bus'

/** The exact lane is the bus itself. */
export const WAITING_LANES = ['solver', 'model'] as const

export type WaitingLane = (typeof WAITING_LANES)[number]

export type Lane = 'exact' | WaitingLane

export interface LaneMessage extends WorkMessage {
  readonly lane: WaitingLane
  /** The group's namespace. */
  readonly share: string
}

export interface LaneOptions extends Pick<WorkOptions, 'exhausted'> {
  readonly lane: WaitingLane
  /** One share holds all but an eighth of four or more. */
  readonly slots: number
  readonly handle: (delivery: WorkDelivery, signal: AbortSignal) => Promise<void>
}

export interface LaneQueue {
  /** Durable when it resolves. @throws BusUnavailableError */
  add(messages: readonly LaneMessage[]): Promise<void>
  work(options: LaneOptions): Worker
}
