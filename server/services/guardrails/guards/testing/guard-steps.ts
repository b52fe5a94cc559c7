/** A namespace with an approved ruleset, a tool guard and programs that call the tool. */
import { readRequest } from '../../../../api/read-request'
import { toolCallDecision } from '../../../../api/schemas/tool-call'
import { type ToolGuardRequest, toolGuardRequest } from '../../../../api/schemas/tool-guard'
import type { Caller } from '../../../calls/caller'
import type { Role } from '../../../calls/permissions'
import { SigningSteps } from '../../../signing/testing/signing-steps'
import { callOperation, type ServicesUnderTest } from '../../../testing/services-under-test'
import type { CallAnswer } from '../waiting-calls'

/** A refund of at most 50 is allowed, and only for a known customer. */
export const REFUND_RULES = `declare amount as numeric;
declare known as boolean;
// A refund is at most 50.
assert small { amount <= 50 };
assert is_known { known };
`

export const REFUND_MAP = {
  claims: { amount: { from: 'argument', path: '$.amount' }, known: { from: 'session', path: '$.known' } },
}

export class GuardSteps {
  private constructor(
    readonly under: ServicesUnderTest,
    readonly signing: SigningSteps,
    /** Has the ruleset's hash, once it is approved. */
    readonly hash: string,
    readonly recordId: string,
    readonly guardId: string,
  ) {}

  static async open(
    under: ServicesUnderTest,
    guard: Partial<ToolGuardRequest> = {},
    rules = REFUND_RULES,
  ): Promise<GuardSteps> {
    const signing = await SigningSteps.open(under)
    const hash = await signing.save(rules)
    const recordId = await signing.sign(hash)
    const input = guardInput(hash, guard)
    const { id } = await under.platforms[0]!.platform.guards.addGuard(signing.author, input)
    const steps = new GuardSteps(under, signing, hash, recordId, id)
    await steps.confirm()
    return steps
  }

  /** The guard as it is now. */
  async confirm(by: Caller = this.signing.reviewer, nth = 0) {
    const { guards } = this.under.platforms[nth]!.platform
    const { version, digest, newerUnitsDigest } = await guards.guard(by, this.guardId)
    return guards.confirmGuard(by, this.guardId, { version, digest: newerUnitsDigest ?? digest })
  }

  get platform() {
    return this.under.platforms[0]!.platform
  }

  /** A credential that the person issued, or the operator. */
  async program(label = 'gateway'): Promise<Caller> {
    const { credentials } = this.under.workbenches[0]!
    const issued = await credentials.issue(this.signing.administrator, { label, tier: 'standard', expiresAt: null })
    return this.under.services[0]!.authenticate(issued.token)
  }

  async call(caller: Caller, amount: unknown, session: object = {}, nth = 0, wait = 0) {
    const request = { guard: 'refunds', arguments: { amount }, session, wait_seconds: wait }
    const body = await callOperation(this.under.services[nth]!, 'decideToolCall', caller, request)
    return toolCallDecision.parse(JSON.parse(body))
  }

  answer(by: Caller, id: string, answer: Partial<CallAnswer> = {}, nth = 0) {
    const given = { isGranted: true, reason: '', minutes: 15, ...answer }
    return this.under.platforms[nth]!.platform.calls.answer(by, id, given)
  }

  takeBack(by: Caller, id: string, nth = 0) {
    return this.under.platforms[nth]!.platform.calls.takeBack(by, id)
  }

  /** @param roles null to remove the member */
  async setRoles(member: Caller, roles: readonly Role[] | null) {
    const { members } = this.under.workbenches[0]!
    const { id } = member.person!
    const { administrator } = this.signing
    if (roles === null) return members.removeMember(administrator, id)
    return members.changeRoles(administrator, id, roles)
  }
}

export function guardInput(hash: string, guard: Partial<ToolGuardRequest> = {}): ToolGuardRequest {
  const text = JSON.stringify({ name: 'refunds', server: 'shop', tool: 'refund', ruleset_hash: hash, map: REFUND_MAP })
  return { ...readRequest(toolGuardRequest, text, true), wait_seconds: 3_600, ...guard }
}
