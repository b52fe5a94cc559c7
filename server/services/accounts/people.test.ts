import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { newSession, SESSION_LIFE_MS } from './session'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1)
})
afterAll(() => under.stop())

it('a session acts as its person with the current roles until it ends', async () => {
  const { person, ...caller } = await under.personCaller(['author', 'administrator'])
  expect(caller).toMatchObject({ grade: 'person', label: `${person!.name} <${person!.email}>` })
  expect(person!.roles).toEqual(['author', 'administrator'])
  const at = new Date(under.now())
  const session = await under.signedIn(newSession(person!.id, null, 'oidc', at))
  const { people } = under.workbenches[0]!
  await under.query(`UPDATE membership SET roles = '{reviewer}' WHERE person_id = '${person!.id}'`)
  expect((await people.viewerOf(session))?.permissions).toEqual([
    ...['compute', 'compile', 'read', 'sign', 'read_guardrails', 'grant_calls', 'confirm_guards'],
    ...['send_frames', 'answer_reviews', 'label_frames'],
  ])
  under.pass(SESSION_LIFE_MS + 1)
  await expect(people.callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
  expect(await people.viewerOf(session)).toBeNull()
})
