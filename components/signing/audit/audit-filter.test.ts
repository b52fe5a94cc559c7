import { describe, expect, it } from 'vitest'
import { EVERYTHING, filterOf, listRequest, queryOf } from './audit-filter'
import { eventLinks, eventWords, kindWords } from './event-words'

describe('the filter in the URL', () => {
  it('survives a round trip', () => {
    const filter = { kind: 'name_bound', actor: 'Ada & Bo', from: '2026-11-01', to: '2026-11-22', after: '17' } as const
    expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter)
    expect(queryOf(EVERYTHING)).toBe('')
  })

  it('shows everything if the query has no valid value', () => {
    const query = new URLSearchParams('kind=nothing&from=yesterday&to=2026-13-45&after=-1')
    expect(filterOf(query)).toEqual(EVERYTHING)
  })

  it('includes the last day', () => {
    const { from, to } = listRequest({ ...EVERYTHING, from: '2026-12-31', to: '2026-12-31' })
    expect([from, to]).toEqual(['2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
  })
})

describe('events in words', () => {
  const hash = 'a'.repeat(64)
  it.each([
    [
      'approval_recorded',
      { approver: 'ci', channel: 'program', hash },
      'ci, as reported by the credential “build”, unsigned',
    ],
    ['approval_recorded', { approver: 'Ada', channel: 'person', hash }, 'Ada, signed'],
    ['credential_revoked', { label: 'build' }, '“build”'],
    ['invitation_issued', { email: null, roles: ['author'] }, 'the person with the link, as author'],
    ['roles_changed', { person: 'Bo', before: ['author'], roles: [] }, 'Bo: author, now no role'],
    [
      'settings_changed',
      { separate_approver: { from: false, to: true }, checks_per_month: { from: null, to: 5 } },
      '“An author of a ruleset may not approve it” is switched on; Checks in a month: 5, before: no limit',
    ],
    ['project_added', { project_id: 'p', project_name: 'Travel', version: 1 }, '“Travel”, version 1'],
    [
      'guardrail_changed',
      { guardrail_id: 'g', guardrail_name: 'limits', guardrail_type: 'policy_rules', project_id: 'p', version: 3 },
      '“limits”, policy rules, version 3',
    ],
    ['application_removed', { application_id: 'a', application_name: 'all', version: 2 }, '“all”, version 2'],
    ['frame_labelled', { frame_id: 'f', expected: 'NO' }, 'frame f: NO'],
    ['frame_label_withdrawn', { frame_id: 'f' }, 'frame f'],
    ['frame_reviewed', { frame_id: 'f', task_id: 't', conclusion: 'NO' }, 'frame f: NO'],
    ['password_changed', { person: 'p' }, ''],
    [
      'password_changed',
      { person: 'p', account: 'Ada <ada@example.org>', by: 'password link' },
      'Ada <ada@example.org>, with a link from the operator',
    ],
    ['of_a_later_release', {}, ''],
  ])('%s', (kind, details, words) => {
    expect(eventWords({ kind, actor: 'build', details })).toBe(words)
  })

  it('link to the pages of their subjects', () => {
    expect(eventLinks({ kind: 'name_bound', details: { name: 'travel/meals', hash } })).toEqual([
      { href: '/rulesets/travel~meals', title: 'travel/meals' },
      { href: `/approve/${hash}`, title: 'aaaaaaaaaa…' },
    ])
    expect(eventLinks({ kind: 'name_bound', details: {} })).toEqual([])
    const details = { guardrail_id: 'g', guardrail_name: 'limits', ruleset_hash: hash }
    const ruleset = { href: `/approve/${hash}`, title: 'aaaaaaaaaa…' }
    expect(eventLinks({ kind: 'guardrail_added', details })).toEqual([
      { href: '/guardrails/g', title: 'Guardrail' },
      ruleset,
    ])
    expect(eventLinks({ kind: 'guardrail_removed', details })).toEqual([ruleset])
    expect(eventLinks({ kind: 'application_changed', details: { application_id: 'a' } })).toEqual([
      { href: '/applications/a', title: 'Application' },
    ])
  })

  it('of an unknown kind keep their name from the log', () => {
    expect(kindWords('of_a_later_release')).toBe('of a later release')
  })
})
