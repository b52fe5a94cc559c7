/** The command answers with the bytes of `/v1` (decisions/056), on the services and the workers of a server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { LocalEngine, refusedBytes } from '../../cli/touchstone/local-engine'
import { solverOfProcess } from '../../engine/solver/z3-solver'
import {
  answerLocally,
  type FileRequest,
  fileRequests,
  OPERATION_IDS,
  randomChecks,
  withoutStorage,
} from '../../testing/golden/file-requests'
import { IS_LONG } from '../../testing/repetitions'
import type { Caller } from '../calls/caller'
import { BUILT_IN_LIBRARY } from '../library/unit-libraries'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'

const engine = new LocalEngine(BUILT_IN_LIBRARY, solverOfProcess)
let world: ServicesUnderTest
let caller: Caller

beforeAll(async () => {
  const many = 1_000_000
  world = await startServices(1, { evaluationCaps: { callsPerDay: many, callsTotal: many } })
  caller = await world.evaluationCaller()
})
afterAll(() => world.stop())

async function answerOf({ path, body }: Pick<FileRequest, 'path' | 'body'>): Promise<string> {
  try {
    return await callOperation(world.services[0]!, OPERATION_IDS[path], caller, body)
  } catch (error) {
    if (error instanceof Refusal) return refusedBytes(error)
    throw error
  }
}

const requests = fileRequests()

describe('the command answers a wire case with the bytes of the server', () => {
  it('for most cases that send texts', () => expect(requests.length).toBeGreaterThanOrEqual(60))

  it.each(requests.map((request) => [request.name, request] as const))('%s', async (_, request) => {
    expect(answerLocally(engine, request)).toBe(withoutStorage(await answerOf(request)))
  })
})

it('the command answers random checks with the bytes of the server', { tags: ['repeated'] }, async () => {
  for (const check of randomChecks(engine, IS_LONG ? 10_000 : 300))
    expect(answerLocally(engine, check), JSON.stringify(check.body)).toBe(await answerOf(check))
})
