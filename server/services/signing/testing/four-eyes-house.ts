/**
 * One person tries to approve their own bytes by storing, naming and signing them in any order. Each story has its own
 * bytes and names.
 */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../../api/refusal'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import { VERSIONS } from '../../../api/terms/versions'
import { personCaller } from '../../accounts/people'
import type { Channel } from '../../calls/call-context'
import type { Caller } from '../../calls/caller'
import type { Role } from '../../calls/permissions'
import type { ServicesUnderTest } from '../../testing/services-under-test'
import { hashOf } from './signing-steps'

export const STEPS = ['compile', 'save', 'sign', 'rename', 'import', 'credential', 'agent'] as const
export type Step = (typeof STEPS)[number]

/** 16 houses have every combination. */
export const VARIANTS = 16

/** Whether the step is an author's act on a colleague's bytes. */
export function isAuthoring(step: Step, variant: number): boolean {
  if (step === 'credential' || step === 'agent') return programSaves(variant)
  return step === 'save' || step === 'rename' || step === 'import'
}

function programSaves(variant: number): boolean {
  return (variant >> 1) % 4 === 0
}

interface Subject {
  readonly source: string
  readonly hash: string
  readonly name: string
}

/** For bytes that are not stored yet, and authors who sign. */
const EXPECTED_REFUSALS = new Set(['RULESET_NOT_FOUND', 'CREDENTIAL_SCOPE'])
const OTHER_SOURCE = 'declare paid as boolean;\nassert is_paid { Not(paid) };\n'

export class FourEyesHouse {
  private readonly subjects: Subject[] = []
  private project: string | null = null
  private credential: { readonly id: string; readonly caller: Caller } | null = null

  private constructor(
    private readonly under: ServicesUnderTest,
    private readonly variant: number,
    private readonly colleagueFirst: boolean,
    private readonly namespaceId: string,
    private readonly person: Caller,
    private readonly colleague: Caller,
    private readonly reviewDigest: string,
  ) {}

  /**
   * @param variant even: the namespace demands another approver from the start, else {@link demandFourEyes} follows
   * later; the other bits choose the ways of programs and agents, and a colleague
   * @param colleagueFirst whether a colleague first compiles the bytes
   */
  static async open(under: ServicesUnderTest, variant: number, colleagueFirst: boolean): Promise<FourEyesHouse> {
    const namespaceId = randomUUID()
    await under.store.ensureNamespace({ id: namespaceId, displayName: 'House', at: new Date(under.now()) })
    if (variant % 2 === 0) await demandSeparateApprover(under, namespaceId)
    const person = await newMember(under, namespaceId, ['author', 'reviewer', 'administrator'])
    const colleague = await newMember(under, namespaceId, ['author'])
    const { source } = storySubject(-1)
    await under.services[0]!.compile(contextOf(person, 'person'), { source })
    const { reviewDigest } = await under.workbenches[0]!.signing.sheet(person, { hash: hashOf(source) })
    return new FourEyesHouse(under, variant, colleagueFirst, namespaceId, person, colleague, reviewDigest)
  }

  /** @returns the number of the story */
  async runStory(steps: readonly Step[]): Promise<number> {
    const number = this.subjects.length
    const about = storySubject(number)
    this.subjects.push(about)
    if (this.colleagueFirst) await this.compile(this.colleague, about)
    for (const [nth, step] of steps.entries()) {
      await this.act(step, about, nth).catch(unlessExpected)
      if (this.variant >= 8 && nth === 0) await this.visit(about)
    }
    return number
  }

  demandFourEyes(): Promise<void> {
    return demandSeparateApprover(this.under, this.namespaceId)
  }

  /** The reviewer never touched the bytes. */
  async signAllBySecondPerson(): Promise<void> {
    const reviewer = await newMember(this.under, this.namespaceId, ['reviewer'])
    for (const about of this.subjects) await this.sign(reviewer, about)
  }

