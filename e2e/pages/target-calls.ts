import type { Page } from '@playwright/test'
import { callMutation } from './page-calls'

interface Made {
  readonly id: string
}

export interface Chain {
  readonly projectId: string
  readonly rules: string
  readonly person: string
  readonly application: string
}

export async function makeProject(page: Page, name: string): Promise<string> {
  const { id } = (await callMutation(page, 'targets.addProject', { name, description: '' })) as Made
  return id
}

export async function makeGuardrail(
  page: Page,
  projectId: string,
  name: string,
  kind: { readonly type: string; readonly configuration: Readonly<Record<string, unknown>> },
): Promise<string> {
  const { id } = (await callMutation(page, 'targets.addGuardrail', { projectId, content: { name, ...kind } })) as Made
  return id
}

export const policyRules = (hash: string) => ({
  type: 'policy_rules',
  configuration: { ruleset_hash: hash, extraction_runs: 1, model: null },
})
export const humanReview = (instructions = '') => ({ type: 'human_review', configuration: { instructions } })
export const judge = { type: 'llm_judge', configuration: { instructions: '', model: null } }

/** The application asks a person after the rules said NO. */
export async function makeChain(page: Page, name: string, hash: string): Promise<Chain> {
  const projectId = await makeProject(page, name)
  const rules = await makeGuardrail(page, projectId, `${name} rules`, policyRules(hash))
  const person = await makeGuardrail(page, projectId, `${name} person`, humanReview('Look at the receipt.'))
  const graph = {
    nodes: [
      { id: 'rules', guardrail_id: rules },
      { id: 'person', guardrail_id: person },
    ],
    edges: [{ from: 'rules', to: 'person', when: 'NO' }],
  }
  const input = { name, contextDocument: '', aggregation: 'any', graph }
  const { id } = (await callMutation(page, 'targets.addApplication', { projectId, content: input })) as Made
  return { projectId, rules, person, application: id }
}

/** Uses the token of the person at `page`. @returns the trace id */
export async function sendFrame(page: Page, targetId: string, frame: Readonly<Record<string, unknown>>) {
  const { token } = (await callMutation(page, 'frames.token', {})) as { readonly token: string }
  const traceId = crypto.randomUUID()
  const answer = await page.request.post(`/client-api/bus/send?target_id=${targetId}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { trace_id: traceId, response_topic: [`e2e-${traceId}`], entailment_frame: frame },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  return traceId
}
