import { expect, it } from 'vitest'
import type { SheetMeaning } from './sheet'
import { shownMeaning, UnreadableComparisonError } from './use-meaning'

const HASH = 'a'.repeat(64)
const meaning = (baseHash: string | null): SheetMeaning => ({
  ...{ baseHash, comparison: null, engineVersion: '0.3.0', cases: null },
  budgets: { evaluation_steps: 1, solver_memory_mb: 1, solver_steps: 1, solver_steps_total: 1 },
})

it('a comparison is shown if its base is the one in the sheet', () => {
  expect(shownMeaning({ lastApproved: null }, undefined, null)).toEqual({ status: 'comparing' })
  expect(shownMeaning({ lastApproved: null }, meaning(null), null).status).toBe('shown')
  expect(shownMeaning({ lastApproved: null }, meaning(HASH), null)).toEqual({ status: 'other base' })
})

it('an earlier comparison is not shown if comparing again fails', () => {
  const shown = shownMeaning({ lastApproved: null }, meaning(null), new Error('no answer'))
  expect(shown.status).toBe('failed')
})

it('an answer of another shape is not reported as an unreachable server', () => {
  const shown = shownMeaning({ lastApproved: null }, undefined, new UnreadableComparisonError())
  expect(shown).toMatchObject({
    status: 'failed',
    refusal: { message: expect.stringContaining('older than the server') },
  })
})
