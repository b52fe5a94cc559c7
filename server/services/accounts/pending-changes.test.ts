/** Tests the second administrator: pending changes, who answers them, and attempts to bypass them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2)
})
afterAll(() => under.stop())

const bench = () => under.workbenches[0]!
const elsewhere = () => under.workbenches[1]!

/** Administrators of a new namespace. */
async function administrators(count: number): Promise<Caller[]> {
  const first = await under.personCaller(['administrator'])
  const others: Caller[] = []
  for (let i = 1; i < count; i++) others.push(await under.personCaller(['administrator'], first.namespaceId!))
  return [first, ...others]
}

async function waiting(caller: Caller) {
  return bench().pendingChanges.list(caller)
}

async function only(caller: Caller) {
  const [change, ...rest] = await waiting(caller)
  expect(rest).toEqual([])
  return change!
}

type Answer = 'confirm' | 'decline' | 'withdraw' | 'apply_alone'
async function answer(caller: Caller, kind: Answer, shown?: { id: string; digest: string }) {
  const { id, digest } = shown ?? (await only(caller))
  await elsewhere().pendingChanges.answer(caller, { id, digest, answer: kind })
}

async function kinds(caller: Caller): Promise<string[]> {
  return (await readLog(under, caller.namespaceId!)).map(({ kind }) => kind)
}

const barred = (words: RegExp) => ({ code: 'CREDENTIAL_SCOPE', message: expect.stringMatching(words) })
const refused = (words: RegExp) => ({ code: 'BAD_REQUEST', message: expect.stringMatching(words) })

