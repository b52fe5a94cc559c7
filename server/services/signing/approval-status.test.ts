import { describe, expect, it } from 'vitest'
import { PLAIN_APPROVAL_RULES } from '../../api/terms/approval-rules'
import type { ApprovalFacts, AuthoringAct, BindingAct, SignedApproval } from '../../database/signing/approval-facts'
import { type Demanded, decideApprovalStatus, judgeFacts } from './approval-status'

const NO_PARTY: AuthoringAct = {
  ...{ personId: null, credentialId: null, channel: 'program', credentialLabel: null, issuedById: null },
}
const by = (personId: string): AuthoringAct => ({ ...NO_PARTY, personId, channel: 'person' })
const through = (credentialLabel: string, issuedById: string | null): AuthoringAct => ({
  ...NO_PARTY,
  ...{ credentialId: 'c', credentialLabel, issuedById },
})
const bound = (act: AuthoringAct, withApproval = false): BindingAct => ({ ...act, withApproval })
const old: AuthoringAct = { ...NO_PARTY, channel: null }
const signed = (personId: string, everAdministrator = false): SignedApproval => ({
  ...{ recordId: `record of ${personId}`, personId, printedName: personId, everAdministrator },
})
const judge = (facts: Partial<ApprovalFacts>, demanded: Partial<Demanded> = {}) =>
  judgeFacts(
    { stored: by('Ann'), bindings: [], signed: [], ...facts },
    {
      ...{ separateApprover: true, changes: [], engineOf: () => '0.1.0' },
      ...{ rules: PLAIN_APPROVAL_RULES, rolesOf: () => ['reviewer'], admissions: new Map() },
      ...demanded,
    },
  )
const CHANGED = [{ since: '0.2.0', words: 'Lists are other ones.' }]

describe('a signature counts', () => {
  it.each<[string, Partial<ApprovalFacts>, boolean]>([
    ['of a person who did nothing else', { signed: [signed('Bo')] }, true],
    ['never of the first storer', { signed: [signed('Ann')] }, false],
    ['of one of two who is no author', { signed: [signed('Ann'), signed('Bo')] }, true],
    ['never of who saved it later', { bindings: [bound(by('Bo'))], signed: [signed('Bo')] }, false],
    [
      'never of the issuer of the credential that stored it',
      { stored: through('ci', 'Bo'), signed: [signed('Bo')] },
      false,
    ],
    [
      'never of the issuer of the credential that saved it',
      { bindings: [bound(through('ci', 'Bo'))], signed: [signed('Bo')] },
      false,
    ],
    [
      'of who named it with an approval, another person having stored it',
      { bindings: [bound(through('ci', 'Bo'), true)], signed: [signed('Bo')] },
      true,
    ],
    [
      'never of who named it with an approval, an unknown one having stored it',
      { stored: NO_PARTY, bindings: [bound(by('Bo'), true)], signed: [signed('Bo')] },
      false,
    ],
    [
      'of one who never was an administrator, an author being unknown',
      { stored: through('ops', null), signed: [signed('Bo')] },
      true,
    ],
    [
      'never of an administrator alone, an author being unknown',
      { stored: through('ops', null), signed: [signed('Bo', true)] },
      false,
    ],
    [
      'of two administrators, an author being unknown',
      { stored: NO_PARTY, signed: [signed('Bo', true), signed('Cy', true)] },
      true,
    ],
    [
      'never of one who signed twice, an author being unknown',
      { stored: NO_PARTY, signed: [signed('Bo', true), signed('Bo', true)] },
      false,
    ],
    [
      'never of an author and an administrator, an author being unknown',
      { stored: NO_PARTY, bindings: [bound(by('Ann'))], signed: [signed('Ann'), signed('Bo', true)] },
      false,
    ],
    [
      'where the earliest binding of an old row names its person',
      { stored: old, bindings: [bound({ ...old, personId: 'Ann' })], signed: [signed('Bo', true)] },
      true,
    ],
    [
      'never by a later binding in the place of an old storer',
      { stored: old, bindings: [bound(by('Cy'))], signed: [signed('Bo', true)] },
      false,
    ],
    [
      'never where an old binding names no person',
      { stored: old, bindings: [bound(old)], signed: [signed('Bo', true)] },
      false,
    ],
  ])('%s', (_, facts, satisfied) => {
    const judged = judge(facts)
    expect(judged.satisfied).toBe(satisfied)
    expect(judged.reason === null).toBe(satisfied)
  })
})

