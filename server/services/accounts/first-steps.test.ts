import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areStepsDone } from '../../api/viewer'
import type { Caller } from '../calls/caller'
import type { Role } from '../calls/permissions'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { INVITATION_LIFE_MS } from './members'
import { issueSetupLink } from './setup'

const RULESET = 'version 1.3;\ndeclare a as boolean;\nassert held { a };\n'
const PASSWORD = 'a few words that no stranger guesses'

let under: ServicesUnderTest
let nth = 0
beforeAll(async () => {
  under = await startServices(1)
})
afterAll(() => under.stop())

const bench = () => under.workbenches[0]!
const steps = (caller: Caller) => bench().firstSteps.describe(caller)
const account = () => ({ name: 'Nora New', email: `nora.${++nth}@example.org`, password: PASSWORD })

async function founder(preset: 'regulated' | 'standard' = 'regulated'): Promise<Caller> {
  const dependencies = { store: under.store, now: () => new Date(under.now()), randomBytes }
  const token = await issueSetupLink(dependencies, { atStart: false, namespaceId: null })
  const session = await bench().setup.setUp(token, { ...account(), namespaceName: 'New', preset })
  return bench().people.callerOf(await under.signedIn(session))
}

async function joined(link: string): Promise<Caller> {
  const session = await bench().joining.join(null, 'here', link.split('/').pop() ?? '', { kind: 'new', ...account() })
  return bench().people.callerOf('token' in session ? session : await under.signedIn(session))
}

const invited = async (administrator: Caller, role: Role) =>
  (await bench().members.invite(administrator, [role], null)).link

it('marks the steps that are done and shows an invitation that nobody has accepted', async () => {
  const administrator = await founder()
  expect(await steps(administrator)).toEqual({
    author: 'open',
    reviewer: 'open',
    ruleset: 'open',
    signature: 'open',
    latestHash: null,
    approver: 'only_author',
  })
  const link = await invited(administrator, 'author')
  expect(await steps(administrator)).toMatchObject({ author: 'invited', reviewer: 'open' })
  const author = await joined(link)
  expect(await steps(administrator)).toMatchObject({ author: 'done', reviewer: 'open', approver: 'available' })
  await joined(await invited(administrator, 'reviewer'))
  const saved = JSON.parse(
    await callOperation(under.services[0]!, 'saveRuleset', author, { name: 'held', source: RULESET }),
  ) as {
    readonly ruleset_hash: string
  }
  const state = await steps(author)
  expect(state).toMatchObject({ author: 'done', reviewer: 'done', ruleset: 'done', signature: 'open' })
  expect(state.latestHash).toBe(saved.ruleset_hash)
  expect(areStepsDone(state)).toBe(false)
})

it("opens an invitation's step again after it was revoked or has expired", async () => {
  const administrator = await founder()
  const { id } = await bench().members.invite(administrator, ['reviewer'], null)
  await bench().members.invite(administrator, ['author'], null)
  await bench().members.revokeInvitation(administrator, id)
  expect(await steps(administrator)).toMatchObject({ author: 'invited', reviewer: 'open' })
  under.pass(INVITATION_LIFE_MS)
  expect(await steps({ ...administrator })).toMatchObject({ author: 'open', reviewer: 'open' })
})

it.each<[string, 'regulated' | 'standard', readonly Role[], string]>([
  ['no one has the role of a reviewer', 'standard', ['author', 'administrator'], 'no_reviewer'],
  [
    'the only reviewer is the only author under four eyes',
    'regulated',
    ['author', 'reviewer', 'administrator'],
    'only_author',
  ],
  [
    'one person writes and approves without four eyes',
    'standard',
    ['author', 'reviewer', 'administrator'],
    'available',
  ],
  ['the only reviewer writes nothing', 'regulated', ['reviewer', 'administrator'], 'available'],
])('says who could approve when %s', async (_, preset, roles, approver) => {
  const administrator = await founder(preset)
  await bench().members.changeRoles(administrator, administrator.person?.id ?? '', roles)
  expect(await steps(administrator)).toMatchObject({ approver })
})

it('does not count a member whose account is disabled', async () => {
  const administrator = await founder()
  const reviewer = await joined(await invited(administrator, 'reviewer'))
  expect(await steps(administrator)).toMatchObject({ reviewer: 'done', approver: 'available' })
  await bench().memberAccounts.disable(administrator, reviewer.person?.id ?? '')
  expect(await steps(administrator)).toMatchObject({ reviewer: 'open', approver: 'only_author' })
})
