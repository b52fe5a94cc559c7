/** Projects, guardrails and applications of two groups over a real database. */
import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { applicationRequest, type GuardrailRequest, guardrailRequest } from '../../../api/schemas/guardrail'
import type { Caller } from '../../calls/caller'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import type { Targets } from '../platform'
import type { PageInput } from '../targets/pages'

export const FIRST: PageInput = { cursor: null, limit: 200 }

export interface TargetsUnderTest {
  readonly tested: ServicesUnderTest
  readonly targets: Targets
  readonly ours: Caller
  readonly theirs: Caller
  /** A new project. @returns its id */
  project(caller?: Caller): Promise<string>
  /** A new ruleset. @returns its hash */
  ruleset(caller?: Caller): Promise<string>
}

export async function startTargets(): Promise<TargetsUnderTest> {
  const tested = await startServices(1, { platform: {} })
  const { targets } = tested.platforms[0]!.platform
  const group = async (): Promise<Caller> => {
    const person = await tested.personCaller(['author'])
    return tested.groupCaller(person.namespaceId ?? '')
  }
  const ours = await group()
  const theirs = await group()
  return {
    tested,
    targets,
    ours,
    theirs,
    project: async (caller = ours) => (await targets.addProject(caller, { name: randomUUID(), description: '' })).id,
    ruleset: async (caller = ours) => {
      const source = randomUUID()
      const hash = createHash('sha256').update(source).digest('hex')
      const at = new Date(tested.now())
      const namespaceId = caller.namespaceId ?? ''
      await tested.store.putRuleset({ namespaceId, hash, source, parentHash: null, at, limitBytes: 1_000_000 })
      return hash
    },
  }
}

export const judgeRequest = (name: string): GuardrailRequest =>
  guardrailRequest.parse({ name, type: 'llm_judge', configuration: {} })

function graphOf(...ids: readonly string[]) {
  const nodes = ids.map((guardrail_id, index) => ({ id: `n${index}`, guardrail_id }))
  return applicationRequest.parse({ name: 'any', graph: { nodes } }).graph
}

export const applicationInput = (name: string, ...guardrails: readonly string[]) => ({
  ...{ name, contextDocument: '', aggregation: 'all' as const },
  graph: graphOf(...guardrails),
})

/** Matches a refusal of this status. */
export const refusalWithStatus = (wanted: number) => expect.objectContaining({ status: wanted })