describe('the reason', () => {
  it('names the signer, the kind of authorship and what is needed', () => {
    const facts = { bindings: [bound(through('ci-bot', 'Bo'))], signed: [signed('Bo')] }
    expect(judge(facts).reason).toBe(
      'Signed by Bo, who also saved it with the credential “ci-bot”. The approval of another reviewer is needed.',
    )
    const agent = { stored: { ...by('Ann'), channel: 'agent' as const }, signed: [signed('Ann')] }
    expect(judge(agent).reason).toContain('Signed by Ann, who also stored it first through an AI agent.')
    const operator = { stored: through('ops', null), signed: [signed('Bo', true)] }
    expect(judge(operator).reason).toBe(
      'Signed by Bo, who is or was an administrator of this namespace, and it is not known which person stored it first with the credential “ops”. The approval of a reviewer who never was an administrator of this namespace is needed, or that of a second reviewer.',
    )
  })

  it('is part of the status, but a request for changes takes precedence', () => {
    const counts = { signed: 1, unsigned: 0, changesRequested: 0 }
    const own = judge({ signed: [signed('Ann')] })
    expect(decideApprovalStatus(counts, own)).toEqual({ state: 'not_counted', reason: own.reason })
    expect(decideApprovalStatus({ ...counts, changesRequested: 1 }, own).state).toBe('changes_requested')
    expect(decideApprovalStatus(counts, null)).toEqual({ state: 'approved', reason: null })
    expect(decideApprovalStatus({ ...counts, signed: 0, unsigned: 2 }, null).state).toBe('unsigned')
    expect(decideApprovalStatus({ ...counts, signed: 0, unsigned: 2 }, judge({}))).toMatchObject({
      state: 'not_counted',
      reason: expect.stringContaining('without a person’s signature'),
    })
    expect(decideApprovalStatus({ ...counts, signed: 0 }, judge({}))).toEqual({ state: 'none', reason: null })
  })
})

describe('if the namespace demands an engine that gives the same results', () => {
  const engines = (recordId: string) => (recordId === 'record of Bo' ? '0.1.0' : '0.2.0')
  const alone = { separateApprover: false, changes: CHANGED, engineOf: engines }

  it('a signature of any author counts unless it is under an older engine', () => {
    expect(judge({ signed: [signed('Ann')] }, alone)).toMatchObject({ satisfied: true, counted: ['record of Ann'] })
    const { satisfied, reason, counted } = judge({ signed: [signed('Bo')] }, alone)
    expect({ satisfied, counted }).toEqual({ satisfied: false, counted: [] })
    expect(reason).toBe(
      'Signed by Bo under engine 0.1.0, which can give other results than the engine of today. This namespace demands a new approval.',
    )
    const both = judge({ signed: [signed('Bo'), signed('Ann')] }, alone)
    expect(both).toMatchObject({ satisfied: true, reason: null, counted: ['record of Ann'] })
    expect([...both.uncounted.keys()]).toEqual(['record of Bo'])
  })

  it('one signature must meet both demands', () => {
    const demanded = { ...alone, separateApprover: true }
    // The author signed under the current engine, the reviewer under an older one.
    const { satisfied, reason } = judge({ signed: [signed('Bo'), signed('Ann')] }, demanded)
    expect(satisfied).toBe(false)
    expect(reason).toMatch(/Signed by Bo under engine 0\.1\.0.*Signed by Ann, who also.*demands a new approval\.$/)
    const signers = [signed('Bo'), signed('Cy')]
    expect(judge({ signed: signers }, demanded)).toMatchObject({ satisfied: true, counted: ['record of Cy'] })
    // Two signers replace an unknown author only if both signed under the current engine.
    const administrators = { stored: NO_PARTY, signed: [signed('Bo', true), signed('Cy', true)] }
    expect(judge(administrators, demanded).satisfied).toBe(false)
    expect(judge(administrators, { ...demanded, engineOf: () => '0.2.0' }).satisfied).toBe(true)
  })

  it('an approval without a signature does not count', () => {
    const counts = { signed: 0, unsigned: 1, changesRequested: 0 }
    expect(decideApprovalStatus(counts, judge({}, alone))).toEqual({
      state: 'not_counted',
      reason: expect.stringContaining('it is not recorded under which engine'),
    })
  })
})
