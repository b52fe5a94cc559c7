/** Programs and people read of a text what the author wrote, and never the kinds that the engine tells apart. */
import { expect, it } from 'vitest'
import { builtInLibrary } from '../../language/units/unit-library'
import { createBinder } from '../claims/binder'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { compileText } from '../testing/ask'
import { seededRandom } from '../testing/random-rules'
import { RandomTexts } from '../testing/random-texts'
import { claimsOf, formsBeyondSchema, undeterminedForms, valueForms } from './claim-facts'
import { claimSchema } from './claim-schema'
import { buildManifest } from './manifest'
import { promptPack } from './prompt-pack'
import { renderReview } from './review'

const LIBRARY = builtInLibrary()
const ruleset = compileText(`version 1.4;
vocabulary states = {"TX", "CA"};
shape zip = "[0-9]{5}";
declare street as text or {"NA"};
declare city as text ignoring case;
declare state as enum states ignoring case;
assert r { And(Or(street == "NA", Length(street) > 2), city == "Bonn", state == "TX", Not(Matches(street, zip))) };
`)

it('in the manifest, the prompts, the schema and the review', () => {
  expect(buildManifest(ruleset, 'hash').claims).toMatchInlineSnapshot(`
    [
      {
        "claim": "street",
        "codes": [
          "NA",
        ],
        "data_type": "text",
        "question": "Street: what is written?",
        "required": true,
        "unknown_allowed": true,
      },
      {
        "claim": "city",
        "data_type": "text",
        "ignoring_case": true,
        "question": "City: what is written?",
        "required": true,
        "unknown_allowed": true,
      },
      {
        "claim": "state",
        "data_type": "enum",
        "ignoring_case": true,
        "ordered": false,
        "question": "State: which of these: "TX", "CA"?",
        "required": true,
        "unknown_allowed": true,
        "vocabulary": [
          "TX",
          "CA",
        ],
      },
    ]
  `)
  const pack = promptPack(ruleset, LIBRARY, 'hash', DEFAULT_BIND_LIMITS)
  expect(pack.prompts.map(({ answer_format, unknown_rule }) => [answer_format, unknown_rule])).toMatchInlineSnapshot(`
    [
      [
        "Answer with a JSON string: the words of the text exactly as they stand there, without additions and without corrections. If the text gives one of these codes instead, answer it as it stands: "NA".",
        "Use only what the text states. If it does not state this, or states it in a way that leaves the value open, answer the JSON string "unknown". Never guess, never take a usual value, never leave the claim out.",
      ],
      [
        "Answer with a JSON string: the words of the text exactly as they stand there, without additions and without corrections.",
        "Use only what the text states. If it does not state this, or states it in a way that leaves the value open, answer the JSON string "unknown". Never guess, never take a usual value, never leave the claim out.",
      ],
      [
        "Answer with exactly one of these JSON strings, spelt as it stands: "TX", "CA".",
        "Use only what the text states. If it does not state this, or states it in a way that leaves the value open, answer the JSON string "unknown". Never guess, never take a usual value, never leave the claim out.",
      ],
    ]
  `)
  expect(pack.validation_contract.claims).toMatchInlineSnapshot(`
    [
      {
        "accepts": [
          {
            "example": "as it stands",
            "form": "JSON string: the text as it stands",
          },
          {
            "example": "NA",
            "form": "JSON string: a code of the claim, spelt exactly so",
          },
          {
            "example": "unknown",
            "form": "the JSON string unknown: undetermined",
          },
          {
            "example": null,
            "form": "JSON null: undetermined",
          },
        ],
        "accepts_beyond_schema": [],
        "claim": "street",
        "data_type": "text",
        "rules": [
          {
            "expected": "a value: a text, or the code "NA", or "unknown" where it cannot be determined",
            "rule": "missing",
          },
          {
            "expected": "a JSON string: a text, or the code "NA", or "unknown" where it cannot be determined",
            "rule": "type",
          },
        ],
        "undetermined_value": "unknown",
      },
      {
        "accepts": [
          {
            "example": "as it stands",
            "form": "JSON string: the text as it stands",
          },
          {
            "example": "unknown",
            "form": "the JSON string unknown: undetermined",
          },
          {
            "example": null,
            "form": "JSON null: undetermined",
          },
        ],
        "accepts_beyond_schema": [],
        "claim": "city",
        "data_type": "text",
        "rules": [
          {
            "expected": "a value: a text, or "unknown" where it cannot be determined",
            "rule": "missing",
          },
          {
            "expected": "a JSON string: a text, or "unknown" where it cannot be determined",
            "rule": "type",
          },
        ],
        "undetermined_value": "unknown",
      },
      {
        "accepts": [
          {
            "example": "TX",
            "form": "JSON string: a member of the vocabulary, in any case",
          },
          {
            "example": "unknown",
            "form": "the JSON string unknown: undetermined",
          },
          {
            "example": null,
            "form": "JSON null: undetermined",
          },
        ],
        "accepts_beyond_schema": [],
        "claim": "state",
        "data_type": "enum",
        "rules": [
          {
            "expected": "a value: one of "TX", "CA", or "unknown" where it cannot be determined",
            "rule": "missing",
          },
          {
            "expected": "a JSON string: one of "TX", "CA", or "unknown" where it cannot be determined",
            "rule": "type",
          },
          {
            "expected": "a member of the vocabulary: "TX", "CA", or "unknown" where it cannot be determined",
            "rule": "vocabulary",
          },
        ],
        "undetermined_value": "unknown",
      },
    ]
  `)
  expect(claimSchema(ruleset).properties).toMatchInlineSnapshot(`
    {
      "city": {
        "description": "City: what is written?",
        "examples": [
          "as it stands",
          "unknown",
        ],
        "type": [
          "string",
          "null",
        ],
      },
      "state": {
        "description": "State: which of these: "TX", "CA"?",
        "examples": [
          "TX",
          "unknown",
        ],
        "pattern": "^(unknown|(T|t)(X|x)|(C|c)(A|a))$",
        "type": [
          "string",
          "null",
        ],
      },
      "street": {
        "description": "Street: what is written?",
        "examples": [
          "as it stands",
          "unknown",
        ],
        "type": [
          "string",
          "null",
        ],
      },
    }
  `)
  expect(renderReview(ruleset)).toMatchInlineSnapshot(`
    "R: 1 assertion about 3 claims (street, city and state).

    ASSERTIONS
    Each assertion gets a result of its own: TRUE when what it states is so, FALSE when it is not. There is no combined verdict. Where unknown answers leave it open, the result is UNKNOWN (the policy neutral), unless the assertion names another policy.

    1.  R (r)
        States: all of the following hold:
            (1) either street is "NA" or the number of characters of street is more than 2 (or both)
            (2) city is "Bonn"
            (3) state is "TX"
            (4) street does not match the shape ‘zip’
        A comparison of numbers or dates is not met where a claim that it compares or calculates with is one of its codes.
        Reads: street, city, state.

    DEFINITIONS
    Terms that the rules use; in their sentences they stand in quotation marks.

    -   ‘states’ (states)
        Vocabulary: "TX" and "CA".

    -   Shape ‘zip’
        A text has to match the pattern "[0-9]{5}" from its first to its last character.

    CLAIMS
    What is asked about each case. Every answer may also be given as unknown. A range only refuses answers outside it and decides nothing.

    1.  Street (street)
        Standard question: Street: what is written?
        Answer: a text, or the code "NA".

    2.  City (city)
        Standard question: City: what is written?
        Answer: a text, in which the case does not count.

    3.  State (state)
        Standard question: State: which of the answers below?
        Answer: one of those listed in ‘states’, in no order; the case does not count.
    "
  `)
})

