/**
 * Plays the events of an upgrade fixture through the product's pages, API and commands, in three namespaces. It makes
 * every kind of log entry and row that needs neither a language model nor an outside provider, which `incompleteness`
 * in stored-rows.ts checks. New kinds of events must be added here.
 */
import { z } from 'zod'
import { type EndedScript, runScript } from '../run-script'
import type { RunningServer } from '../running-server'
import type { FixtureManifest } from './fixture-manifest'
import { PageSession } from './page-session'
import { answerChange, endWaiting, playChanges, type WaitingOffice } from './story-changes'
import { StoryMember } from './story-member'
import { playPlatform } from './story-platform'
import { allowAndRevokeAgent, StoryProgram } from './story-programs'
import { GIFTS, GIFTS_NEXT, LEAVE, OFFICERS, saveRevision, signReview, TRAVEL, UNNAMED } from './story-signing'

export interface StoryResult
  extends Pick<FixtureManifest, 'people' | 'credentials' | 'secrets' | 'checks' | 'records'> {
  readonly namespaces: readonly { readonly id: string; readonly name: string; readonly administrator: StoryMember }[]
  readonly checkpoints: readonly { readonly namespace: string; readonly size: string; readonly note: string }[]
}

const FAR = '2099-12-31T23:59:59.999Z'
const issued = z.looseObject({ id: z.string(), token: z.string() })
const checkpointed = z.looseObject({ size: z.string(), note: z.string() })
const evaluation = z.looseObject({ credential: z.string() })
const invitations = z.array(z.looseObject({ id: z.string() }))
const savedCase = z.looseObject({ testCase: z.looseObject({ id: z.string(), version: z.int() }) })

type Credential = FixtureManifest['credentials'][number]

/** Plays the story once. */
export class DeploymentStory {
  private readonly records: FixtureManifest['records'] = []
  private readonly checkpoints: StoryResult['checkpoints'][number][] = []
  private readonly credentials: Credential[] = []

  constructor(
    private readonly server: RunningServer,
    private readonly publicUrl: string,
  ) {}

  async play(office: WaitingOffice): Promise<StoryResult> {
    const { server } = this
    const ada = await StoryMember.setUp(server, 'Ada Winter', 'Benefit office')
    const bela = await ada.invite(server, 'Bela Ferro', ['author'])
    const cleo = await ada.invite(server, 'Cleo Okafor', ['reviewer'])
    const dario = await ada.invite(server, 'Dario é 漢', ['author', 'reviewer'])
    const emil = await ada.invite(server, 'Emil Sand', ['author', 'administrator'])
    const fay = await ada.invite(server, 'Fay Lund', ['author'])
    const hanna = await StoryMember.setUp(server, 'Hanna Brandt', 'Second office')
    const igor = await hanna.invite(server, 'Igor Vale', ['author', 'reviewer'])
    await this.changeMembers(ada, emil, fay)
    await this.joinTwice(hanna, dario)
    cleo.authenticator = await cleo.addPasskey(this.publicUrl, 'the key of Cleo')
    await this.removePasskey(ada)

    const program = new StoryProgram(server, await this.credential(ada, 'payroll é', 'standard'))
    const reader = new StoryProgram(server, await this.credential(ada, 'reader', 'read_only'))
    const second = new StoryProgram(server, await this.credential(hanna, 'second office', 'standard'))
    await this.revokeCredential(ada)
    await endWaiting(server, office)
    const third = new StoryProgram(server, await this.credential(office.proposer, 'third office', 'standard'))
    const officers = await this.signOfficers(office.proposer)
    await this.storeCheckpoint(ada)
    const hashes = await this.signTravel({ ada, bela, cleo, dario }, program)
    await this.signLeave(ada, dario, program)
    await this.storeCheckpoint(ada)
    await this.rotate('checkpoint')
    await this.editTestCases(bela)
    await this.signGifts(hanna, igor, second)
    const administrator = ada
    const secrets = await playPlatform({ server, administrator, author: dario, elsewhere: hanna, hash: hashes.third })
    await this.compileOnTrial()
    await this.decideAsOperator(hanna)
    await playChanges(ada, emil)
    await allowAndRevokeAgent(server, bela)
    await this.changeAccounts({ ada, bela, cleo, dario, hanna, igor })

    const checks = [
      await program.check(
        `{"ruleset_hash":"${hashes.third}","claims":{"spent":"80 EUR","approved":null,"receipts":false}}`,
      ),
      await program.check(`{"ruleset_hash":"${hashes.second}","claims":{"spent":"1500.0 USD","approved":"unknown"}}`),
      await reader.check(
        `{"ruleset_hash":"${hashes.first}","claims":{"spent":"1000.00000000000000000001 USD","approved":null}}`,
      ),
      await third.check(`{"ruleset_hash":"${officers}","claims":{"cfo":true,"ceo":null,"board":false}}`),
      await second.check(`{"source":${JSON.stringify(GIFTS)},"claims":{"worth":50.00}}`),
    ]
    for (const administrator of [ada, hanna, office.proposer]) await this.storeCheckpoint(administrator)
    return {
      namespaces: [
        { id: ada.namespaceId, name: 'Benefit office', administrator: ada },
        { id: hanna.namespaceId, name: 'Second office, renamed', administrator: hanna },
        { id: office.proposer.namespaceId, name: 'Third office', administrator: office.proposer },
      ],
      people: [ada, bela, cleo, dario, emil, fay, hanna, igor, office.proposer, office.other].map((person) =>
        person.manifest(person !== fay),
      ),
      credentials: this.credentials,
      secrets,
      checks,
      records: this.records,
      checkpoints: this.checkpoints,
    }
  }

