import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Report } from '../messages/report'
import { analyseRuleset } from '../semantics/analyse'
import { lexText } from '../syntax/lexer'
import { strewBlanks } from '../testing/mutations'
import { withoutSpans } from '../testing/outline'
import { randomRuleset } from '../testing/random-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { formatRuleset } from './format'

const LIBRARY = builtInLibrary()
const POLICIES = join(import.meta.dirname, '../../testing/golden/policies')

function tokensOf(text: string): string[] {
  const { starts, ends, count } = lexText(text, new Report())
  return Array.from({ length: count }, (_, i) => text.slice(starts[i], ends[i]))
}

function commentsOf(text: string): string[] {
  return lexText(text, new Report()).comments.map((comment) => comment.text.replace(/\r\n?/g, '\n').trimEnd())
}

/** The meaning of a ruleset, with conditions compared token by token. Other lines of a library have another hash. */
function meaning(text: string) {
  const { ruleset } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  expect(ruleset).not.toBeNull()
  const inTokens = <T extends { readonly source: string }>(part: T) => ({ ...part, source: tokensOf(part.source) })
  const [assertions, reports] = [ruleset?.assertions.map(inTokens), ruleset?.reports.map(inTokens)]
  return withoutSpans({ ...ruleset, assertions, reports, shares: ruleset?.shares?.names })
}

function holds(text: string): void {
  const formatted = formatRuleset(text)
  expect(tokensOf(formatted)).toEqual(tokensOf(text))
  expect(commentsOf(formatted)).toEqual(commentsOf(text))
  expect(formatRuleset(formatted)).toBe(formatted)
  expect(meaning(formatted)).toEqual(meaning(text))
  expect(formatted.split('\n').filter((line) => /\s$/.test(line))).toEqual([])
}

describe('formatting', () => {
  it('keeps tokens, comments and meaning, and changes nothing more the second time', { tags: 'thorough' }, () => {
    // The lines of a used library have no other blanks.
    const own = randomRuleset({ depth: 4 }).filter((text) => !text.includes('use "'))
    const texts = own.chain(strewBlanks)
    fc.assert(fc.property(texts, holds), { numRuns: 150 })
  })

  it.each(readdirSync(POLICIES).filter((name) => !name.includes('.')))('keeps the meaning of the policy %s', (name) => {
    holds(readFileSync(join(POLICIES, name, 'ruleset.tsr'), 'utf8'))
  })

  it('returns a text with a syntax error unchanged', () => {
    const text = 'assert  a {   x >   };\n'
    expect(formatRuleset(text)).toBe(text)
  })

  it('has a canonical layout', () => {
    const text = `version   1.3 ;
declare kind as enum{"meal","hotel"} ;  // what it is for
declare size as enum [ "small" , "large" ] ; declare amount as numeric;
declare has_id as boolean;


// The cap.
assert cap[neutral]{And(amount<= - 75,Not( has_id ),IsMember(kind,{"meal" ,"hotel"}))};
assert spread {
  amount - -5 < 3 };
assert long { Or(And(amount > 100, kind == "meal", size == "small"), And(amount > 1000, kind == "hotel", size == "large")) };
assert chosen { IF has_id THEN amount < 5 ELSE CASE kind OF "meal": amount < 100, "hotel": amount < 1000, DEFAULT: False END END };
assert other { CASE size OF
  "small": amount < 1, // tiny
  "large": (amount + 1) * 2 < 3 END };
assert none { IsSubset({}, {/* nothing */ 1}) };
`
    expect(formatRuleset(text)).toBe(`version 1.3;
declare kind as enum {"meal", "hotel"}; // what it is for
declare size as enum ["small", "large"];
declare amount as numeric;
declare has_id as boolean;

// The cap.
assert cap [neutral] { And(amount <= -75, Not(has_id), IsMember(kind, { "meal", "hotel" })) };
assert spread {
  amount - -5 < 3
};
assert long {
  Or(
    And(amount > 100, kind == "meal", size == "small"),
    And(amount > 1000, kind == "hotel", size == "large")
  )
};
assert chosen {
  IF has_id THEN
    amount < 5
  ELSE
    CASE kind OF "meal": amount < 100, "hotel": amount < 1000, DEFAULT: False END
  END
};
assert other {
  CASE size OF
    "small": amount < 1, // tiny
    "large": (amount + 1) * 2 < 3
  END
};
assert none { IsSubset({}, { /* nothing */ 1 }) };
`)
  })

  it('lays out the codes of a claim like a vocabulary, and the last row of a table below the others', () => {
    const text = `version 1.4;
declare paid_on as date or {"never" , "later"};
declare codes as list of enum {"1","2"} up to 2;
table fee first(paid_on, codes_given)->numeric "USD"{
>= 2025-01-31|True=>10;
"never"|-=>20;
else=>0;
};
`
    expect(formatRuleset(text)).toBe(`version 1.4;
declare paid_on as date or {"never", "later"};
declare codes as list of enum {"1", "2"} up to 2;
table fee first (paid_on, codes_given) -> numeric "USD" {
  >= 2025-01-31 | True => 10;
  "never"       | -    => 20;
  else                 => 0;
};
`)
  })

  it('puts blanks around a minus after a field', () => {
    const text = 'version 1.4;\ndeclare a as record { x as numeric };\nassert b { a.x - Max(a.x, 1) - 2 >= -a.x };\n'
    expect(formatRuleset(text)).toBe(text)
  })
})
