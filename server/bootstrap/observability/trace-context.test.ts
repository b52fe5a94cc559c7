import { describe, expect, it } from 'vitest'
import { isSampledTraceId, newSpanId, newTraceId, parseTraceparent, sampleTrace, traceparentOf } from './trace-context'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const parent = (isSampled: boolean) => ({ traceId: TRACE_ID, spanId: SPAN_ID, isSampled })
const HALF = { parentBased: true, ratio: 0.5 }

describe('traceparent', () => {
  it.each([
    [`00-${TRACE_ID}-${SPAN_ID}-01`, true],
    [`00-${TRACE_ID}-${SPAN_ID}-00`, false],
    [`00-${TRACE_ID}-${SPAN_ID}-03`, true],
    [`01-${TRACE_ID}-${SPAN_ID}-01-later`, true],
  ])('reads %s', (text, isSampled) => {
    expect(parseTraceparent(text)).toEqual(parent(isSampled))
  })

  it.each([
    undefined,
    null,
    ['a', 'b'],
    '',
    'none',
    `ff-${TRACE_ID}-${SPAN_ID}-01`,
    `00-${TRACE_ID}-${SPAN_ID}-01-later`,
    `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`,
    `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `00-${TRACE_ID}-${SPAN_ID}`,
  ])('ignores %s', (value) => {
    expect(parseTraceparent(value)).toBeNull()
  })

  it('writes what it reads', () => {
    for (const isSampled of [true, false]) {
      const [traceId, spanId] = [newTraceId(), newSpanId()]
      expect(parseTraceparent(traceparentOf(traceId, spanId, isSampled))).toEqual({ traceId, spanId, isSampled })
    }
  })
})

describe('sampling', () => {
  it('leaves the decision to the caller, if one sent it', () => {
    for (const ratio of [0, 0.5, 1]) {
      const sampler = { parentBased: true, ratio }
      expect(sampleTrace(sampler, parent(true))).toEqual({ traceId: TRACE_ID, parentSpanId: SPAN_ID })
      expect(sampleTrace(sampler, parent(false))).toBeNull()
    }
  })

  it('decides itself with a sampler that is not based on the parent', () => {
    for (const isSampled of [true, false]) {
      const own = parent(isSampled)
      expect(sampleTrace({ parentBased: false, ratio: 1 }, own)).toEqual({ traceId: TRACE_ID, parentSpanId: SPAN_ID })
      expect(sampleTrace({ parentBased: false, ratio: 0 }, own)).toBeNull()
    }
  })

  it('decides the same about a trace id everywhere, and more traces with a higher ratio', () => {
    // 0xce929d0e0e473 of 2 ** 52 is 0.807 of the range, so a ratio above 0.193 records the trace.
    expect(isSampledTraceId(TRACE_ID, 0.19)).toBe(false)
    expect(isSampledTraceId(TRACE_ID, 0.2)).toBe(true)
    expect(isSampledTraceId(`${TRACE_ID.slice(0, 18)}${'f'.repeat(14)}`, 0.000_001)).toBe(true)
    for (const ends of ['0', 'f']) expect(isSampledTraceId(TRACE_ID.slice(0, 18) + ends.repeat(14), 1)).toBe(true)
    for (const ends of ['0', 'f']) expect(isSampledTraceId(TRACE_ID.slice(0, 18) + ends.repeat(14), 0)).toBe(false)
  })

  it('begins the share of the ratio, with ids that every process decides the same about', () => {
    const drawn = Array.from({ length: 4_000 }, () => sampleTrace(HALF, null))
    const begun = drawn.filter((trace) => trace !== null)
    // Six standard deviations of a fair coin.
    expect(Math.abs(begun.length - 2_000)).toBeLessThan(190)
    for (const { traceId, parentSpanId } of begun) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/)
      expect(parentSpanId).toBeNull()
      expect(isSampledTraceId(traceId, HALF.ratio)).toBe(true)
    }
    expect(new Set(begun.map(({ traceId }) => traceId)).size).toBe(begun.length)
    expect(sampleTrace({ parentBased: true, ratio: 0 }, null)).toBeNull()
    expect(sampleTrace({ parentBased: true, ratio: 1 }, null)).not.toBeNull()
  })
})
