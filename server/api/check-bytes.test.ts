import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json'
import { CheckBytes } from './check-bytes'
import { checkResult } from './schemas/check'

const text = fc.string({ unit: 'grapheme' })
const finding = fc.record({
  check: fc.constantFrom('TRUE' as const, 'FALSE' as const, 'UNKNOWN' as const, 'AMBIGUOUS' as const),
  reasonUnknown: fc.option(text),
  counterexample: fc.option(text),
  unbridged: fc.array(fc.record({ from: text, to: text }), { maxLength: 2 }),
})
const frame = fc.record({
  name: fc.stringMatching(/^[a-z_]{1,9}$/),
  policy: fc.constantFrom('neutral', 'optimistic', 'pessimistic'),
  source: text,
  note: fc.option(text),
  citations: fc.array(
    fc.record({ document: text, clause: text, words: text }, { requiredKeys: ['document', 'clause'] }),
    { maxLength: 2 },
  ),
  definitions: fc.subarray([0, 1, 2, 3]),
})
const definitions = fc.array(
  fc.record({ name: fc.stringMatching(/^[a-z_]{1,9}$/), value: fc.option(text), unit: fc.option(text) }),
  { minLength: 4, maxLength: 4 },
)
const name = fc.stringMatching(/^[a-z_]{1,9}$/)
const conversion = fc.record(
  {
    from: text,
    to: text,
    by: fc.constant('engine' as const),
    status: text,
    factor: fc.double({ noNaN: true, noDefaultInfinity: true }),
  },
  { requiredKeys: ['from', 'to', 'by', 'status'] },
)
const quantity = fc.record(
  { claim: name, submitted: text, bound: text, measured_in: fc.option(text), conversion },
  { requiredKeys: ['claim', 'submitted', 'bound', 'measured_in'] },
)
const claims = fc.record({
  bound: fc.array(name),
  unbound: fc.array(name),
  quantities: fc.array(quantity, { maxLength: 3 }),
})

it('renders the bytes that canonicalJson gives of the same object, and they fit the schema', {
  tags: 'thorough',
}, () => {
  const hash = 'a'.repeat(64)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(frame, finding), { maxLength: 4 }),
      claims,
      fc.option(fc.constant('b'.repeat(64))),
      definitions,
      (pairs, found, library, defined) => {
        const checks = new CheckBytes(
          hash,
          library,
          pairs.map(([fixed]) => fixed),
        )
        const findings = pairs.map(([, changing]) => changing)
        const bytes = checks.render(found, findings, defined)
        const parsed: unknown = JSON.parse(bytes)
        expect(canonicalJson(parsed as never)).toBe(bytes)
        const result = checkResult.parse(parsed)
        const listed = result.rules.flatMap(({ rule, assertions }) =>
          assertions.map(
            ({ name: assertion, citations: _citations, note: _note, definitions: _definitions, ...rest }) => ({
              ...{ rule, assertion },
              ...rest,
            }),
          ),
        )
        expect(JSON.stringify(checks.checkedAssertions(findings))).toBe(JSON.stringify(listed.map(inOrder)))
        expect(result.rules.map((rule) => rule.assertions[0]?.check)).toEqual(
          pairs.map(([, changing]) => changing.check),
        )
        expect(result.rules.map((rule) => rule.assertions[0]?.reason_unknown ?? null)).toEqual(
          pairs.map(([, changing]) => changing.reasonUnknown),
        )
        const [firstListed] = result.rules.flatMap(({ assertions }) => assertions)
        const [first] = pairs
        expect(firstListed?.note ?? null).toBe(first?.[0].note ?? null)
        expect(firstListed?.definitions ?? []).toEqual(first?.[0].definitions.map((place) => defined[place]) ?? [])
        expect(result.claims.bound).toEqual(found.bound)
        expect(result.claims.quantities ?? []).toEqual(
          found.quantities.map((entry) => JSON.parse(JSON.stringify(entry))),
        )
      },
    ),
  )
})

function inOrder({ rule, assertion, ...rest }: { rule: string; assertion: string }): object {
  return { rule, assertion, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) }
}
