/** Findings, offered cases and explanations of rules about texts: they name kinds of texts, and offer texts of that kind. */
import { expect, it } from 'vitest'
import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import { decideAll } from '../../engine/decide/decide'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { compileProgram } from '../../engine/evaluate/program'
import { startSolver } from '../../engine/testing/ask'
import { openRuleset } from '../../engine/testing/open-text'
import { seededRandom } from '../../engine/testing/random-rules'
import { RandomTexts } from '../../engine/testing/random-texts'
import { builtInLibrary } from '../../language/units/unit-library'
import { analyseRuleset } from '../analysis/analyse-ruleset'
import { alignTexts } from '../comparison/aligned-texts'
import { measureCoverage } from '../coverage/measure-coverage'
import { explainAnswers } from './explanation'

const source = `version 1.4;
shape uli = "[A-Z0-9]{5,9}" check mod97;
vocabulary states = {"TX", "CA"};
declare uli as text;
declare street as text or {"NA"};
declare state as enum states or {"NA"};
declare paid as boolean;
let texan = state == "TX";
assert uli_right { Or(Matches(uli, uli), Not(paid)) };
assert street_short { Or(street == "NA", And(IsGiven(street), Length(street) <= 3)) };
assert texas { Implies(And(texan, street == "Main"), paid) };
`
const ruleset = openRuleset(source)
const binder = createBinder(ruleset, builtInLibrary(), DEFAULT_BIND_LIMITS)
const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
const tools = { solver: startSolver(), mode: 'tiers', budget, meter: new Meter(1e9, 1e9) } as const

it('finds what follows from the length of a text, and gives examples', () => {
  const { findings, examples } = analyseRuleset({ source, ruleset }, { tools, form: 'full' })
  expect(findings.map(({ sentence }) => sentence)).toMatchInlineSnapshot(`
    [
      "“texas” is TRUE wherever “street_short” is TRUE, in every case, so it never fails alone. If that is intended, write // @intended texas and the reason above it; otherwise correct it or remove it.",
    ]
  `)
  expect(examples).toMatchInlineSnapshot(`
    [
      {
        "assertion": "uli_right",
        "falseWhen": {
          "claims": {
            "paid": true,
            "state": "TX",
            "street": "NA",
            "uli": "",
          },
          "sentence": "uli is a text that does not match uli and ‘paid’ is yes",
        },
        "trueWhen": {
          "claims": {
            "paid": true,
            "state": "TX",
            "street": "NA",
            "uli": "00001",
          },
          "sentence": "uli is a text that matches uli",
        },
      },
      {
        "assertion": "street_short",
        "falseWhen": {
          "claims": {
            "paid": false,
            "state": "TX",
            "street": "aaaa",
            "uli": "",
          },
          "sentence": "street is another text of 4 characters that is not blank",
        },
        "trueWhen": {
          "claims": {
            "paid": false,
            "state": "TX",
            "street": "aaa",
            "uli": "",
          },
          "sentence": "street is another text of 3 characters that is not blank",
        },
      },
      {
        "assertion": "texas",
        "falseWhen": {
          "claims": {
            "paid": false,
            "state": "TX",
            "street": "Main",
            "uli": "",
          },
          "sentence": "street is "Main", state is "TX" and ‘paid’ is no",
        },
        "trueWhen": {
          "claims": {
            "paid": false,
            "state": "TX",
            "street": "NA",
            "uli": "",
          },
          "sentence": "street is "NA"",
        },
      },
    ]
  `)
})

