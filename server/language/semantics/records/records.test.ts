import { describe, expect, it } from 'vitest'
import { formatRuleset } from '../../format/format'
import { completeAt } from '../../service/complete'
import { hoverAt } from '../../service/hover'
import { printRuleset } from '../../syntax/print'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'

const LIBRARY = builtInLibrary()
const analyse = (text: string) => analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
const TEXT = `version 1.4;
// @column hazardous "Dangerous goods (y/n)"
declare hazardous as boolean default False;
declare weight as numeric "kg" default -1.5 "kg";
declare income as numeric "USD" or {"NA"} else "invalid" default "NA";
declare filed as date default 2026-01-31;
declare grade as enum {"low", "high"} default "low";
declare driver as list of { age as whole default 18, licence as boolean } up to 2;
// @column driver.age "Age of driver []"
// @column driver "Drivers"
assert a { And(hazardous, weight > 0 "kg", income > 0 "USD", filed > 2026-01-01, grade == "low") };
assert b { ForAll(d in driver, And(d.age >= 18, d.licence)) };
`

describe('columns and defaults', () => {
  it('are facts of each claim, and of the claims of every entry', () => {
    const { inputs, diagnostics } = analyse(TEXT)
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const facts = inputs.map(({ name, column, fallback }) => [
      name,
      column,
      fallback?.kind,
      fallback && String(fallback.value),
    ])
    expect(facts.filter(([, column, kind]) => column !== undefined || kind !== undefined)).toEqual([
      ['hazardous', 'Dangerous goods (y/n)', 'boolean', 'false'],
      ['weight', undefined, 'number', expect.anything()],
      ['income', undefined, 'text', 'NA'],
      ['filed', undefined, 'text', '2026-01-31'],
      ['grade', undefined, 'text', 'low'],
      ['driver', 'Drivers', undefined, undefined],
      ['driver[1].age', 'Age of driver []', 'number', expect.anything()],
      ['driver[2].age', 'Age of driver []', 'number', expect.anything()],
    ])
  })

  it('read back as they are printed and formatted', () => {
    const { syntax } = analyse(TEXT)
    expect(analyse(printRuleset(syntax)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(printRuleset(syntax)).toContain('declare weight as numeric "kg" default -1.5 "kg";')
    const untidy = 'version 1.4;\ndeclare  a  as boolean   default\nTrue ;\nassert b {a};\n'
    const tidy = formatRuleset(untidy, DEFAULT_LANGUAGE_LIMITS)
    expect(tidy).toContain('declare a as boolean default True;')
  })

  it('are ordinary words in older versions: @column is a comment there, and default an error that names the version', () => {
    const older = '// @column paid nothing at all\n// @colum paid x\ndeclare paid as boolean;\nassert a { paid };\n'
    for (const version of ['', 'version 1.2;\n', 'version 1.3;\n'])
      expect(analyse(version + older).diagnostics).toEqual([])
    const [newer] = analyse('version 1.3;\ndeclare paid as boolean default False;\nassert a { paid };').diagnostics
    expect(newer).toMatchObject({ code: 'newer-word', fixes: [{ title: 'Change the version to 1.4' }] })
  })

  it('are shown for the claim under the pointer', () => {
    const analysis = analyse(TEXT)
    const linesAt = (word: string) => hoverAt(TEXT, TEXT.lastIndexOf(word), analysis, LIBRARY)?.lines
    expect(linesAt('hazardous')).toEqual([
      'Its column in a file is "Dangerous goods (y/n)".',
      'If a file has no column for it, it is taken as False.',
    ])
    expect(linesAt('weight')).toEqual(['If a file has no column for it, it is taken as -1.5 "kg".'])
    expect(linesAt('filed')).toEqual(['If a file has no column for it, it is taken as 2026-01-31.'])
  })

  it('are offered after a type and in an annotation', () => {
    const labelsAt = (text: string) => completeAt(text, text.length, analyse(text), LIBRARY).map(({ label }) => label)
    expect(labelsAt('version 1.4;\ndeclare a as boolean ')).toEqual(['default'])
    expect(labelsAt('version 1.4;\ndeclare a as numeric "kg" or {"NA"} d')).toEqual(['default'])
    expect(labelsAt('version 1.4;\ndeclare a as boolean default ')).toEqual(['False', 'True'])
    expect(labelsAt('version 1.4;\ndeclare a as enum {"x", "y"} default ')).toEqual(['x', 'y'])
    expect(labelsAt('version 1.4;\ndeclare r as record { a as boolean default ')).toEqual(['False', 'True'])
    expect(labelsAt('version 1.4;\ndeclare a as boolean;\n// @column a ')).toEqual(['"name of the column"'])
  })
})
