/** Frames, stores and buses of several processes over one real database. */
import { randomUUID } from 'node:crypto'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import type { Store } from '../../../database/store'
import type { Bus } from '../../../messaging/bus/bus'
import { type BusUnderTest, type OpenOptions, openByText } from '../../../messaging/testing/buses-under-test'
import { type Tracing, UNTRACED } from '../../calls/tracing'
import type { FrameEvaluator } from '../../evaluators/evaluation'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { type EvaluatorLoop, startEvaluatorLoop } from '../frames/evaluator-loop'
import { createFrames, type Frames } from '../frames/frames'
import type { WaitingLimits } from '../frames/waiting-frames'
import type { PlatformClient } from '../machine-accounts/platform-client'

const NO_LIMITS: WaitingLimits = { waiting_frames: 100_000, waiting_frames_total: 100_000 }

export interface FrameProcess {
  readonly store: Store
  readonly bus: Bus
  readonly frames: Frames
  evaluateWith(evaluator: FrameEvaluator, concurrency?: number): EvaluatorLoop
}

export interface FramesUnderTest {
  readonly tested: ServicesUnderTest
  readonly processes: readonly FrameProcess[]
  /** Errors reported outside of every call. */
  readonly trouble: unknown[]
  /** A group with one guardrail. */
  newGroup(): Promise<{ namespaceId: string; guardrailId: string; projectId: string; client: PlatformClient }>
  stop(): Promise<void>
}

interface FramesOptions {
  readonly limits?: Partial<WaitingLimits>
  readonly bus?: OpenOptions
  readonly tracing?: Tracing
}

/** @param nats null for the bus inside the database */
export async function startFrames(
  count: number,
  nats: BusUnderTest | null,
  { limits = NO_LIMITS, bus: busOptions, tracing = UNTRACED }: FramesOptions = {},
): Promise<FramesUnderTest> {
  const tested = await startServices(count, { platform: {}, tracing })
  await nats?.renew()
  const trouble: unknown[] = []
  const loops: EvaluatorLoop[] = []
  const own: Bus[] = []
  const now = () => new Date(tested.now())
  const reportTrouble = (error: unknown) => void trouble.push(error)
  const processes = tested.platforms.map((platform): FrameProcess => {
    const { store } = platform.shared.dependencies
    const bus = nats === null ? platform.bus : openByText(nats.address(busOptions))
    if (nats !== null) own.push(bus)
    const dependencies = { store, bus, now, newId: randomUUID, tracing, reportTrouble }
    const frames = createFrames({ ...dependencies, limits: { ...NO_LIMITS, ...limits } })
    return {
      ...{ store, bus, frames },
      evaluateWith: (evaluator, concurrency = 32) => {
        const after = platform.shared.dependencies.after
        const slots = { exact: concurrency, solver: 2, model: 4 }
        const { lanes } = platform.bus
        const loop = startEvaluatorLoop({
          ...dependencies,
          frames,
          evaluator,
          lanes,
          slots,
          recoverEveryMs: 200,
          after,
        })
        loops.push(loop)
        return loop
      },
    }
  })
  return {
    ...{ tested, processes, trouble },
    newGroup: async () => {
      const caller = await tested.personCaller(['author'])
      const namespaceId = caller.namespaceId ?? ''
      const { targets } = tested.platforms[0]!.platform
      const { id: projectId } = await targets.addProject(caller, { name: 'home', description: '' })
      const input = { name: 'people', type: 'human_review', configuration: { instructions: '' } }
      const { id: guardrailId } = await targets.addGuardrail(caller, projectId, guardrailRequest.parse(input))
      return { namespaceId, guardrailId, projectId, client: clientOf(namespaceId) }
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop(0)))
      await Promise.all(own.map((bus) => bus.close()))
      await tested.stop()
    },
  }
}

export function clientOf(...namespaceIds: readonly string[]): PlatformClient {
  const groups = namespaceIds.map((namespaceId) => ({ namespaceId, name: namespaceId }))
  return { label: 'robot', serviceAccountId: null, groups, isOpen: false, expiresAt: null }
}