describe('a rule', () => {
  it('is switched off at once by the only administrator, and the log says so', async () => {
    const [ada] = await administrators(1)
    await bench().settings.change(ada!, { separateApprover: true })
    expect(await bench().settings.change(ada!, { separateApprover: false })).toMatchObject({ separateApprover: false })
    expect(await waiting(ada!)).toEqual([])
    const log = await readLog(under, ada!.namespaceId!)
    expect(log.at(-1)).toMatchObject({ kind: 'settings_changed', details: { sole_administrator: true } })
  })

  it.each([
    ['separateApprover', true],
    ['currentEngine', true],
    ['peopleApprove', true],
    ['unsignedApprovals', false],
  ] as const)('%s needs two administrators to become weaker and one to become stricter', async (rule, strict) => {
    const [ada, ben] = await administrators(2)
    expect(await bench().settings.change(ada!, { [rule]: strict })).not.toHaveProperty('pendingChange')
    const requested = await bench().settings.change(ada!, { [rule]: !strict, displayName: 'Another name' })
    expect(requested).toMatchObject({ [rule]: strict, displayName: 'Of people', pendingChange: expect.any(String) })
    expect(await only(ada!)).toMatchObject({
      mine: true,
      confirmers: [ben!.person!.name],
      may: { confirm: false, withdraw: true, applyAlone: false },
      change: { before: { [rule]: strict, displayName: 'Of people' }, after: { [rule]: !strict } },
    })
    await answer(ben!, 'confirm')
    expect(await bench().settings.read(ada!)).toMatchObject({ [rule]: !strict, displayName: 'Another name' })
    expect(await waiting(ada!)).toEqual([])
    expect(await kinds(ada!)).toEqual(['settings_changed', 'change_proposed', 'change_confirmed', 'settings_changed'])
    const log = await readLog(under, ada!.namespaceId!)
    expect(log.at(-1)).toMatchObject({ actor: ada!.label, details: { change: requested.pendingChange } })
    expect(log.at(-2)).toMatchObject({ actor: ben!.label })
    expect(JSON.stringify(log[1]!.details)).not.toContain('Another name')
  })

  it('is not weakened by its proposer, a stranger or a later administrator, and stays if the change is declined', async () => {
    const [ada, ben] = await administrators(2)
    await bench().settings.change(ada!, { separateApprover: true })
    await bench().settings.change(ada!, { separateApprover: false })
    const shown = await only(ada!)
    await expect(answer(ada!, 'confirm')).rejects.toMatchObject(barred(/another administrator/i))
    await expect(answer(ada!, 'decline')).rejects.toMatchObject(barred(/another administrator/i))
    await expect(answer(ada!, 'apply_alone')).rejects.toMatchObject(barred(/72 hours/))
    under.pass(1)
    const late = await under.personCaller(['administrator'], ada!.namespaceId!)
    await expect(answer(late, 'confirm')).rejects.toMatchObject(barred(/after this change was proposed/))
    const stranger = await under.personCaller(['administrator'])
    await expect(answer(stranger, 'confirm', shown)).rejects.toMatchObject({ status: 404 })
    const author = await under.personCaller(['author', 'reviewer'], ada!.namespaceId!)
    await expect(answer(author, 'confirm', shown)).rejects.toMatchObject(barred(/may not/))
    await expect(answer(ben!, 'withdraw')).rejects.toMatchObject(barred(/Only the administrator who proposed/))
    await expect(answer(ben!, 'confirm', { ...shown, digest: '0'.repeat(64) })).rejects.toMatchObject(
      refused(/not the one that the page showed/),
    )
    await answer(ben!, 'decline')
    await expect(answer(ben!, 'confirm', shown)).rejects.toMatchObject(refused(/waits no more/))
    expect(await bench().settings.read(ada!)).toMatchObject({ separateApprover: true })
    expect((await kinds(ada!)).slice(-2)).toEqual(['change_proposed', 'change_declined'])
  })

  it('is applied by the proposer after 72 hours without an answer, and the namespace is marked permanently', async () => {
    const [ada, ben] = await administrators(2)
    await bench().settings.change(ada!, { separateApprover: true })
    await bench().settings.change(ada!, { separateApprover: false })
    under.pass(72 * HOUR - 1_000)
    await expect(answer(ada!, 'apply_alone')).rejects.toMatchObject(barred(/72 hours/))
    under.pass(2_000)
    await expect(answer(ben!, 'apply_alone')).rejects.toMatchObject(barred(/Only the administrator who proposed/))
    await answer(ada!, 'apply_alone')
    const since = new Date(under.now())
    expect(await bench().settings.read(ada!)).toMatchObject({ separateApprover: false })
    const marked = await under.store.changedAloneAt(ada!.namespaceId!)
    expect(Math.abs(marked!.getTime() - since.getTime())).toBeLessThan(60_000)
    const log = await readLog(under, ada!.namespaceId!)
    expect(log.at(-2)).toMatchObject({
      kind: 'change_applied_alone',
      details: { changed_alone_at: marked!.toISOString() },
    })
    expect((await bench().people.viewerOf(await under.signedIn(ada!)))?.changedAloneAt).toBe(marked!.toISOString())
    // The first time is kept.
    under.pass(DAY)
    await bench().settings.change(ada!, { separateApprover: true })
    await bench().settings.change(ada!, { separateApprover: false })
    under.pass(73 * HOUR)
    await answer(ada!, 'apply_alone')
    expect(await under.store.changedAloneAt(ada!.namespaceId!)).toEqual(marked)
  })

  it('stays if nobody answers within seven days', async () => {
    const [ada, ben] = await administrators(2)
    await bench().settings.change(ada!, { peopleApprove: true })
    await bench().settings.change(ada!, { peopleApprove: false })
    const shown = await only(ada!)
    under.pass(7 * DAY)
    expect(await waiting(ben!)).toEqual([])
    await expect(answer(ada!, 'apply_alone', shown)).rejects.toMatchObject(refused(/waits no more/))
    await expect(answer(ben!, 'confirm', shown)).rejects.toMatchObject(refused(/waits no more/))
    expect(await bench().settings.read(ada!)).toMatchObject({ peopleApprove: true })
    expect((await kinds(ada!)).at(-1)).toBe('change_expired')
    // Changes of other namespaces end by the timer.
    const [eve] = await administrators(2)
    await bench().settings.change(eve!, { peopleApprove: true })
    await bench().settings.change(eve!, { peopleApprove: false })
    under.pass(7 * DAY)
    expect(await under.store.expireChanges(new Date(under.now()))).toBe(1)
    expect(await under.store.expireChanges(new Date(under.now()))).toBe(0)
  })

  it('is confirmed only as it was shown', async () => {
    const [ada, ben] = await administrators(2)
    await bench().settings.change(ada!, { separateApprover: true, displayName: 'One' })
    await bench().settings.change(ada!, { separateApprover: false, displayName: 'Two' })
    await bench().settings.change(ben!, { displayName: 'Three' })
    await expect(answer(ben!, 'confirm')).rejects.toMatchObject(refused(/has changed since.*void/))
    expect(await bench().settings.read(ada!)).toMatchObject({ separateApprover: true, displayName: 'Three' })
    expect((await kinds(ada!)).at(-1)).toBe('change_voided')
    // A proposal edited in the database differs from the one shown.
    await bench().settings.change(ada!, { separateApprover: false })
    const shown = await only(ben!)
    await under.query(
      `UPDATE pending_change SET proposal = replace(proposal, 'separateApprover', 'peopleApprove') WHERE id = '${shown.id}'`,
    )
    await expect(answer(ben!, 'confirm', shown)).rejects.toMatchObject(refused(/not the one that the page showed/))
  })

  it('is weakened once, however many confirm at once', async () => {
    const [ada, ...others] = await administrators(4)
    await bench().settings.change(ada!, { separateApprover: true })
    await bench().settings.change(ada!, { separateApprover: false })
    const { id, digest } = await only(ada!)
    const outcomes = await Promise.allSettled(
      others.map((each, nth) =>
        under.workbenches[nth % 2]!.pendingChanges.answer(each, { id, digest, answer: 'confirm' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await kinds(ada!)).filter((kind) => kind === 'settings_changed')).toHaveLength(2)
  })

  it('waits only once, and a namespace has at most 20 waiting changes', async () => {
    const [ada] = await administrators(2)
    await bench().settings.change(ada!, { separateApprover: true })
    await bench().settings.change(ada!, { separateApprover: false })
    await expect(bench().settings.change(ada!, { separateApprover: false })).rejects.toMatchObject(
      refused(/waits already/),
    )
    for (let nth = 1; nth < 20; nth++)
      await bench().settings.change(ada!, { separateApprover: false, displayName: `Name ${nth}` })
    await expect(bench().settings.change(ada!, { separateApprover: false, displayName: 'x' })).rejects.toMatchObject(
      refused(/20 changes wait/),
    )
  })
})

describe('an administrator', () => {
  it('is removed, demoted or given another role only by two administrators, even if it is their own', async () => {
    const [ada, ben] = await administrators(2)
    const member = await under.personCaller(['author'], ada!.namespaceId!)
    expect(await bench().members.removeMember(ada!, ben!.person!.id)).toEqual({ pendingChange: expect.any(String) })
    await answer(ben!, 'decline')
    await bench().members.changeRoles(ada!, ben!.person!.id, ['author'])
    await answer(ben!, 'decline')
    // Own roles, and making another administrator.
    await bench().members.changeRoles(ada!, ada!.person!.id, ['administrator', 'reviewer'])
    expect(await only(ben!)).toMatchObject({
      change: { before: ['administrator'], after: ['reviewer', 'administrator'] },
    })
    await answer(ada!, 'withdraw')
    await bench().members.changeRoles(ada!, member.person!.id, ['administrator'])
    await answer(ben!, 'confirm')
    await bench().members.changeRoles(ada!, ada!.person!.id, ['author'])
    await answer(ben!, 'confirm')
    const left = await bench().members.listMembers(ben!)
    expect(
      left
        .filter(({ roles }) => roles.includes('administrator'))
        .map(({ personId }) => personId)
        .sort(),
    ).toEqual([ben!.person!.id, member.person!.id].sort())
    // Changes to members who are not administrators do not wait.
    expect(await bench().members.removeMember(ben!, ada!.person!.id)).toEqual({ pendingChange: null })
  })

  it('who was removed or demoted has their proposals voided', async () => {
    const [ada, ben, cyd] = await administrators(3)
    await bench().settings.change(ada!, { separateApprover: true })
    await bench().settings.change(ada!, { separateApprover: false })
    const proposed = await only(ada!)
    await bench().members.changeRoles(ben!, ada!.person!.id, ['author'])
    const removal = (await waiting(cyd!)).find(({ change }) => change.kind === 'roles')!
    await answer(cyd!, 'confirm', removal)
    await expect(answer(ben!, 'confirm', proposed)).rejects.toMatchObject(refused(/waits no more/))
    expect((await kinds(ben!)).at(-1)).toBe('change_voided')
    // The proposal stays void even after the person is an administrator again.
    await bench().members.changeRoles(ben!, ada!.person!.id, ['administrator'])
    await answer(cyd!, 'confirm')
    await expect(answer(ben!, 'confirm', proposed)).rejects.toMatchObject(refused(/waits no more/))
  })

  it('stays when two remove each other and both are confirmed at once', async () => {
    const [ada, ben] = await administrators(2)
    await bench().members.removeMember(ada!, ben!.person!.id)
    await bench().members.removeMember(ben!, ada!.person!.id)
    const [first, second] = await waiting(ada!)
    await Promise.allSettled([answer(ben!, 'confirm', first), answer(ada!, 'confirm', second)])
    const left = await bench().members.listMembers(ada!)
    expect(left.filter(({ roles }) => roles.includes('administrator'))).toHaveLength(1)
    expect(await waiting(ada!)).toEqual([])
  })

  it('with a disabled account neither confirms nor is waited for', async () => {
    const [ada, ben] = await administrators(2)
    await under.query(`UPDATE person SET disabled_at = now() WHERE id = '${ben!.person!.id}'`)
    await bench().settings.change(ada!, { separateApprover: true })
    expect(await bench().settings.change(ada!, { separateApprover: false })).not.toHaveProperty('pendingChange')
    // The remaining one can leave only if there is another active administrator.
    await expect(bench().members.changeRoles(ada!, ada!.person!.id, ['author'])).rejects.toMatchObject(
      refused(/last administrator/),
    )
  })
})

describe('an invitation', () => {
  const tokenOf = ({ link }: { readonly link: string }) => link.split('/').at(-1)!
  let nth = 0
  const someone = () =>
    ({
      kind: 'new',
      name: 'Friend',
      email: `friend-${++nth}@example.org`,
      password: 'a long enough passphrase',
    }) as const
  const join = async (token: string) =>
    under.signedIn(await bench().joining.join(null, `address ${++nth}`, token, someone()))

  it('that makes an administrator is taken only after a second one confirms it', { tags: ['nightly'] }, async () => {
    const [ada, ben] = await administrators(2)
    const invited = await bench().members.invite(ada!, ['administrator', 'author'], null)
    expect(invited.pendingChange).toEqual(expect.any(String))
    const token = tokenOf(invited)
    expect(await bench().joining.invitationQuestion(null, token)).toMatchObject({ held: true })
    await expect(join(token)).rejects.toMatchObject(barred(/another administrator/))
    await answer(ben!, 'confirm')
    expect(await bench().joining.invitationQuestion(null, token)).toMatchObject({ held: false })
    const session = await join(token)
    expect((await bench().people.callerOf(session)).person?.roles).toEqual(['author', 'administrator'])
    // The invited administrator came after the earlier proposals and cannot confirm them.
    expect(await kinds(ada!)).toEqual([
      'change_proposed',
      'invitation_issued',
      'change_confirmed',
      'invitation_issued',
      'member_joined',
    ])
  })

  it('is revoked when it is declined, withdrawn or expires', async () => {
    const [ada, ben] = await administrators(2)
    for (const end of [
      () => answer(ben!, 'decline'),
      () => answer(ada!, 'withdraw'),
      async () => {
        under.pass(7 * DAY)
        await waiting(ada!)
      },
    ]) {
      const token = tokenOf(await bench().members.invite(ada!, ['administrator'], null))
      await end()
      await expect(join(token)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
      expect(await bench().members.listInvitations(ada!)).toEqual([])
    }
    // Revoking it also ends its pending change.
    const { id } = await bench().members.invite(ada!, ['administrator'], null)
    await bench().members.revokeInvitation(ben!, id)
    expect(await waiting(ada!)).toEqual([])
    expect((await kinds(ada!)).slice(-2)).toEqual(['change_declined', 'invitation_revoked'])
  })

  it('of the only administrator waits if there is another one when it is taken', async () => {
    const [ada] = await administrators(1)
    const [first, second] = [
      await bench().members.invite(ada!, ['administrator'], null),
      await bench().members.invite(ada!, ['administrator'], null),
    ]
    expect([first.pendingChange, second.pendingChange]).toEqual([null, null])
    const ben = await bench().people.callerOf(await join(tokenOf(first)))
    under.pass(1)
    await expect(join(tokenOf(second))).rejects.toMatchObject(barred(/another administrator/))
    const shown = await only(ben)
    expect(shown).toMatchObject({ proposedBy: ada!.label, confirmers: [ben.person!.name] })
    await expect(answer(ada!, 'confirm', shown)).rejects.toMatchObject(barred(/You proposed/))
    await answer(ben, 'confirm')
    await join(tokenOf(second))
  })

  it('gives an administrator no further role', async () => {
    const [ada] = await administrators(2)
    const token = tokenOf(await bench().members.invite(ada!, ['reviewer'], null))
    const session = await under.signedIn(ada!)
    await expect(bench().joining.join(session, 'address', token, { kind: 'signed_in' })).rejects.toMatchObject(
      barred(/Settings, Members/),
    )
    expect((await bench().people.callerOf(session)).person?.roles).toEqual(['administrator'])
  })
})