it('accepts every form that it shows', () => {
  const binder = createBinder(ruleset, LIBRARY, DEFAULT_BIND_LIMITS)
  const complete = { street: '', city: '', state: 'TX' }
  for (const claim of claimsOf(ruleset))
    for (const { example } of [...valueForms(claim), ...undeterminedForms(claim), ...formsBeyondSchema(claim, LIBRARY)])
      expect(binder.bind({ ...complete, [claim.name]: example }).ok).toBe(true)
  const { pattern = '' } = claimSchema(ruleset).properties.state ?? {}
  for (const state of ['TX', 'tx', 'cA', 'unknown', 'TXX', 'ŧx'])
    expect([state, new RegExp(pattern, 'u').test(state)]).toEqual([state, binder.bind({ ...complete, state }).ok])
})

it('names no kind of texts in any text about random rulesets', { tags: 'thorough' }, () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = compileText(new RandomTexts(seededRandom(seed)).rules(3).text)
    const { prompts } = promptPack(random, LIBRARY, 'hash', DEFAULT_BIND_LIMITS)
    const shown = [renderReview(random), JSON.stringify(prompts), JSON.stringify(buildManifest(random, 'hash'))]
    for (const text of shown) expect(text).not.toMatch(/text that (?:matches|does not)|blank text/)
  }
})
