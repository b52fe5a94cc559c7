import { expect, it } from 'vitest'
import { EngineBusyError } from '../../engine/workers/job-queue'
import { busyRefusal } from './worker-calls'

it('tells a caller that waited to retry, and a caller whose call was ended what may help', () => {
  for (const reason of ['queue', 'wait'] as const)
    expect(busyRefusal(new EngineBusyError(reason, 20)).message).toMatch(/^The engine is busy: .* again later\.$/)
  const ended = busyRefusal(new EngineBusyError('deadline', 0.2))
  expect(ended).toMatchObject({ code: 'ENGINE_BUSY', details: { retry_after_ms: 1 } })
  expect(ended.message).toMatch(/ended this call: .* It was not charged\. .* make the ruleset smaller/)
})