  /** For each story, the places that show its bytes as approved. */
  async approvedPlaces(): Promise<{
    readonly approved: ReadonlyMap<number, readonly string[]>
    readonly seen: number
  }> {
    const reader = await callerOf(this.under, this.namespaceId, this.colleague.person!.id)
    const rows = new Map((await this.workbench.revisions.list(reader)).rows.map((row) => [row.hash, row]))
    const recorded = await this.under.query<{ hash: string }>(
      `SELECT DISTINCT hash FROM approval WHERE namespace_id = '${this.namespaceId}'`,
    )
    const withApproval = new Set(recorded.map(({ hash }) => hash))
    const approved = new Map<number, readonly string[]>()
    let seen = 0
    for (const [number, about] of this.subjects.entries()) {
      const row = rows.get(about.hash)
      const places: Record<string, boolean> = row === undefined ? {} : { list: row.approval === 'approved' }
      // Other places need an approval in the database.
      if (withApproval.has(about.hash))
        Object.assign(places, await this.placesOf(reader, about, row?.name, number % 4 === 0))
      seen += Object.keys(places).length
      const showing = Object.keys(places).filter((name) => places[name])
      if (showing.length > 0) approved.set(number, showing)
    }
    return { approved, seen }
  }

  /** It knew only the signer's own earlier saves. */
  async approvedByOldRule(): Promise<ReadonlySet<number>> {
    const rows = await this.under.query<{ hash: string }>(`
      SELECT DISTINCT record.hash FROM review_record AS record JOIN approval ON approval.id = record.approval_id
      WHERE record.namespace_id = '${this.namespaceId}' AND NOT EXISTS (
        SELECT FROM name_binding AS bound
        WHERE bound.namespace_id = record.namespace_id AND bound.hash = record.hash
          AND bound.person_id = record.person_id AND bound.bound_at < record.signed_at
      )`)
    const hashes = new Set(rows.map(({ hash }) => hash))
    return new Set(this.subjects.flatMap(({ hash }, number) => (hashes.has(hash) ? [number] : [])))
  }

  private async placesOf(
    reader: Caller,
    { hash, source }: Subject,
    name: string | undefined,
    thoroughly: boolean,
  ): Promise<Record<string, boolean>> {
    const { signing, revisions, history } = this.workbench
    const { demands, records } = await signing.sheet(reader, { hash })
    const counted = records.filter(({ meaning, uncounted }) => meaning === 'approved' && uncounted === null)
    const places: Record<string, boolean> = { sheet: demands?.satisfied !== false, signatures: counted.length > 0 }
    places.guardrail = (await this.guardrail(reader, hash)) === 'approved'
    if (!thoroughly) return places
    if (name !== undefined) {
      places.open = (await revisions.open(reader, name)).approval === 'approved'
      const { nodes } = await history.graph(reader, { name, before: null })
      places.history = nodes.some((node) => node.hash === hash && node.approval === 'approved')
    }
    const last = records.findLast(({ meaning }) => meaning === 'approved')
    if (last !== undefined)
      places.receipt = (await signing.receipt(reader, { recordId: last.id })).record.uncounted === null
    const child = `${source}// a child\n`
    await this.service.compile(contextOf(reader, 'person'), { source: child, parent_hash: hash })
    const compared = await signing.sheet(reader, { hash: hashOf(child) })
    places.base = compared.lastApproved?.hash === hash
    return places
  }

  private async act(step: Step, about: Subject, nth: number): Promise<unknown> {
    switch (step) {
      case 'compile':
        return nth % 2 === 0 ? this.compile(this.person, about) : this.check(this.person, 'person', about)
      case 'save':
        return this.save(this.person, about.name, about.source)
      case 'sign':
        return this.sign(this.person, about)
      case 'rename':
        return this.save(this.person, `${about.name} renamed ${nth}`, about.source)
      case 'import':
        return this.import(about)
      case 'credential':
        return this.throughProgram((await this.ownCredential()).caller, 'program', about)
      case 'agent':
        return this.throughProgram(await this.agent(), 'agent', about)
    }
  }

  /** Checks a file's dictionaries against the bytes, then restores an earlier revision. */
  private async import({ hash, name, source }: Subject): Promise<void> {
    const lines = new TextEncoder().encode('{"paid":true}\n')
    const upload = { rulesetHash: hash, unitLibraryHash: null, lines }
    await this.workbench.batch.check(this.person, upload).catch(unlessExpected)
    await this.save(this.person, name, OTHER_SOURCE)
    await this.save(this.person, name, source)
  }

  private async throughProgram(caller: Caller, channel: Channel, about: Subject): Promise<unknown> {
    const context = contextOf(caller, channel)
    const { source, hash, name } = about
    switch ((this.variant >> 1) % 4) {
      case 0:
        return this.service.saveRuleset(context, { name: `${name} by ${channel}`, source })
      case 1:
        return this.compile(caller, about, channel)
      case 2:
        return this.check(caller, channel, about)
      default:
        await this.compile(caller, about, channel)
        return this.service.recordApproval(context, { ruleset_hash: hash, approver: 'Another Person', name })
    }
  }

