import { expect, it } from 'vitest'
import { FALSE, NONE, TRUE } from '../../engine/core/value'
import { compileText } from '../../engine/testing/ask'
import { TwoReadings } from '../../engine/testing/two-readings'
import { builtInLibrary } from '../../language/units/unit-library'
import { joinRulesets } from '../comparison/joined-rulesets'
import { type Fact, factObligation, pairObligation } from './facts'
import { obligationFile } from './obligation'

const HASH = 'ab'.repeat(32)

function fileOf(source: string, fact: Fact, withinRanges = true) {
  return obligationFile(factObligation(compileText(source), HASH, fact, withinRanges))
}

const never = (outcomes: number, assertion = 0): Fact => ({ kind: 'never', assertion, outcomes })

const HOTEL = `
// @unit rate USD
// @range rate 0..200
declare rate as numeric;
declare city as enum {"new_york", "elsewhere"};
declare nights as numeric;
let limit = If(city == "new_york", 350 "USD", 250 "USD");
assert within_limit { rate <= limit };
assert shared { And(city == "elsewhere", 100 "USD" / nights < limit) };
`

it('says what is proved, about which ruleset, and how to read the answer', () => {
  expect(fileOf(HOTEL, never(FALSE)).text).toBe(`; Proved: The assertion within_limit cannot be FALSE.
; The ruleset: sha256 ${HASH}
; Each claim has any value of its type within its @range. A number is a real number.
; The expected answer is unsat: no values of the claims make all that is asserted here true. The
;   answer sat disproves the title.
(set-info :smt-lib-version 2.6)
(set-logic QF_LIRA)

; The members of vocabularies, as whole numbers.
(define-fun |"new_york"| () Int 0)
(define-fun |"elsewhere"| () Int 1)

; The claims.
; rate: numeric in USD
(declare-const rate Real)
(assert (<= 0.0 rate))
(assert (<= rate 200.0))
; city: enum {"new_york", "elsewhere"}
(declare-const city Int)
(assert (and (<= |"new_york"| city) (<= city |"elsewhere"|)))

; The definitions, and parts that are used several times.
(define-fun limit () Real (ite (= city |"new_york"|) 350.0 250.0))

; The contrary of what is proved: the condition is FALSE.
(assert (not (<= rate limit)))
(check-sat)
(exit)
`)
})

it('states whether something has a value, and asks for all three outcomes', () => {
  const text = fileOf(HOTEL, never(NONE, 1), false).text
  expect(text).toContain('; Each claim has any value of its type, also outside @range. A number is a real number.')
  expect(text).toContain('; The contrary of what is proved: the condition has no value.')
  expect(text).toContain('(declare-const nights Real)\n')
  expect(text).toContain('(not (= nights 0.0))')
  const always = fileOf('declare a as boolean; assert so { Or(a, Not(a)) };', never(FALSE | NONE))
  expect(always.text).toContain('(set-logic QF_UF)')
  expect(always.text).toContain('; Proved: The assertion so is always TRUE.')
  expect(always.text).toContain('(assert (not (or a (not a))))')
})

const logicOf = (condition: string) =>
  fileOf(
    `declare x as numeric; declare y as numeric; declare k as enum {"a", "b"}; declare t as boolean;
    let rate = CASE k OF "a": 0.1, "b": 0.2 END; assert it { ${condition} };`,
    never(FALSE),
  ).logic

it('names the smallest logic', () => {
  expect(logicOf('t')).toBe('QF_UF')
  expect(logicOf('k == "a"')).toBe('QF_LIA')
  expect(logicOf('x < 2 * y')).toBe('QF_LRA')
  expect(logicOf('x < 1 / 3 * y')).toBe('QF_LRA')
  expect(logicOf('x % 12 == 0')).toBe('QF_LIRA')
  // A choice among constants is a factor like a constant.
  expect(logicOf('x < rate * y')).toBe('QF_LIRA')
  expect(logicOf('x / rate < y')).toBe('QF_LIRA')
  expect(logicOf('x * y < 2')).toBe('QF_NRA')
  expect(logicOf('x / y < 2')).toBe('QF_NRA')
  expect(logicOf('x % y < 2')).toBe('QF_NIRA')
})

