import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptPack as promptPackShape } from '../../api/schemas/prompt-pack'
import { VERSIONS } from '../../api/terms/versions'
import type { Input } from '../../language/semantics/checked-input'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { binderOf, booleanClaim, enumClaim, LIBRARY, numberClaim, readDictionary, rulesetOf } from '../testing/claims'
import { claimSet } from '../testing/random-claims'
import { type Prompt, promptPack } from './prompt-pack'

const HASH = 'b'.repeat(64)

function packOf(...inputs: readonly Input[]) {
  return promptPack(rulesetOf(...inputs), LIBRARY, HASH, DEFAULT_BIND_LIMITS)
}

function promptOf(claim: Input): Prompt {
  return packOf(claim).prompts[0]!
}

/** Quoted strings, true, false, and numbers after "such as". */
function literalsIn(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false)\b|(?<=such as )-?\d[\d.e+-]*\d|(?<=such as )\d/g)].map(
    ([found]) => found,
  )
}

describe('a prompt', () => {
  it('needs no other prompt to be understood', () => {
    expect(
      promptOf({
        ...numberClaim('amount', 'USD', { range: ['0', '5000'] }),
        question: 'How much?',
        context: 'In all.',
      }),
    ).toEqual({
      claim: 'amount',
      data_type: 'numeric',
      question: 'How much?',
      context: 'In all.',
      unit: 'USD',
      range: { min: 0, max: 5000 },
      undetermined_value: 'unknown',
      answer_format:
        'Answer with one JSON string: the number, one space, the unit, such as "12 USD". USD is the expected unit; if the text uses another one, keep the number and the unit of the text and convert nothing. Write plain digits with an optional minus and a decimal point: no thousands separator, no plus sign, no rounding. Values from 0 to 5000 USD are expected; if the text states one outside, answer it unchanged.',
      unknown_rule:
        'Use only what the text states. If it does not state this, or states it in a way that leaves the value open, answer the JSON string "unknown". Never guess, never take a usual value, never leave the claim out.',
    })
  })

  it('names null if the vocabulary has a member unknown', () => {
    const prompt = promptOf(enumClaim('state', ['known', 'unknown']))
    expect(prompt.undetermined_value).toBeNull()
    expect(prompt.unknown_rule).toContain('answer JSON null')
    expect(prompt).toMatchObject({ vocabulary: ['known', 'unknown'], ordered_vocabulary: false })
  })

  it('says that an ordered vocabulary is in order', () => {
    const prompt = promptOf(enumClaim('level', ['low', 'high'], true))
    expect(prompt.ordered_vocabulary).toBe(true)
    expect(prompt.answer_format).toContain('"low", "high". They are written from lowest to highest.')
  })

  it('says in which unit a bare number is read', () => {
    const prompt = promptOf(numberClaim('fee', null, { adopted: 'USD' }))
    expect(prompt.answer_format).toContain('The number is read in USD')
    expect(prompt).not.toHaveProperty('unit')
  })

  it('refers to a long vocabulary instead of repeating it', () => {
    const members = Array.from({ length: 60 }, (_, i) => `member ${i}`)
    const prompt = promptOf(enumClaim('country', members))
    expect(prompt.answer_format).not.toContain('member 7')
    expect(prompt.vocabulary).toEqual(members)
  })

  it('shows only answers that check accepts', () => {
    fc.assert(
      fc.property(claimSet, (inputs) => {
        for (const [index, prompt] of packOf(...inputs).prompts.entries()) {
          const input = inputs[index]!
          const shown = literalsIn(prompt.answer_format)
          expect(shown.length).toBeGreaterThan(0)
          for (const literal of [...shown, JSON.stringify(prompt.undetermined_value)]) {
            const json = `{${JSON.stringify(input.name)}: ${literal}}`
            expect(binderOf([input]).bind(readDictionary(json)), json).toMatchObject({ ok: true })
          }
        }
      }),
    )
  })

  it('has an undetermined value that leaves the claim unbound', () => {
    fc.assert(
      fc.property(claimSet, (inputs) => {
        const sent = packOf(...inputs).prompts.map((prompt) => [prompt.claim, prompt.undetermined_value])
        const answer = binderOf(inputs).bind(readDictionary(JSON.stringify(Object.fromEntries(sent))))
        expect(answer).toMatchObject({ ok: true, bound: [], unbound: inputs.map((input) => input.name) })
      }),
    )
  })
})

it('the pack fits the contract for all claims', { tags: 'thorough' }, () => {
  fc.assert(
    fc.property(claimSet, (inputs) => {
      const payload = JSON.parse(JSON.stringify({ ok: true, ...packOf(...inputs), versions: VERSIONS }))
      expect(promptPackShape.safeParse(payload).error).toBeUndefined()
    }),
  )
})

it('a ruleset without claims has a pack without prompts', () => {
  expect(packOf(booleanClaim('open', { kind: 'local' }))).toMatchObject({
    prompts: [],
    claim_schema: { properties: {}, required: [], additionalProperties: false },
  })
})