  /** Three revisions under two names: approved, expired, changes requested, withdrawn, rotated. */
  private async signTravel(
    { ada, bela, cleo, dario }: Readonly<Record<'ada' | 'bela' | 'cleo' | 'dario', StoryMember>>,
    program: StoryProgram,
  ) {
    const [one, two, three] = TRAVEL
    const label = { domain: 'finance', topic: 'travel expenses', confidence: 'high' }
    await program.post(
      '/v1/units/converters',
      '{"from_unit":"EUR","to_unit":"USD","factor":1.10,"attribution":"a bank"}',
    )
    const first = await saveRevision(bela, { name: 'travel/expenses', source: one, message: 'the first limit', label })
    await ada.page.change('settings.change', { separateApprover: true })
    const approval = await this.sign(cleo, first, { meaning: 'approved', note: 'read aloud\nline by line' })
    await program.post('/v1/units/converters', '{"from_unit":"EUR","to_unit":"USD","factor":1.2,"offset":0}')
    const second = await saveRevision(dario, { name: 'travel/expenses', source: two, base: first })
    await saveRevision(bela, { name: 'travel/expenses-2026', source: two, message: 'another name for the same bytes' })
    await this.sign(cleo, second, { meaning: 'changes_requested', note: 'Name the currency.' })
    await this.sign(dario, second, { meaning: 'reviewed' })
    await this.sign(cleo, second, { meaning: 'approved', expiresAt: FAR }, true)
    await this.rotate('statement')
    await this.sign(cleo, first, { meaning: 'withdrawn', note: 'The next revision replaces it.', withdraws: approval })
    const third = await program.save({ name: 'travel/expenses', source: three, parent_hash: second })
    await program.post('/v1/approvals', { ruleset_hash: third, approver: 'A. Program', note: 'by rule 7' })
    await program.post('/v1/approvals', { ruleset_hash: third, approver: 'B. Program', name: 'travel/by-program' })
    return { first, second, third }
  }

