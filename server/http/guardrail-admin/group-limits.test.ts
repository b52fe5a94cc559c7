import { afterAll, beforeAll, expect, it } from 'vitest'
import { problem } from '../../api/schemas/platform'
import { type ApiUnderTest, type Ask, PUBLIC_URL, startApi } from '../testing/api-under-test'

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi({}, { projects_per_group: 2, guardrails_per_group: 2, applications_per_group: 2 })
})

afterAll(async () => {
  expect(api.bugs).toEqual([])
  await api.stop()
})

async function made(path: string, json: object, ask: Ask = {}): Promise<string> {
  const answer = await api.call('POST', path, { ...ask, json })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { readonly id: string }).id
}

const judge = (name: string) => ({ name, type: 'llm_judge', configuration: {} })

it('one more than the group may have is refused with the budget, its limit and what there would be', async () => {
  const [one, other] = [
    await made('/api/v1/projects', { name: 'one' }),
    await made('/api/v1/projects', { name: 'other' }),
  ]
  const guardrail = await made(`/api/v1/projects/${one}/guardrails`, judge('one'))
  await made(`/api/v1/projects/${other}/guardrails`, judge('other'))
  const application = (name: string) => ({ name, graph: { nodes: [{ id: 'n', guardrail_id: guardrail }] } })
  await made(`/api/v1/projects/${one}/applications`, application('one'))
  await made(`/api/v1/projects/${other}/applications`, application('other'))
  for (const [path, json, budget] of [
    ['/api/v1/projects', { name: 'third' }, 'projects_per_group'],
    [`/api/v1/projects/${one}/guardrails`, judge('third'), 'guardrails_per_group'],
    [`/api/v1/projects/${one}/applications`, application('third'), 'applications_per_group'],
  ] as const) {
    const answer = await api.call('POST', path, { json })
    const body = problem.parse(await answer.json())
    expect(body).toMatchObject({ status: 413, title: 'Budget exceeded', budget, limit: 2, actual: 3 })
    expect([answer.status, body.type]).toEqual([413, `${PUBLIC_URL}/docs/api-v1#budget-exceeded`])
    expect(body.detail).toContain(budget)
  }
  const { token, name: group } = api.theirs
  await made('/api/v1/projects', { name: 'of another group' }, { token, group })
})
