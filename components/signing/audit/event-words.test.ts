import { describe, expect, it } from 'vitest'
import { LOG_KINDS } from '../../../server/api/terms/log-kinds'
import { eventWords, KIND_WORDS } from './event-words'
import { KIND_GROUPS } from './kind-groups'

const words = (kind: string, details: Parameters<typeof eventWords>[0]['details'], actor = 'Ada') =>
  eventWords({ kind, actor, details })

describe('events of the log in words', () => {
  it('describes settings with the sentences of the settings page', () => {
    const details = {
      separate_approver: { from: false, to: true },
      labeling_allowed: { from: true, to: false },
      display_name: { from: 'Acme', to: 'Acme Ltd' },
      preset: { from: null, to: 'regulated' },
      checks_per_month: { from: null, to: 1000 },
      of_a_later_release: { from: null, to: 'some_value' },
      sole_administrator: true,
    }
    expect(words('settings_changed', details).split('; ')).toEqual([
      '“An author of a ruleset may not approve it” is switched on',
      '“Labels are stored and shown” is switched off',
      'Name of the namespace: “Acme Ltd”, before: “Acme”',
      'Preset of the rules: Regulated, before: not chosen',
      'Checks in a month: 1,000, before: no limit',
      'Of a later release: Some value, before: not set',
      'by the only administrator',
    ])
  })

  it('says what the first entry recorded', () => {
    expect(words('state_recorded', { parts: 1, part: 1, rows: 4 })).toBe(
      'The namespace when its log began, with 4 stored records such as members, settings and rulesets',
    )
    expect(words('state_recorded', { parts: 2, part: 2, rows: 1 })).toMatch(/with 1 stored record .*, part 2 of 2$/)
    expect(words('state_recorded', { parts: 1, part: 1, rows: 0 })).toBe('The namespace when its log began: empty')
  })

  it('describes a proposal of settings with the same sentences', () => {
    const details = {
      change_kind: 'settings',
      expires_at: '2026-11-30T09:00:00.000Z',
      before: { currentEngine: true },
      after: { currentEngine: false },
    }
    expect(words('change_proposed', details)).toBe(
      '“An approval under an older engine does not count” is switched off; open until 30 November 2026',
    )
    expect(words('change_proposed', { change_kind: 'removal' })).toBe('Removal of a member')
  })

  it('never shows null or a bare field name', () => {
    for (const kind of LOG_KINDS)
      for (const details of [{}, { some_field: null }, { some_field: { from: null, to: null } }])
        expect(words(kind, details), kind).not.toMatch(/null|undefined|_/)
  })
})

it('lists every event in one group', () => {
  expect(KIND_GROUPS.flatMap(({ kinds }) => kinds).toSorted()).toEqual([...LOG_KINDS].toSorted())
  expect(new Set(Object.values(KIND_WORDS)).size).toBe(LOG_KINDS.length)
})