  /** Approved for a minute, by a person who is not an author, and by an agent. */
  private async signLeave(ada: StoryMember, dario: StoryMember, program: StoryProgram): Promise<void> {
    const message = 'tabs\tand "quotes" \\ stay'
    const leave = await saveRevision(dario, { name: 'leave', source: LEAVE, message, label: { declined: true } })
    await this.sign(ada, leave, { meaning: 'approved', expiresAt: new Date(Date.now() + 60_000).toISOString() })
    await program.callTool('record_approval', { ruleset_hash: leave, approver: 'Ada Winter', note: 'as reported' })
    await program.compile(UNNAMED)
  }

  private async signGifts(hanna: StoryMember, igor: StoryMember, program: StoryProgram): Promise<void> {
    const gifts = await saveRevision(igor, { name: 'gifts', source: GIFTS })
    await this.sign(hanna, gifts, { meaning: 'approved', note: 'é 漢' })
    await saveRevision(hanna, { name: 'gifts', source: GIFTS_NEXT, base: gifts, message: 'a higher worth' })
    // This term is not published, so it is proposed for the vocabulary.
    const label = { domain: 'finance', topic: 'gifts at the counter', confidence: 'low' }
    await program.save({ name: 'gifts/copy', source: GIFTS, label })
    await igor.page.change('names.rename', { name: 'gifts/copy', to: 'gifts/former' })
    await igor.page.change('names.archive', { name: 'gifts/former' })
    await igor.page.change('names.restore', { name: 'gifts/former' })
    await igor.page.change('names.archive', { name: 'gifts/former' })
  }

  /** A text with another meaning under engine 0.2.0, approved after one administrator changed the rules without a second. */
  private async signOfficers(gita: StoryMember): Promise<string> {
    const officers = await saveRevision(gita, { name: 'officers', source: OFFICERS })
    await this.sign(gita, officers, { meaning: 'approved' })
    return officers
  }

  private async sign(by: StoryMember, hash: string, review: Parameters<typeof signReview>[2], passkey = false) {
    const record = await signReview(by, hash, review, passkey ? by.authenticator : null)
    this.records.push({ id: record, namespace: by.namespaceId })
    return record
  }

  private async changeMembers(ada: StoryMember, emil: StoryMember, fay: StoryMember): Promise<void> {
    const { page } = ada
    await page.change('members.changeRoles', { personId: await ada.personId(emil.email), roles: ['administrator'] })
    await answerChange(emil, 'confirm')
    await page.change('members.remove', { personId: await ada.personId(fay.email) })
    await ada.invitation(['reviewer'], null)
    const [latest] = invitations.parse(await page.ask('members.invitations'))
    await page.change('members.revokeInvitation', { id: latest?.id })
    await ada.invitation(['author'], 'not.joined@example.org')
    await ada.invitation(['administrator'], 'late@example.org')
    await answerChange(emil, 'confirm')
  }

  private async joinTwice(hanna: StoryMember, dario: StoryMember): Promise<void> {
    const token = await hanna.invitation(['reviewer'], dario.email)
    await dario.page.change('session.join', { token, as: { kind: 'signed_in' } })
    await dario.page.change('session.chooseNamespace', { namespaceId: dario.namespaceId })
  }

  private async removePasskey(member: StoryMember): Promise<void> {
    const { id } = (await member.addPasskey(this.publicUrl, 'lost')).stored()
    await member.page.change('passkeys.rename', { id, label: 'lost é' })
    await member.page.change('passkeys.remove', { id })
  }

  private async credential({ page, namespaceId }: StoryMember, label: string, tier: 'standard' | 'read_only') {
    const { token } = issued.parse(await page.change('credentials.issue', { label, tier, expiresAt: null }))
    this.credentials.push({ label, token, namespace: namespaceId, works: true })
    return token
  }

  private async revokeCredential({ page, namespaceId }: StoryMember): Promise<void> {
    const given = { label: 'revoked', tier: 'standard', expiresAt: FAR }
    const { id, token } = issued.parse(await page.change('credentials.issue', given))
    await page.change('credentials.revoke', { id })
    this.credentials.push({ label: 'revoked', token, namespace: namespaceId, works: false })
  }

