/** An author and reviewers of one namespace, with real passwords. */
import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '../../../api/refusal'
import { loadedRuleset, rulesetList } from '../../../api/schemas/saved-ruleset'
import { type PublishedKey, readKeySet } from '../../../attestation/published-keys'
import { hashPassword } from '../../accounts/password'
import type { Session } from '../../accounts/session'
import type { Caller } from '../../calls/caller'
import type { Role } from '../../calls/permissions'
import { CHEAP_PASSWORDS, callOperation, type ServicesUnderTest } from '../../testing/services-under-test'
import type { PrepareRequest } from '../prepare-statement'
import type { SignatureProof } from '../sign-statement'

export const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'
export const PASSWORD = 'a long enough password'
export const hashOf = (source: string) => createHash('sha256').update(source).digest('hex')

/** @throws if the call is not refused */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Refusal) return outcome
  throw new Error(`not refused: ${String(outcome)}`, { cause: outcome })
}

export class SigningSteps {
  private constructor(
    readonly under: ServicesUnderTest,
    readonly namespaceId: string,
    readonly author: Caller,
    readonly reviewer: Caller,
    readonly administrator: Caller,
  ) {}

  static async open(under: ServicesUnderTest): Promise<SigningSteps> {
    const author = await under.personCaller(['author'])
    const namespaceId = author.namespaceId!
    const reviewer = await under.personCaller(['reviewer'], namespaceId, await newPassword())
    return new SigningSteps(
      under,
      namespaceId,
      author,
      reviewer,
      await under.personCaller(['administrator'], namespaceId),
    )
  }

  get signing() {
    return this.under.workbenches[0]!.signing
  }

  /** Has the same password. */
  async colleague(...roles: Role[]): Promise<Caller> {
    return this.under.personCaller(roles, this.namespaceId, await newPassword())
  }

  async save(source = SOURCE, name = 'policy', by = this.author): Promise<string> {
    await callOperation(this.under.services[0]!, 'saveRuleset', by, { name, source })
    return hashOf(source)
  }

  /** Prepares a signature like the page, with the values of the sheet. */
  async prepare(hash: string, request: Partial<PrepareRequest> = {}, by = this.reviewer) {
    const { reviewDigest, unitLibraryHash, engineVersion, citations } = await this.signing.sheet(by, { hash })
    const { comparison } = await this.signing.meaning(by, { hash })
    const isWithdrawal = request.meaning === 'withdrawn'
    return this.signing.prepare(by, {
      hash,
      meaning: 'approved',
      note: null,
      expiresAt: null,
      withdraws: null,
      reviewDigest,
      unitLibraryHash,
      engineVersion,
      comparisonDigest: comparison?.sha256 ?? null,
      citationsDigest: isWithdrawal ? null : (citations?.digest ?? null),
      ...request,
    })
  }

  async prove(
    ceremonyId: string,
    by = this.reviewer,
    proof: SignatureProof = { kind: 'password', password: PASSWORD },
  ): Promise<string> {
    const request = { ceremonyId, proof, session: await this.session(by), addressKey: 'test' }
    return (await this.signing.sign(by, request)).recordId
  }

  async sign(hash: string, request: Partial<PrepareRequest> = {}, by = this.reviewer): Promise<string> {
    return this.prove((await this.prepare(hash, request, by)).ceremonyId, by)
  }

  /** A browser with a recent sign-in. */
  session(caller: Caller): Promise<Session> {
    return this.under.signedIn(caller)
  }

  /** The same person, read again. */
  async fresh(caller: Caller): Promise<Caller> {
    return this.under.workbenches[0]!.people.callerOf(await this.session(caller))
  }

  /** The approvals that /v1 counts. */
  async counted(name = 'policy'): Promise<[list: number, loaded: string[]]> {
    const service = this.under.services[1]!
    const context = { caller: this.author, channel: 'program', addressKey: () => 'test' } as const
    const { rulesets } = rulesetList.parse(JSON.parse((await service.listRulesets(context, {})).body))
    const loaded = loadedRuleset.parse(JSON.parse((await service.loadRuleset(context, { name })).body))
    return [
      rulesets.find((row) => row.name === name)!.approval_count,
      loaded.approvals!.map(({ approver }) => approver),
    ]
  }

  async publishedKeys(): Promise<PublishedKey[]> {
    return readKeySet(JSON.parse(JSON.stringify(await this.signing.publishedKeys())))!
  }
}

function newPassword(): Promise<string> {
  return hashPassword(PASSWORD, { randomBytes, passwordCost: CHEAP_PASSWORDS })
}
