/** The rules of approval against a second implementation that tries every choice of signatures. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ApprovalRules, NEEDED_ROLES, PLAIN_APPROVAL_RULES } from '../../../api/terms/approval-rules'
import type { Admission, Admissions } from '../../../database/accounts/admissions'
import type { ApprovalFacts, AuthoringAct, SignedApproval } from '../../../database/signing/approval-facts'
import { repetitions } from '../../../testing/repetitions'
import { decideApprovalStatus, judgeFacts } from '../approval-status'

const PEOPLE = ['Ann', 'Bo', 'Cy', 'Di'] as const
type Name = (typeof PEOPLE)[number]

interface Signature {
  readonly by: Name
  /** Null for a signature of an earlier release. */
  readonly roles: readonly string[] | null
}

interface Story {
  readonly storedBy: Name
  readonly signatures: readonly Signature[]
  readonly rules: ApprovalRules
  readonly separateApprover: boolean
  readonly admitted: Readonly<Record<Name, readonly (Name | 'operator')[]>>
}

const voucher = fc.uniqueArray(fc.constantFrom(...PEOPLE, 'operator' as const), { maxLength: 2 })
const story: fc.Arbitrary<Story> = fc.record({
  storedBy: fc.constantFrom(...PEOPLE),
  signatures: fc.array(
    fc.record({
      by: fc.constantFrom(...PEOPLE),
      roles: fc.option(fc.subarray(['administrator', 'author', 'reviewer']), { freq: 8 }),
    }),
    { maxLength: 6 },
  ),
  rules: fc.record({
    approvalsNeeded: fc.integer({ min: 1, max: 5 }),
    neededRole: fc.constantFrom(...NEEDED_ROLES),
    neededRoleLast: fc.boolean(),
    commentsResolved: fc.boolean(),
    blindTestDone: fc.boolean(),
    signerNotInvitedByAuthor: fc.boolean(),
  }),
  separateApprover: fc.boolean(),
  admitted: fc.record({ Ann: voucher, Bo: voucher, Cy: voucher, Di: voucher }),
})

const act = (personId: string | null): AuthoringAct => ({
  ...{ personId, credentialId: null, channel: 'person', credentialLabel: null, issuedById: null },
})

function judge({ storedBy, signatures, rules, separateApprover, admitted }: Story) {
  const signed = signatures.map(
    ({ by }, nth): SignedApproval => ({
      ...{ recordId: String(nth), personId: by, printedName: by, everAdministrator: false },
    }),
  )
  const facts: ApprovalFacts = { stored: act(storedBy), bindings: [], signed }
  const admissions: Admissions = new Map(
    PEOPLE.flatMap((name): [string, Admission[]][] => {
      if (admitted[name].length === 0) return []
      return [[name, admitted[name].map((by): Admission => admissionBy(by))]]
    }),
  )
  return judgeFacts(facts, {
    ...{ separateApprover, changes: [], engineOf: () => '', rules, admissions },
    rolesOf: (recordId) => signatures[Number(recordId)]?.roles ?? null,
  })
}

function admissionBy(by: Name | 'operator'): Admission {
  const at = new Date(0)
  return by === 'operator'
    ? { kind: 'operator', byId: null, by: 'operator', at }
    : { kind: 'invitation', byId: by, by, at }
}

/** Goes through all paths of invitations, up to the number of people. */
function isVouchedFor({ admitted, storedBy }: Story, name: Name, steps: number = PEOPLE.length): boolean {
  return admitted[name].some((by) => {
    if (by === 'operator') return true
    if (by === storedBy || by === name || steps === 0) return false
    // It is not recorded how an administrator of an earlier release joined.
    return admitted[by].length === 0 || isVouchedFor({ admitted, storedBy } as Story, by, steps - 1)
  })
}

/** Tries every order-preserving choice of signatures, as a person would who goes through the list. */
function isApproved(given: Story): boolean {
  const { signatures, rules, separateApprover, storedBy } = given
  const fit = signatures.filter(
    ({ by }) => !(separateApprover && by === storedBy) && (!rules.signerNotInvitedByAuthor || isVouchedFor(given, by)),
  )
  for (let choice = 1; choice < 2 ** fit.length; choice++) {
    const chosen = fit.filter((_, nth) => choice & (1 << nth))
    const names = chosen.map(({ by }) => by)
    if (new Set(names).size !== names.length || names.length !== rules.approvalsNeeded) continue
    const { neededRole } = rules
    const has = ({ roles }: Signature) => neededRole === 'any' || (roles?.includes(neededRole) ?? false)
    if (rules.neededRoleLast ? has(chosen.at(-1)!) : chosen.some(has)) return true
  }
  return false
}

describe('random rules, signatures and invitations', () => {
  it('are judged like by a person who tries every choice of signatures', { tags: ['repeated'] }, () => {
    const seen = { approved: 0, refused: 0 }
    fc.assert(
      fc.property(story, (given) => {
        const expected = isApproved(given)
        seen[expected ? 'approved' : 'refused']++
        expect(judge(given).satisfied).toBe(expected)
      }),
      { numRuns: repetitions(3_000) },
    )
    expect(Math.min(seen.approved, seen.refused)).toBeGreaterThan(20)
  })

  it('always have a reason and something missing if they do not suffice, and never if they do', () => {
    fc.assert(
      fc.property(story, (given) => {
        const judged = judge(given)
        const signed = given.signatures.length
        const status = decideApprovalStatus({ signed, unsigned: 0, changesRequested: 0 }, judged)
        expect(judged.missing.length > 0).toBe(!judged.satisfied)
        expect(status.state).toBe(judged.satisfied ? 'approved' : signed > 0 ? 'not_counted' : 'none')
        if (status.state === 'not_counted') expect(status.reason).toMatch(/\.$/)
        else expect(status.reason).toBeNull()
      }),
    )
  })

  it('never approve with less when a rule is made stricter', () => {
    const stricter = fc.constantFrom<(rules: ApprovalRules) => ApprovalRules>(
      (rules) => ({ ...rules, approvalsNeeded: Math.min(rules.approvalsNeeded + 1, 5) }),
      (rules) => ({ ...rules, neededRoleLast: true }),
      (rules) => ({ ...rules, signerNotInvitedByAuthor: true }),
      (rules) => (rules.neededRole === 'any' ? { ...rules, neededRole: 'administrator' } : rules),
    )
    fc.assert(
      fc.property(story, stricter, (given, makeStricter) => {
        fc.pre(!judge(given).satisfied)
        expect(judge({ ...given, rules: makeStricter(given.rules) }).satisfied).toBe(false)
      }),
    )
  })
})