  private compile(caller: Caller, { source }: Subject, channel: Channel = 'person') {
    return this.service.compile(contextOf(caller, channel), { source })
  }

  private async check(caller: Caller, channel: Channel, { source }: Subject): Promise<unknown> {
    return this.service.check(contextOf(caller, channel), { source, claims: { from: 'value', value: { paid: true } } })
  }

  private async save(caller: Caller, name: string, source: string): Promise<void> {
    const { namespaceId, workbench } = this
    const base = (await this.under.store.findName(namespaceId, name))?.hash ?? null
    await workbench.revisions.save(caller, { namespaceId, name, source, message: null, base })
  }

  /** A recent sign-in at a provider is the proof. */
  private async sign(caller: Caller, { hash }: Subject): Promise<void> {
    const { workbench, reviewDigest } = this
    const { comparison } = await workbench.signing.meaning(caller, { hash })
    const comparisonDigest = comparison?.sha256 ?? null
    const shown = { reviewDigest, unitLibraryHash: null, engineVersion: VERSIONS.engine_version, comparisonDigest }
    const input = { hash, meaning: 'approved', note: null, expiresAt: null, withdraws: null } as const
    const { ceremonyId } = await workbench.signing.prepare(caller, { ...input, ...shown })
    const signedIn = await this.under.signedIn(caller)
    const session = { ...signedIn, authenticatedAt: new Date(this.under.now()), method: 'oidc' } as const
    await workbench.signing.sign(caller, { ceremonyId, proof: { kind: 'session' }, session, addressKey: 'test' })
  }

  private async visit(about: Subject): Promise<void> {
    const stored = await this.workbench.revisions.source(this.colleague, about.hash).catch(unlessExpected)
    if (stored !== null) await this.compile(this.colleague, about)
    await this.save(this.colleague, 'of a colleague', OTHER_SOURCE)
  }

  private async ownCredential() {
    if (this.credential !== null) return this.credential
    // A label like another person's name must not make them an author.
    const label = this.colleague.label
    const input = { label, tier: 'standard', expiresAt: null } as const
    const { id, token } = await this.workbench.credentials.issue(this.person, input)
    this.credential = { id, caller: await this.service.authenticate(token) }
    return this.credential
  }

  /** An agent that the person allowed, or their credential did. */
  private async agent(): Promise<Caller> {
    const { agents } = this.workbench
    const behind = this.variant % 4 < 2 ? agents.accountOf(this.person) : (await this.ownCredential()).id
    return agents.callerBehind(behind)
  }

  private async guardrail(reader: Caller, hash: string): Promise<string | undefined> {
    const { targets } = this.under.platforms[0]!.platform
    this.project ??= (await targets.addProject(reader, { name: 'all', description: '' })).id
    const input = {
      name: `${hash} ${randomUUID()}`.slice(0, 80),
      type: 'policy_rules',
      configuration: { ruleset_hash: hash },
    }
    return (await targets.addGuardrail(reader, this.project, guardrailRequest.parse(input))).ruleset?.state
  }

  private get workbench() {
    return this.under.workbenches[0]!
  }

  private get service() {
    return this.under.services[0]!
  }
}

/** Sources that differ only in a comment have one review. */
function storySubject(number: number): Subject {
  const source = `declare paid as boolean;\nassert is_paid { paid };\n// story ${number}\n`
  return { source, hash: hashOf(source), name: `story ${number}` }
}

function contextOf(caller: Caller, channel: Channel) {
  return { caller, channel, addressKey: () => 'test' }
}

async function demandSeparateApprover(under: ServicesUnderTest, namespaceId: string): Promise<void> {
  await under.query(`UPDATE namespace SET separate_approver = true WHERE id = '${namespaceId}'`)
}

async function newMember(under: ServicesUnderTest, namespaceId: string, roles: readonly Role[]): Promise<Caller> {
  const { person } = await under.personCaller(roles, namespaceId)
  return callerOf(under, namespaceId, person!.id)
}

async function callerOf(under: ServicesUnderTest, namespaceId: string, personId: string): Promise<Caller> {
  const person = await under.store.findMember(personId)
  const membership = person?.memberships.find((each) => each.namespaceId === namespaceId)
  if (person === null || membership === undefined) throw new Error(`${personId} is no member`)
  return personCaller(person, membership, 'oidc')
}

function unlessExpected(error: unknown): null {
  if (error instanceof Refusal && EXPECTED_REFUSALS.has(error.code)) return null
  throw error
}