  private async compileOnTrial(): Promise<void> {
    const answer = await fetch(`${this.server.url}/v1/credentials/evaluation`, { method: 'POST' })
    const program = new StoryProgram(this.server, evaluation.parse(await answer.json()).credential)
    await program.compile(GIFTS)
    const row = { label: 'evaluation', token: program.token, namespace: null, works: true }
    this.credentials.push(row)
  }

  private async editTestCases({ page }: StoryMember): Promise<void> {
    const save = async (title: string, claims: string, answer: string) => {
      const given = { name: 'leave', id: null, version: 0, title, claims, expected: { leave: answer } }
      return savedCase.parse(await page.change('testCases.save', given)).testCase
    }
    const { id, version } = await save('few days', '{"days": 5.00, "agreed": false}', 'TRUE')
    await save('many days é', '{"days": 5.000000000000000000001, "agreed": null}', 'UNKNOWN')
    const removed = await save('removed', '{"days": 1, "agreed": true}', 'TRUE')
    const changed = { title: 'few days, changed', claims: '{"days": 4, "agreed": false}', expected: { leave: 'TRUE' } }
    savedCase.parse(await page.change('testCases.save', { name: 'leave', id, version, ...changed }))
    await page.change('testCases.remove', { name: 'leave', id: removed.id, version: removed.version })
  }

  private async decideAsOperator({ namespaceId }: StoryMember): Promise<void> {
    await this.command('credential', ['issue', '--label', 'by the operator', '--namespace', namespaceId])
    await this.command('credential', ['account', namespaceId, '--checks-per-month', '100000', '--people-approve', 'on'])
  }

  private async changeAccounts(people: Readonly<Record<string, StoryMember>>): Promise<void> {
    const { ada, bela, cleo, dario, hanna, igor } = people
    // Dario is a member of two namespaces, so a single administrator cannot change his name.
    await this.command('person', ['rename', dario!.email, 'Dario Vidal-é 漢'])
    dario!.isNamed('Dario Vidal-é 漢')
    await bela!.changePassword()
    for (const verb of ['disable', 'enable']) await this.command('person', [verb, bela!.email])
    const personId = await hanna!.personId(igor!.email)
    for (const verb of ['disable', 'enable']) await hanna!.page.change(`members.${verb}`, { personId })
    const { output } = await this.command('admin-link', ['--person', cleo!.email])
    await cleo!.setPassword(output.trim().split('/').pop() ?? '')
    await this.command('admin-link', ['--namespace', hanna!.namespaceId])
    await this.failToSignIn(igor!)
    await hanna!.page.change('settings.change', { currentEngine: true })
    await hanna!.page.change('settings.change', { displayName: 'Second office, renamed', labelingAllowed: false })
    await hanna!.page.change('settings.change', { unsignedApprovals: false })
    await ada!.page.change('settings.change', { peopleApprove: true })
  }

  private async failToSignIn({ email, password }: StoryMember): Promise<void> {
    const attempt = new PageSession(this.server).change('session.signIn', { email, password: `${password}.` })
    const refused = await attempt.then(
      () => false,
      () => true,
    )
    if (!refused) throw new Error('a wrong password was accepted')
  }

  private async storeCheckpoint({ page, namespaceId }: StoryMember): Promise<void> {
    const { size, note } = checkpointed.parse(await page.change('audit.checkpoint'))
    this.checkpoints.push({ namespace: namespaceId, size, note })
  }

  private rotate(purpose: 'statement' | 'checkpoint'): Promise<EndedScript> {
    return this.command('keys', ['rotate', purpose])
  }

  private async command(name: string, args: readonly string[]): Promise<EndedScript> {
    const ended = await runScript(name, { DATA_DIR: this.server.dataDir, PUBLIC_URL: this.publicUrl }, args)
    if (ended.status !== 0) throw new Error(`npm run ${name} ended with ${ended.status}: ${ended.errors}`)
    return ended
  }
}
