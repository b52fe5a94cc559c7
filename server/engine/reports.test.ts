import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../language/text/limits'
import { builtInLibrary } from '../language/units/unit-library'
import { createBinder } from './claims/binder'
import { DEFAULT_BIND_LIMITS } from './claims/reading'
import { reportValues } from './reports'
import { openText } from './testing/open-text'

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }

function reported(text: string, claims: Record<string, unknown>) {
  const program = openText(`version 1.4;\n${text}`)
  const bound = createBinder(program.ruleset, builtInLibrary(), LIMITS).bind(claims)
  if (!bound.ok) throw new Error(JSON.stringify(bound))
  return reportValues(program, bound.known, bound.unbridged)
}

const FEE = `// @unit weight kg
declare weight as numeric;
declare is_member as boolean;
let base = If(weight <= 23 "kg", 0 "USD", 75 "USD");
report fee "USD" = If(is_member, base / 2, base);
assert accepted { weight <= 32 "kg" };
`

describe('a report', () => {
  it('has an exact value in its unit', () => {
    expect(reported(FEE, { weight: '30 kg', is_member: true })).toEqual([{ name: 'fee', unit: 'USD', value: '37.5' }])
  })

  it('is converted to the unit that it names', () => {
    const text =
      '// @unit weight kg\ndeclare weight as numeric;\nreport grams "g" = weight;\nassert a { weight > 1 "kg" };\n'
    expect(reported(text, { weight: '1.5 kg' })).toEqual([{ name: 'grams', unit: 'g', value: '1500' }])
  })

  it('counts a percentage of an amount in the unit of the amount', () => {
    const text = `declare income as numeric "USD";
declare rate as numeric "%/yr";
report tax = 7.5 "%" * income;
report net = income / 119 "%";
report interest = rate * 6 "mo" * income;
report square = rate * 1 "yr" * 20 "%";
assert a { income > 1 "USD" };
`
    expect(reported(text, { income: '52000 USD', rate: '4 %/yr' })).toEqual([
      { name: 'tax', unit: 'USD', value: '3900' },
      { name: 'net', unit: 'USD', value: '5200000/119' },
      { name: 'interest', unit: 'USD.mo/yr', value: '12480' },
      { name: 'square', unit: '%', value: '0.8' },
    ])
  })

  it('has its value if the unknown claims do not matter', () => {
    expect(reported(FEE, { weight: '3 kg', is_member: null })).toEqual([{ name: 'fee', unit: 'USD', value: '0' }])
  })

  it('names the unknown claims that leave it open', () => {
    expect(reported(FEE, { weight: null, is_member: null })).toEqual([
      {
        name: 'fee',
        unit: 'USD',
        value: null,
        dependsOn: ['weight', 'is_member'],
        possible: {
          from: { value: '0', included: true },
          to: { value: '75', included: true },
          values: ['0', '37.5', '75'],
        },
      },
    ])
  })

  it('does not name the claims of parts that are settled', () => {
    const text = `declare kind as enum {"a", "b"};
declare x as numeric;
declare y as numeric;
declare z as whole;
declare late as boolean;
declare days as list of numeric up to 2;
report branch = If(late, x, y);
report arm = CASE kind OF "a": x, DEFAULT: y + z END;
report choice = first { late => x; z > 5 => y; else => z };
report product = If(And(late, z > 0), y, x);
report most = If(late, Max(d in days, d), x);
table fine first (kind, z) -> numeric { "a" | > 3 => 1; - | > 9 => 2; "b" | - => 3; else => 4 };
report charged = fine * x;
assert a { Or(late, x > 1, y > 1, kind == "a") };
`
    const depends = (claims: Record<string, unknown>) =>
      Object.fromEntries(
        reported(text, { kind: null, x: null, y: null, z: null, late: null, days: null, ...claims }).map(
          ({ name, value, dependsOn }) => [name, dependsOn?.join(' ') ?? `is ${value}`],
        ),
      )
    expect(depends({ late: true, kind: 'a' })).toEqual({
      branch: 'x',
      arm: 'x',
      choice: 'x',
      product: 'x y z',
      most: 'days',
      charged: 'x z',
    })
    expect(depends({ late: false, kind: 'b', z: '4' })).toEqual({
      branch: 'y',
      arm: 'y',
      choice: 'is 4',
      product: 'x',
      most: 'x',
      charged: 'x',
    })
    expect(depends({ days: ['1', null], late: true }).most).toBe('days[2]')
  })

  it('names a claim with codes once, and an unknown list without its entries', () => {
    const text = `declare paid_on as date or {"never"};
declare days as list of date up to 3;
report last_day = Max(d in days, d);
report is_late = paid_on > last_day;
assert in_time { Not(is_late) };
`
    expect(reported(text, { paid_on: null, days: null }).map(({ dependsOn }) => dependsOn)).toEqual([
      ['days'],
      ['paid_on', 'days'],
    ])
    expect(reported(text, { paid_on: '2025-01-31', days: [null] })[1]?.dependsOn).toEqual(['days[1]'])
  })

  it('does not blame a date that stays in the calendar', () => {
    const text = `month_end last;
declare day as date;
declare days as numeric "d";
let later = EndOfMonth(day + 1 "mo") - 2 "wk";
parameter limit "USD" by later { 2025-01-01: 5; };
report known "USD" = limit;
report moved = Year(day + days);
assert low { limit <= 9 "USD" };
`
    expect(reported(text, { day: '2024-01-31', days: '1/2 d' }).map(({ noValue }) => noValue)).toEqual([
      'It has no value, because the parameter limit has no value before 2025-01-01.',
      'It has no value, because a date is moved by a fraction of a month or out of the calendar.',
    ])
  })

  it('shows an instant in UTC, exactly, and a date at the offset that it names', () => {
    const text = `declare received as timestamp;
declare sent as timestamp or {"never"};
report deadline = received + 72 "h";
report seventh = received + 1 "h" / 7;
report day = DateOf(sent, "+01:00");
report taken "min" = sent - received;
report far = received + 1e12 "h";
assert a { sent <= deadline };
`
    const received = '2026-03-01T09:30:00+01:00'
    expect(reported(text, { received, sent: '2026-03-04T23:30:00.5Z' })).toEqual([
      { name: 'deadline', unit: null, value: '2026-03-04T08:30:00Z' },
      { name: 'seventh', unit: null, value: '2026-03-01T08:38:34Z + 2/7 s' },
      { name: 'day', unit: null, value: '2026-03-05' },
      { name: 'taken', unit: 'min', value: '626401/120' },
      { name: 'far', unit: null, value: null, noValue: 'It is no instant that the calendar reaches.' },
    ])
    expect(reported(text, { received, sent: 'never' })[2]).toEqual({
      name: 'day',
      unit: null,
      value: null,
      noValue: 'It has no value, because a code stands where a timestamp is needed.',
    })
  })

  it('says that it divides by zero', () => {
    const text = 'declare x as numeric;\ndeclare y as numeric;\nreport share = y / x;\nassert a { x > 1 };\n'
    expect(reported(text, { x: 0, y: null })).toEqual([
      { name: 'share', unit: null, value: null, noValue: 'It has no value, because something is divided by zero.' },
    ])
  })

  it('may be a member or a truth value, and an assertion may use it', () => {
    const text = `declare kind as enum {"meal", "hotel"};
declare days as numeric;
report reason = If(days > 3, "too long", "approved");
report is_meal = kind == "meal";
assert approved { And(reason == "approved", is_meal) };
`
    expect(reported(text, { kind: 'hotel', days: 5 })).toEqual([
      { name: 'reason', unit: null, value: 'too long' },
      { name: 'is_meal', unit: null, value: 'false' },
    ])
  })

  it('has no value if nothing converts the submitted unit', () => {
    const text =
      '// @unit paid USD\ndeclare paid as numeric;\nreport twice "USD" = paid * 2;\nassert a { paid > 1 "USD" };\n'
    expect(reported(text, { paid: '5 EUR' })).toEqual([
      {
        name: 'twice',
        unit: 'USD',
        value: null,
        noValue: 'paid was submitted in EUR, and nothing converts that to USD.',
      },
    ])
  })

  it('has a value if the unit that does not convert is in a branch that is not taken', () => {
    const text = `declare score as whole or {"blank"} else "invalid";
declare loan as numeric "USD";
assert score_valid { score != "invalid" };
assert small { loan <= 100 "USD" };
report reason = FirstFailed(score_valid, small) else "approved";
report big "USD" = If(score == "invalid", 0 "USD", loan);
`
    expect(reported(text, { score: 'invalid', loan: '5 EUR' })).toEqual([
      { name: 'reason', unit: null, value: 'score_valid' },
      { name: 'big', unit: 'USD', value: '0' },
    ])
    const noValue = 'loan was submitted in EUR, and nothing converts that to USD.'
    expect(reported(text, { score: 1, loan: '5 EUR' })).toEqual([
      { name: 'reason', unit: null, value: null, noValue },
      { name: 'big', unit: 'USD', value: null, noValue },
    ])
    const mixed = 'declare b as boolean;\ndeclare n as numeric "USD";\n'
    const own = `${mixed}report r "USD" = If(b, n, 5 "EUR");\nassert a { Or(b, n > 1 "USD") };\n`
    expect(reported(own, { b: true, n: '1 USD' })[0]!.value).toBeNull()
  })

  it('says why it may have no value', () => {
    const text = 'declare x as numeric;\ndeclare filed as date;\n'
    const open = { x: null, filed: '2026-01-31' }
    const reason = (report: string) =>
      reported(`${text}${report}assert a { And(x > 0, filed > 2020-01-01) };\n`, open)[0]
    expect(reason('report share = 1 / x;\n')).toMatchObject({
      possible: { from: null, to: null },
      orNoValue: 'It may have no value, because something is divided by zero.',
    })
    expect(reason('report due = filed + Floor(x) * 1 "d";\n')).toMatchObject({
      orNoValue: 'It may have no value, because it is then no day that the calendar reaches.',
    })
  })

  it('is not worked out, the same way each time, if it is too hard', () => {
    const many = Array.from({ length: 40 }, (_, i) => `If(a * b > ${i}, a * b, b)`).join(' + ')
    const text = `declare a as numeric;\ndeclare b as numeric;\nreport r = ${many};\nassert x { a > 1 };\n`
    const [first, again] = [reported(text, { a: null, b: null }), reported(text, { a: null, b: null })]
    expect(first).toEqual(again)
    expect(first[0]).toMatchObject({ possible: null, dependsOn: ['a', 'b'] })
  })
})

it('says between which instants a report is', () => {
  const text = `declare received as timestamp;
declare days as whole;
// @range days 1..3
report deadline = received + days * 24 "h";
report day = DateOf(deadline, "Z");
assert a { days > 1 };
`
  const [deadline, day] = reported(text, { received: '2026-03-01T09:30:00+01:00', days: null })
  expect(deadline?.possible).toEqual({
    from: { value: '2026-03-02T08:30:00Z', included: true },
    to: { value: '2026-03-04T08:30:00Z', included: true },
  })
  expect([day?.value, day?.dependsOn]).toEqual([null, ['days']])
  const [anyTime] = reported(text, { received: null, days: '1' })
  expect(anyTime?.possible).toMatchObject({ from: { included: true }, to: { included: true } })
})
