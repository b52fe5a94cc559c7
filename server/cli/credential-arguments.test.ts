import { describe, expect, it } from 'vitest'
import { readArguments, USAGE } from './credential-arguments'

const ID = '0b8f0b5e-3c5e-4a53-9f3a-0d6a2f1f4c11'
const words = (line: string) => readArguments(line === '' ? [] : line.split(' '))

describe('npm run credential', () => {
  it.each<[string, object]>([
    ['issue --label CI', { kind: 'issue', label: 'CI', tier: 'standard', expiresAt: null, namespace: null }],
    [
      `issue --label=CI --tier read_only --expires 2027-01-01 --namespace ${ID}`,
      { kind: 'issue', label: 'CI', tier: 'read_only', expiresAt: new Date('2027-01-01'), namespace: ID },
    ],
    ['issue --label CI --expires 2027-01-01T12:00:00+02:00', { expiresAt: new Date('2027-01-01T10:00:00Z') }],
    ['--label CI issue', { kind: 'issue', label: 'CI' }],
    ['list', { kind: 'list' }],
    [`revoke ${ID.toUpperCase()}`, { kind: 'revoke', id: ID }],
    ['account team', { kind: 'account', namespace: 'team', change: {} }],
    ['account team --checks-per-month 0', { change: { checksPerMonth: 0 } }],
    ['account team --checks-per-month 2147483647', { change: { checksPerMonth: 2147483647 } }],
    ['account team --checks-per-month none', { change: { checksPerMonth: null } }],
    ['account team --labeling off --people-approve on', { change: { labelingAllowed: false, peopleApprove: true } }],
    ['--help', { kind: 'help' }],
    ['issue -h', { kind: 'help' }],
  ])('understands %s', (line, command) => {
    expect(words(line)).toMatchObject({ ok: true, command })
  })

  it('accepts a label of 128 characters and not one more', () => {
    expect(readArguments(['issue', '--label', 'é'.repeat(128)])).toMatchObject({ ok: true })
    expect(readArguments(['issue', '--label', 'é'.repeat(129)])).toMatchObject({
      problem: '--label may have at most 128 characters.',
    })
  })

  it.each<[string, string]>([
    ['', 'No command was given; the commands are: issue, list, revoke, account.'],
    ['isue', 'There is no command "isue"; the commands are: issue, list, revoke, account.'],
    ['toString', 'There is no command "toString"; the commands are: issue, list, revoke, account.'],
    ['issue', 'issue needs --label, a word for people on who uses the credential.'],
    ['issue --label', '--label needs a value.'],
    ['issue --label=', '--label needs a value.'],
    ['issue --label a --label b', '--label is given twice.'],
    ['issue --label a CI', 'issue takes options only, not "CI".'],
    ['issue --label a --tier evaluation', '--tier must be standard or read_only.'],
    ['issue --label a --expires 2027-02-30', '--expires must be a day such as 2027-01-01.'],
    ['issue --label a --expires tomorrow', '--expires must be a day such as 2027-01-01.'],
    ['issue --label a\u0000b', '--label must be text without control characters.'],
    ['issue --lable a', 'issue takes no --lable.'],
    ['list --all', 'list takes no --all.'],
    ['list -a', 'list takes no -a.'],
    ['list me', 'list takes nothing else, not "me".'],
    ['revoke', 'revoke needs the id of a credential.'],
    ['revoke CI', '"CI" is not the id of a credential; list shows them.'],
    [`revoke ${ID} ${ID}`, `revoke takes the id of a credential and nothing else, not "${ID}".`],
    ['account', 'account needs the id or name of a namespace.'],
    ['account team --checks-per-month -1', '--checks-per-month must be a whole number, or none.'],
    ['account team --checks-per-month 1.5', '--checks-per-month must be a whole number, or none.'],
    ['account team --checks-per-month 2147483648', '--checks-per-month may be at most 2147483647.'],
    ['account team --labeling yes', '--labeling must be on or off.'],
    ['account team --tier standard', 'account takes no --tier.'],
  ])('refuses %j with a message', (line, problem) => {
    expect(words(line)).toEqual({ ok: false, problem })
  })

  it('reports every wrong value at once', () => {
    expect(words('issue --label a --tier x --expires y')).toEqual({
      ok: false,
      problem: '--tier must be standard or read_only.\n--expires must be a day such as 2027-01-01.',
    })
  })

  it('names every command and option in its usage', () => {
    for (const word of ['issue', 'list', 'revoke', 'account', '--label', '--tier', '--expires', '--namespace'])
      expect(USAGE).toContain(word)
    for (const option of ['--checks-per-month', '--labeling', '--people-approve']) expect(USAGE).toContain(option)
  })
})
