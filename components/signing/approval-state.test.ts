import { describe, expect, it } from 'vitest'
import { approvalState, isOfferedAgain } from './approval-state'
import type { ReviewRow } from './sheet'

const record = (row: Partial<ReviewRow>): ReviewRow => ({
  id: 'r',
  rulesetHash: 'a'.repeat(64),
  rulesetNames: ['policy'],
  printedName: 'Ada',
  renamedTo: null,
  email: 'ada@example.org',
  meaning: 'approved',
  note: null,
  signedAt: '2026-11-22T10:00:00.000Z',
  method: 'password',
  expiresAt: null,
  expired: false,
  withdrawn: null,
  withdraws: null,
  unitLibraryHash: null,
  underOtherLibrary: false,
  engineVersion: '1',
  languageVersion: '1',
  reviewDigest: 'b'.repeat(64),
  underOlderEngine: null,
  mine: false,
  uncounted: null,
  account: null,
  blindTests: [],
  ...row,
})

const withdrawn = { at: '2026-11-22T11:00:00.000Z', by: 'Bo', reason: 'Wrong limit', recordId: 'w' }
const byProgram = { approver: 'ci' }

const kinds = (records: readonly ReviewRow[], unsigned: readonly unknown[] = []) =>
  approvalState({ records: [...records], unsigned, demands: null, openComments: 0 }).map(({ kind }) => kind)

describe('the state of an approval', () => {
  it.each([
    ['nothing was recorded', [], [], ['none']],
    ['a person read it only', [record({ meaning: 'reviewed' })], [], ['none']],
    ['a person approved it', [record({})], [], ['approved']],
    ['an approval that counts hides those of programs', [record({})], [byProgram], ['approved']],
    ['programs alone approved it', [], [byProgram], ['unsigned']],
    ['the approval expired', [record({ expired: true })], [byProgram], ['expired', 'unsigned']],
    ['the approval was withdrawn', [record({ withdrawn })], [], ['withdrawn']],
    ['one was withdrawn, another counts', [record({ withdrawn }), record({})], [], ['approved']],
    ['it was approved under another library', [record({ underOtherLibrary: true })], [], ['other_library']],
    ['it was approved under an older engine', [record({ underOlderEngine: 'why' })], [], ['older_engine']],
    [
      'it was approved under an older engine and again since',
      [record({ underOlderEngine: 'why' }), record({})],
      [],
      ['approved', 'older_engine'],
    ],
    ['changes were asked for', [record({ meaning: 'changes_requested' })], [], ['changes_requested']],
    [
      'changes were asked for after an approval',
      [record({}), record({ meaning: 'changes_requested' })],
      [],
      ['changes_requested', 'approved'],
    ],
    [
      'the approval of another person settles no request',
      [record({ meaning: 'changes_requested', email: 'bo@example.org' }), record({})],
      [],
      ['changes_requested', 'approved'],
    ],
    ['an approval settled the request', [record({ meaning: 'changes_requested' }), record({})], [], ['approved']],
    [
      'an approval that was withdrawn settles no request',
      [record({ meaning: 'changes_requested' }), record({ withdrawn })],
      [],
      ['changes_requested', 'withdrawn'],
    ],
  ] as const)('%s', (_, records, unsigned, expected) => {
    expect(kinds(records, unsigned)).toEqual(expected)
  })
})

describe('an approval in one step', () => {
  it.each([
    ['nothing was recorded', [], true],
    ['a person read it only', [record({ meaning: 'reviewed' })], true],
    ['it was approved under an older engine', [record({ underOlderEngine: 'why' })], true],
    ['the approval expired', [record({ expired: true })], true],
    ['it is approved', [record({})], false],
    ['it is approved, by the reader too', [record({ mine: true })], false],
    ['changes were asked for', [record({ meaning: 'changes_requested' })], false],
    ['its approval was withdrawn', [record({ withdrawn })], false],
    ['its approval was withdrawn, and read since', [record({ withdrawn }), record({ meaning: 'reviewed' })], false],
  ])('when %s', (_, records, isOffered) => {
    const lastApproved = { underOlderEngine: null, underOtherLibrary: false }
    expect(isOfferedAgain({ records, unsigned: [], demands: null, openComments: 0, lastApproved })).toBe(isOffered)
  })

  it.each([
    ['nothing was approved before', null],
    ['the engine gave other results then', { underOlderEngine: 'why', underOtherLibrary: false }],
    ['nothing says which unit library was in force then', { underOlderEngine: null, underOtherLibrary: null }],
  ])('is not offered when %s', (_, lastApproved) => {
    expect(isOfferedAgain({ records: [], unsigned: [], demands: null, openComments: 0, lastApproved })).toBe(false)
  })
})

it('says what the namespace needs while nobody has signed', () => {
  const demands = { satisfied: false, reason: null, missing: ['0 of 2 approvals.'] }
  expect(approvalState({ records: [], unsigned: [], demands, openComments: 0 })).toEqual([
    { kind: 'none', missing: '0 of 2 approvals.' },
  ])
})

it('shows open comments next to an approval that is missing', () => {
  const demands = { satisfied: false, reason: '1 of 2 approvals.', missing: ['1 of 2 approvals.'] }
  const notes = approvalState({ records: [record({})], unsigned: [], demands, openComments: 2 })
  expect(notes).toEqual([
    { kind: 'not_counted', reason: '1 of 2 approvals.' },
    { kind: 'open_comments', count: 2 },
  ])
})
