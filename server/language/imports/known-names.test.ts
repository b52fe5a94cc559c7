import { expect, it } from 'vitest'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { importText, insertStatements } from './import-text'
import { knownNamesOf } from './known-names'

const namesIn = (text: string) => knownNamesOf(analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS))

it('are the claims and definitions with their kinds and units', () => {
  const text = `version 1.4;
declare zone as enum {"school", "home"};
declare speed as numeric "km/h";
// @unit rent USD
declare rent as numeric;
declare filed as date;
let fast = speed > 50 "km/h";
let twice = 2 * rent;
report fee "USD" = rent;
table fine first (zone) -> numeric "USD" { - => 10; };
assert a { fast };
`
  expect(namesIn(text)).toEqual([
    { name: 'zone', kind: 'text', unit: null },
    { name: 'speed', kind: 'numeric', unit: 'km/h' },
    { name: 'rent', kind: 'numeric', unit: 'USD' },
    { name: 'filed', kind: 'date', unit: null },
    { name: 'fast', kind: 'boolean', unit: null },
    { name: 'twice', kind: 'numeric', unit: 'USD' },
    { name: 'fee', kind: 'numeric', unit: 'USD' },
    { name: 'fine', kind: 'numeric', unit: 'USD' },
  ])
})

it('are known while the text has no assertion or another error, so that a second import declares nothing again', () => {
  const first = importText('speed [km/h],fine [USD]\n> 50,100\n-,0\n', [])
  if (!first.ok) throw new Error(first.problem)
  const text = insertStatements('version 1.4;\n', first.text)
  for (const broken of [text, `${text}assert a { fine < };\n`, `${text}let x = nothing;\n`]) {
    const second = importText('speed,points\n> 50,2\n-,0\n', namesIn(broken))
    expect(second.ok && second.text).toBe(
      `table points first (speed) -> numeric {\n  > 50 "km/h" => 2;\n  - => 0;\n};\n`,
    )
  }
})

it('are none in an empty or unreadable text', () => {
  for (const text of ['', 'version 1.4;', '{{{', 'declare', 'declare ;']) expect(namesIn(text)).toEqual([])
})
