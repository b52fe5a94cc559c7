import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { toolGuardRequest } from '../../../server/api/schemas/tool-guard'
import type { ToolGuard } from './guard-data'
import { draftOf, inputOf, NEW_GUARD, NEW_LOOKUP, NO_SOURCE, readGuardDraft } from './guard-draft'
import { judgedPart, localProblems, placeMistakes, unchangedMistakes } from './guard-problems'
import { claimSentences, lookupPhrase, outcomeSentences, timeWords } from './guard-sentences'
import { withLookup } from './lookup-fields'

const HASH = 'a'.repeat(64)
const example = path.resolve(import.meta.dirname, '../../../public/guards/airline-guard.json')
const request = toolGuardRequest.parse(JSON.parse(readFileSync(example, 'utf8').replace('HASH', HASH)))
const { name, wait_seconds: waitSeconds, ...guard } = request
const stored = { name, waitSeconds, guard } as ToolGuard
const declared = [
  { name: 'is_insured', type: 'boolean' },
  { name: 'cabin', type: 'enum' },
]

it('writes a stored guard back as it was', () => {
  expect(inputOf(draftOf(stored), declared)).toEqual(request)
  expect(readGuardDraft(JSON.parse(JSON.stringify(draftOf(stored))))).toEqual(draftOf(stored))
})

it('restores no draft of another shape', () => {
  expect(readGuardDraft(null)).toBeNull()
  expect(readGuardDraft({ ...NEW_GUARD, lookups: {} })).toBeNull()
  expect(readGuardDraft({ ...NEW_GUARD, claims: { amount: { from: 'argument' } } })).toBeNull()
})

it('names every mistake of a draft at once', () => {
  const draft = {
    ...NEW_GUARD,
    waitSeconds: '0',
    claims: { a: { ...NO_SOURCE, from: 'lookup' }, b: { ...NO_SOURCE, from: 'constant' } },
    lookups: [{ ...NEW_LOOKUP, where: 'a b', waitMs: 'soon' }],
  } as const
  expect([...localProblems(draft).keys()]).toEqual([
    ...['name', 'server', 'tool', 'ruleset_hash', 'wait_seconds', 'claims.a.path', 'claims.a.lookup', 'claims.b.value'],
    ...['lookups.0.name', 'lookups.0.connection', 'lookups.0.where', 'lookups.0.waitMs'],
  ])
  expect(localProblems(draftOf(stored)).size).toBe(0)
})

it('lets the engine judge the entries without mistakes', () => {
  const draft = draftOf(stored)
  const [trip] = draft.lookups
  const wrong = {
    ...draft,
    claims: { ...draft.claims, cabin: { ...NO_SOURCE, from: 'argument' } },
    lookups: [{ ...trip!, connection: '' }],
  } as const
  const judged = judgedPart(wrong, localProblems(wrong))
  expect(Object.keys(judged.claims)).not.toContain('cabin')
  // Claims of the lookup can still be judged.
  expect(judged.lookups).toEqual([{ ...trip, connection: '', kind: 'none' }])
})

it('shows the mistakes of the engine next to their entries until these change', () => {
  const draft = draftOf(stored)
  const placed = placeMistakes(
    [
      { field: 'map.claims.cabin.values.economy', message: 'Unfit.' },
      { field: 'map.claims.cabin', message: 'Not declared.' },
      { field: 'map.lookups.trip.arguments.0', message: 'No path.' },
      { field: 'ruleset_hash', message: 'Unknown.' },
    ],
    draft,
  )
  expect(Object.fromEntries(placed)).toEqual({
    'claims.cabin.values': 'economy: Unfit.',
    'claims.cabin.from': 'Not declared.',
    'lookups.0.arguments': 'Line 1: No path.',
    ruleset_hash: 'Unknown.',
  })
  const changed = { ...draft, claims: { ...draft.claims, cabin: NO_SOURCE } }
  expect([...unchangedMistakes(placed, draft, changed).keys()]).toEqual(['lookups.0.arguments', 'ruleset_hash'])
})

it('lets the claims follow a renamed lookup', () => {
  const draft = draftOf(stored)
  const renamed = withLookup(draft, 0, { ...draft.lookups[0]!, name: 'booking' })
  expect(renamed.claims.cabin?.lookup).toBe('booking')
  expect(renamed.claims.reason).toBe(draft.claims.reason)
})

it('reads a stored guard in sentences', () => {
  const text = (phrase: readonly (string | { readonly code: string })[]) =>
    phrase.map((part) => (typeof part === 'string' ? part : `[${part.code}]`)).join('')
  const sentences = claimSentences(stored.guard.map).map(({ claim, phrase }) => `${claim} ${text(phrase)}`)
  expect(sentences).toContain('booked_for is [$.hours_since_booking] of [trip], in [h].')
  expect(sentences).toContain('reason is the argument [$.reason]. A refusal proposes no other value.')
  expect(sentences).toContain('is_insured is [$.insurance] of [trip]; [yes] counts as [true], [no] counts as [false].')
  expect(text(lookupPhrase(stored.guard.map.lookups.trip!))).toBe(
    'is looked up in [records] at [airline-trip-{1}.json] by [$.reservation_id], within 1,000 ms. An answer is used again for 30 seconds.',
  )
  expect(outcomeSentences(stored).unknown).toBe('The call waits for a reviewer for up to 1 hour, and is then refused.')
  expect([1, 90, 120, 86_400].map(timeWords)).toEqual(['1 second', '90 seconds', '2 minutes', '1 day'])
})