it('gives common claims one name, and separates those of the earlier ruleset', () => {
  const before = compileText(HOTEL)
  const after = compileText(HOTEL.replaceAll('nights', 'days').replace('350', '360'))
  const joined = joinRulesets(before, after, builtInLibrary())
  const compared = { joined, hashes: { before: HASH, after: 'cd'.repeat(32) } }
  const text = obligationFile(pairObligation(compared, { before: 1, after: 1 }, 'no difference', true)).text
  expect(text).toContain(
    '; Proved: The assertion shared has the same outcome in both rulesets in every completion of the',
  )
  expect(text).toContain(`; The ruleset before: sha256 ${HASH}\n; The ruleset after: sha256 ${'cd'.repeat(32)}\n`)
  expect(text).toContain('(declare-const days Real)')
  expect(text).toContain('(declare-const |nights (before)| Real)')
  expect(text).toContain('(define-fun limit () Real')
  expect(text).toContain('(define-fun |limit (before)| () Real')
})

const readings = new TwoReadings(200_000)

it('accepts names that SMT-LIB uses itself, and members with any characters', () => {
  const source = `declare mod as boolean; declare abs as numeric; declare Int as boolean;
    declare let2 as enum {"a|b", "a\\\\b", "a{U+7C}b", "ü", "", "mod"};
    let ite = And(mod, Int);
    assert it { Or(ite, abs > 3, let2 == "a|b", let2 == "a{U+7C}b", let2 == "ü", let2 == "", let2 != "mod") };`
  const { text } = fileOf(source, never(FALSE))
  expect(text).toContain('(declare-const |mod (claim)| Bool)')
  expect(text).toContain('(declare-const |abs (claim)| Real)')
  expect(text).toContain('(define-fun |ite (definition)| () Bool (and |mod (claim)| |Int (claim)|))')
  expect(text).toContain('(define-fun |"a{U+7C}b"| () Int 0)')
  expect(text).toContain('(define-fun |"a{U+7C}b" (2)| () Int 2)')
  expect(text).toContain('(define-fun |"{U+FC}"| () Int 3)')
  expect(readings.ofText(text)).toBe('sat')
})

it('prints long chains of definitions, of numbers and of sets, without nesting', { tags: 'thorough' }, () => {
  const count = 1_000
  const chain = Array.from({ length: count }, (_, i) => `let n${i + 1} = n${i} + 1;`).join('\n')
  const { text } = fileOf(`declare n0 as numeric;\n${chain}\nassert far { n${count} > n0 };`, never(FALSE))
  expect(readings.ofText(text)).toBe('unsat')
  const sets = Array.from({ length: 60 }, (_, i) => `let s${i + 1} = Union(s${i}, {x + ${i}});`).join('\n')
  const source = `declare x as numeric;\nlet s0 = {x};\n${sets}\nassert in_it { IsMember(x + 59, s60) };`
  expect(readings.ofText(fileOf(source, never(FALSE)).text)).toBe('unsat')
})

it('compares members in an order that another vocabulary disturbs', () => {
  const source = `declare one as enum ["low", "mid", "high"]; declare two as enum {"high", "low", "mid"};
    declare three as enum ["high", "mid", "low"];
    assert it { Implies(And(one >= "mid", one <= "mid"), one == "mid") };
    assert other { Implies(And(three > "high", three < "low"), three == "mid") };
    assert wrong { Implies(three >= "mid", three == "mid") };`
  expect(readings.ofText(fileOf(source, never(FALSE, 0)).text)).toBe('unsat')
  expect(readings.ofText(fileOf(source, never(FALSE, 1)).text)).toBe('unsat')
  expect(readings.ofText(fileOf(source, never(FALSE, 2)).text)).toBe('sat')
})

it('states implications and contradictions, also between several assertions', () => {
  const source = `declare x as numeric; declare y as numeric;
    assert big { x > 10 }; assert small { x < 5 }; assert some { x > 3 }; assert sum { x + y > 8 }; assert rest { y < 0 };`
  const contradiction = fileOf(source, { kind: 'not-together', assertions: [0, 1] }).text
  expect(contradiction).toContain('; Proved: The assertions big and small cannot all be TRUE for one claim dictionary.')
  expect(readings.ofText(contradiction)).toBe('unsat')
  const implied = fileOf(source, { kind: 'implies', premises: [3, 4], consequence: 2 }).text
  expect(implied).toContain('; Proved: Where the assertions sum and rest are TRUE, the assertion some is TRUE.')
  expect(readings.ofText(implied)).toBe('unsat')
  expect(readings.ofText(fileOf(source, { kind: 'implies', premises: [3], consequence: 2 }).text)).toBe('sat')
  expect(readings.ofText(fileOf(source, never(TRUE)).text)).toBe('sat')
})