describe('every order of up to six signatures', () => {
  const signatures: readonly Signature[] = (['Bo', 'Cy'] as const).flatMap((by) => [
    { by, roles: ['reviewer'] },
    { by, roles: ['reviewer', 'administrator'] },
  ])
  const rules = [1, 2, 3].flatMap((approvalsNeeded) => [
    { ...PLAIN_APPROVAL_RULES, approvalsNeeded },
    { ...PLAIN_APPROVAL_RULES, approvalsNeeded, neededRole: 'administrator' as const },
    { ...PLAIN_APPROVAL_RULES, approvalsNeeded, neededRole: 'administrator' as const, neededRoleLast: true },
  ])

  it('is judged like by a person who tries every choice of signatures', () => {
    const orders = listOrders(signatures, 6)
    const everybody = { Ann: [], Bo: [], Cy: [], Di: [] }
    const plain = { storedBy: 'Ann', separateApprover: false, admitted: everybody } as const
    const differing = orders.flatMap((given) =>
      rules
        .map((each): Story => ({ ...plain, signatures: given, rules: each }))
        .filter((each) => judge(each).satisfied !== isApproved(each)),
    )
    expect(differing).toEqual([])
    expect(orders).toHaveLength(5_461)
  })
})

function listOrders<Item>(items: readonly Item[], longest: number): (readonly Item[])[] {
  const orders: (readonly Item[])[] = [[]]
  for (let from = 0, length = 1; length <= longest; length++) {
    const known = orders.slice(from)
    from = orders.length
    orders.push(...known.flatMap((order) => items.map((item) => [...order, item])))
  }
  return orders
}

describe('the reason', () => {
  const plain: Story = {
    storedBy: 'Ann',
    signatures: [{ by: 'Bo', roles: ['reviewer'] }],
    rules: PLAIN_APPROVAL_RULES,
    separateApprover: false,
    admitted: { Ann: ['operator'], Bo: ['Ann'], Cy: ['Bo'], Di: [] },
  }
  const reasonOf = (changed: Partial<ApprovalRules>, signatures = plain.signatures) =>
    judge({ ...plain, signatures, rules: { ...PLAIN_APPROVAL_RULES, ...changed } }).reason

  it.each<[string, string | null, readonly Signature[] | undefined, Partial<ApprovalRules>]>([
    ['nothing is missing', null, undefined, {}],
    ['people are missing', '1 of 3 approvals.', undefined, { approvalsNeeded: 3 }],
    [
      'one person signed twice',
      '1 of 2 approvals.',
      [
        { by: 'Bo', roles: ['reviewer'] },
        { by: 'Bo', roles: ['reviewer'] },
      ],
      { approvalsNeeded: 2 },
    ],
    [
      'a role is missing',
      'The approval of a reviewer who is also an administrator is needed.',
      undefined,
      { neededRole: 'administrator' },
    ],
    [
      'a role is not recorded',
      'The approval of a reviewer who is also an author is needed. Signatures of earlier releases do not record the roles of their signers.',
      [{ by: 'Bo', roles: null }],
      { neededRole: 'author' },
    ],
    [
      'the role signed first',
      '2 of 2 approvals. The approval of a reviewer who is also an administrator must come last, after the others.',
      [
        { by: 'Bo', roles: ['reviewer', 'administrator'] },
        { by: 'Cy', roles: ['reviewer'] },
      ],
      { approvalsNeeded: 2, neededRole: 'administrator', neededRoleLast: true },
    ],
    [
      'an author invited the signer',
      'Signed by Bo, who was invited by Ann, who also stored it first. The approval of another reviewer is needed. An administrator who is not an author can confirm the account of a signer under Settings, Members.',
      undefined,
      { signerNotInvitedByAuthor: true },
    ],
    [
      'an author invited the one who invited the signer',
      'Signed by Cy, whose account goes back to an invitation by Ann, who also stored it first. The approval of another reviewer is needed. An administrator who is not an author can confirm the account of a signer under Settings, Members.',
      [{ by: 'Cy', roles: ['reviewer'] }],
      { signerNotInvitedByAuthor: true },
    ],
    [
      'nobody knows who invited the signer',
      'Signed by Di, and it is not recorded who invited that account. The approval of another reviewer is needed. An administrator who is not an author can confirm the account of a signer under Settings, Members.',
      [{ by: 'Di', roles: ['reviewer'] }],
      { signerNotInvitedByAuthor: true },
    ],
  ])('if %s', (_, reason, signatures, rules) => expect(reasonOf(rules, signatures)).toBe(reason))

  it('says what is missing before anybody signs', () => {
    const { reason, missing } = judge({ ...plain, signatures: [], rules: { ...plain.rules, approvalsNeeded: 2 } })
    expect([reason, missing]).toEqual([null, ['0 of 2 approvals.']])
  })
})
