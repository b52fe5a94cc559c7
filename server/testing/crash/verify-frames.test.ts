import { expect, it } from 'vitest'
import type { Answer } from '../frames/frame-client'
import { type StoredAnswer, verifyFrames } from './verify-frames'

const kept = (trace_id: string, message_id: string | null = `of ${trace_id}`, conclusion: string | null = 'YES') => ({
  trace_id,
  message_id,
  conclusion,
})
const told = (...answers: readonly (readonly [trace: string, ids: readonly string[], outcome?: string])[]) => ({
  refusals: [],
  answers: new Map<string, Answer>(
    answers.map(([trace, ids, outcome = 'YES']) => [trace, { messageIds: new Set(ids), outcomes: new Set([outcome]) }]),
  ),
})
const rows: readonly StoredAnswer[] = [kept('a'), kept('b'), kept('never acknowledged', null, null)]
const both = told(['a', ['of a']], ['b', ['of b']])

it('finds nothing wrong where every frame is answered once', () => {
  expect(verifyFrames(rows, ['a', 'b'], [both, both])).toEqual({
    ...{ sent: 2, answered: 2, lost: 0, doubled: 0, complaints: [] },
  })
})

it.each([
  ['no row', [kept('a')], ['a', 'b'], [told(['a', ['of a']])], { lost: 1 }, 'b was acknowledged and is not stored'],
  ['no answer', [kept('a', null, null)], ['a'], [told()], { lost: 1 }, 'a was acknowledged and has no answer'],
  ['another id', [kept('a')], ['a'], [told(['a', ['of a', 'x']])], { doubled: 1 }, 'the message ids of a, x'],
  ['two rows', [kept('a'), kept('a')], ['a'], [told(['a', ['of a']])], { doubled: 1 }, 'a is stored 2 times'],
  ['one not told', [kept('a')], ['a'], [told(['a', ['of a']]), told()], {}, 'somebody was not told'],
  ['another word', [kept('a')], ['a'], [told(['a', ['of a'], 'NO'])], {}, 'YES, NO, not with YES'],
  ['an Error', [kept('a', 'i', null)], ['a'], [told(['a', ['i'], 'EVALUATION_FAILED'])], {}, 'EVALUATION_FAILED'],
] as const)('complains of %s', (_what, stored, sent, clients, counts, complaint) => {
  const found = verifyFrames(stored, sent, clients)
  expect(found).toMatchObject({ lost: 0, doubled: 0, ...counts })
  expect(found.complaints.join('\n')).toContain(complaint)
})

it('complains of what a client was refused', () => {
  const refused = { ...both, refusals: ['a: 400'] }
  expect(verifyFrames(rows, ['a'], [refused]).complaints).toEqual(['refused: a: 400'])
})
