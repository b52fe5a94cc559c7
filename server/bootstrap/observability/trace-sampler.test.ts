import { type Context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { describe, expect, it } from 'vitest'
import { TraceSampler } from './trace-sampler'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const parent = (flags: string) => `00-${TRACE_ID}-${SPAN_ID}-${flags}`
const sampler = (parentBased: boolean, ratio: number) => new TraceSampler({ parentBased, ratio })
const parentIn = (context: Context | null) => context && trace.getSpanContext(context)

it('leaves the decision to the caller, if one sent it', () => {
  for (const ratio of [0, 0.5, 1]) {
    expect(parentIn(sampler(true, ratio).begin(parent('01')))).toMatchObject({ traceId: TRACE_ID, spanId: SPAN_ID })
    expect(parentIn(sampler(true, ratio).begin(parent('03')))).toMatchObject({ traceId: TRACE_ID })
    expect(sampler(true, ratio).begin(parent('00'))).toBeNull()
  }
})

it('decides itself if it is not based on the parent', () => {
  for (const flags of ['00', '01']) {
    expect(parentIn(sampler(false, 1).begin(parent(flags)))).toMatchObject({ traceId: TRACE_ID })
    expect(sampler(false, 0).begin(parent(flags))).toBeNull()
  }
})

describe('a new trace begins', () => {
  it.each([
    undefined,
    null,
    ['a', 'b'],
    '',
    'none',
    `ff-${TRACE_ID}-${SPAN_ID}-00`,
    `00-${'0'.repeat(32)}-${SPAN_ID}-00`,
  ])('after %s', (traceparent) => {
    expect(sampler(true, 1).begin(traceparent)).toBe(ROOT_CONTEXT)
    expect(sampler(true, 0).begin(traceparent)).toBeNull()
  })

  it('begins the given share of traces, with ids about which every process decides the same', () => {
    const [one, other] = [sampler(true, 0.5), sampler(false, 0.5)]
    const begun = new Set<string>()
    for (let i = 0; i < 4_000; i++) if (one.begin(null) !== null) begun.add(one.ids.generateTraceId())
    // Six standard deviations of a fair coin.
    expect(Math.abs(begun.size - 2_000)).toBeLessThan(190)
    for (const id of begun) expect(other.begin(`00-${id}-${SPAN_ID}-00`)).not.toBeNull()
  })
})

it('writes a traceparent that nobody records', () => {
  const text = sampler(true, 1).unrecorded()
  expect(text).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(sampler(true, 1).begin(text)).toBeNull()
})