it('offers cases that are read as meant', () => {
  const { boundaryCases } = measureCoverage({ source, ruleset, cases: [], unbridged: new Map() } as never, tools)
  for (const { witness } of boundaryCases) expect(binder.bind(witness.claims as never).ok).toBe(true)
  expect(boundaryCases.map(({ why, witness }) => [why, witness.claims])).toMatchInlineSnapshot(`
    [
      [
        "uli decides alone: it is a text that does not match uli",
        {
          "paid": true,
          "state": "TX",
          "street": "NA",
          "uli": "",
        },
      ],
      [
        "uli decides alone: it is a text that matches uli",
        {
          "paid": true,
          "state": "TX",
          "street": "NA",
          "uli": "00001",
        },
      ],
      [
        "paid decides alone: it is no",
        {
          "paid": false,
          "state": "TX",
          "street": "NA",
          "uli": "",
        },
      ],
      [
        "the sides of “Length(street) <= 3” are equal",
        {
          "paid": false,
          "state": "TX",
          "street": "aaa",
          "uli": "",
        },
      ],
      [
        "the left side of “Length(street) <= 3” is one step above its right side",
        {
          "paid": false,
          "state": "TX",
          "street": "aaaa",
          "uli": "",
        },
      ],
      [
        "street decides alone: it is "Main"",
        {
          "paid": false,
          "state": "TX",
          "street": "Main",
          "uli": "",
        },
      ],
      [
        "street decides alone: it is a blank text",
        {
          "paid": false,
          "state": "TX",
          "street": "",
          "uli": "",
        },
      ],
      [
        "street decides alone: it is another text that is not blank",
        {
          "paid": false,
          "state": "TX",
          "street": "a",
          "uli": "",
        },
      ],
      [
        "state decides alone: it is "CA"",
        {
          "paid": false,
          "state": "CA",
          "street": "Main",
          "uli": "",
        },
      ],
      [
        "state decides alone: it is "NA"",
        {
          "paid": false,
          "state": "NA",
          "street": "Main",
          "uli": "",
        },
      ],
      [
        "paid decides alone: it is yes",
        {
          "paid": true,
          "state": "TX",
          "street": "Main",
          "uli": "",
        },
      ],
    ]
  `)
})

it('explains with kinds of texts', () => {
  const bound = binder.bind({ uli: 'sesame', street: 'Sesame Street', state: 'unknown', paid: true })
  if (!bound.ok) throw new Error('the claims are refused')
  const program = compileProgram(ruleset)
  const explanation = explainAnswers(
    { program, source, known: bound.known, unbridged: bound.unbridged },
    { assertion: null, fixed: new Set() },
    tools,
  )
  if (explanation === NEEDS_SOLVER) throw new Error('there is a solver')
  const shown = explanation.assertions.map(({ name, settledBy, wouldHoldIf, decisive }) => [
    name,
    ...[...settledBy, ...wouldHoldIf].map(({ sentence }) => sentence),
    ...decisive.map((part) => part.source),
  ])
  expect(JSON.stringify(explanation)).not.toContain('esame')
  expect(shown).toMatchInlineSnapshot(`
    [
      [
        "uli_right",
        "It would hold if uli were a text that matches uli (it is a text that does not match uli).",
        "It would hold if ‘paid’ were no (it is yes).",
        "Matches(uli, uli)",
        "paid",
      ],
      [
        "street_short",
        "It would hold if street were "NA" (it is another text that is not blank).",
        "street == "NA"",
        "Length(street) <= 3",
      ],
      [
        "texas",
        "street == "Main"",
      ],
    ]
  `)
})

it('keeps every answer when two rulesets get the kinds of both', { tags: 'thorough' }, () => {
  for (let seed = 0; seed < 25; seed++) {
    const random = seededRandom(seed)
    const texts = new RandomTexts(random)
    const pair = [texts.rules(3).text, texts.rules(3).text].map(openRuleset)
    const aligned = alignTexts(pair[0]!, pair[1]!)
    for (let nth = 0; nth < 12; nth++) {
      const claims = { ...texts.case(), ...(nth < 4 ? { x: 'unknown' } : {}) }
      for (const side of [0, 1]) {
        const [own, both] = [pair[side]!, aligned[side]!].map((each) => {
          const bound = createBinder(each, builtInLibrary(), DEFAULT_BIND_LIMITS).bind(claims)
          if (!bound.ok) throw new Error('the claims are refused')
          const results = decideAll(compileProgram(each), bound.known, bound.unbridged, tools)
          return results === 'needs solver' ? [] : results.map(({ check }) => check)
        })
        expect([seed, side, both]).toEqual([seed, side, own])
      }
    }
  }
})
