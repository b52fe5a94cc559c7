import { describe, expect, it } from 'vitest'
import { formatRuleset } from '../format/format'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { importText, insertStatements, type KnownName } from './import-text'

const LIBRARY = builtInLibrary()

function imported(text: string, known: readonly KnownName[] = []): string {
  const result = importText(text, known)
  return result.ok ? result.text : result.problem
}

/** The errors of the imported statements, with an assertion that reads them. */
function errorsIn(text: string, condition: string): readonly string[] {
  const ruleset = `version 1.4;\n${text}\nassert a { ${condition} };\n`
  const { diagnostics } = analyseRuleset(ruleset, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
}

describe('a sheet', () => {
  it('becomes a table, with claims for what the ruleset lacks', () => {
    const text = imported(
      'severity,speed [km/h],at school,fine [USD]\nsevere,> 50,yes,"1,000"\n"minor, moderate",[10..20],-,100.5\n,20..30,no,0\n'.replace(
        '20..30',
        '[20..30)',
      ),
    )
    expect(text).toBe(`declare severity as enum {"severe", "minor", "moderate"};
declare speed as numeric "km/h";
declare at_school as boolean;
table fine first (severity, speed, at_school) -> numeric "USD" {
  "severe" | > 50 "km/h" | True => 1000;
  "minor", "moderate" | 10 "km/h" .. 20 "km/h" | - => 100.5;
  - | 20 "km/h" ..< 30 "km/h" | False => 0;
};
`)
    expect(errorsIn(text, 'fine < 1 "USD"')).toEqual([])
    expect(formatRuleset(`version 1.4;\n${text}`)).not.toBe(`version 1.4;\n${text}`)
  })

  it('may be pasted with tabs, numbered rows and the policy of DMN', () => {
    const text = imported('U\tseen\tok\n1\t< 2024-01-01\ttrue\n2\t>= 2024-01-01\tfalse\n')
    expect(text).toBe(`declare seen as date;
table ok unique (seen) -> boolean {
  < 2024-01-01 => True;
  >= 2024-01-01 => False;
};
`)
    expect(errorsIn(text, 'ok')).toEqual([])
  })

  it('writes cells in the units and types of the claims that the ruleset has', () => {
    const known = [
      { name: 'speed', kind: 'numeric', unit: 'km/h' },
      { name: 'code', kind: 'text', unit: null },
    ] as const
    expect(imported('speed;code;fee\n>50;7;1\n-;not("8");2\n', known)).toBe(`table fee first (speed, code) -> numeric {
  > 50 "km/h" | "7" => 1;
  - | not "8" => 2;
};
`)
  })

  it('writes a range without its lower end as two cells', () => {
    const text = imported('age,fee\n(10..20],1\n<= 10,2\n')
    expect(text).toContain('table fee first (age, age) -> numeric {\n  > 10 | <= 20 => 1;\n  <= 10 | - => 2;\n};')
    expect(errorsIn(text, 'fee < 2')).toEqual([])
  })

  it('says which cell it cannot write', () => {
    const known = [{ name: 'age', kind: 'numeric', unit: null }] as const
    expect(imported('age,fee\nold,1\n', known)).toMatch(/^The cell “old” of “age” in row 1 is no value/)
    expect(imported('age,fee\n5\n')).toBe('Row 1 has no result. Write it there and import again.')
    expect(imported('age\n5\n')).toMatch(/at least one column/)
    expect(imported('age,fee\n')).toMatch(/only one line/)
    expect(imported('')).toMatch(/nothing to import/)
    expect(imported('漢字,fee\n1,2\n')).toMatch(/cannot be a name/)
  })

  it('reads timestamps with their offsets, and no time without one', () => {
    const text = imported('sent,fee\n< 2026-03-01T09:30:00+01:00,1\n2026-03-02T00:00:00Z,2\n')
    expect(text).toContain('declare sent as timestamp;')
    expect(text).toContain('< 2026-03-01T09:30:00+01:00 => 1;')
    expect(errorsIn(text, 'fee > 1')).toEqual([])
    expect(imported('sent,fee\n2026-03-01T09:30:00,1\n')).toContain('declare sent as enum {"2026-03-01T09:30:00"};')
  })

  it('with dates in its first column becomes a parameter', () => {
    const text = imported('as_of,upper_age [yr],source\n2023-10-01,53,"PL 118-5, 311"\n2023-09-01,51,\n')
    expect(text).toBe(`parameter upper_age "yr" by as_of {
  2023-09-01: 51;
  2023-10-01: 53 @ "PL 118-5, 311";
};
`)
    expect(errorsIn(`declare as_of as date;\n${text}`, 'upper_age > 1 "yr"')).toEqual([])
    expect(imported('as_of,age\n2023-10-01,53\n2023-10-01,54\n')).toBe('2023-10-01 has two values. Remove one of them.')
  })
})

describe('YAML with dates', () => {
  it('becomes a parameter', () => {
    const text = imported(`description: Upper age of the work requirement
upper_age:
  values:
    2023-09-01:
      value: 51
      reference:
        - title: PL 118-5, 311
    2023-10-01: 53 # the second step
    "2025-07-04":
      value: 65
metadata:
  unit: yr
`)
    expect(text).toBe(`parameter upper_age "yr" by as_of {
  2023-09-01: 51 @ "PL 118-5, 311";
  2023-10-01: 53;
  2025-07-04: 65;
};
`)
  })

  it('without a value at a date is refused', () => {
    expect(imported('a:\n  2023-09-01:\n    value: null\n')).toMatch(/^2023-09-01 has no value/)
  })
})

const DMN = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="fines">
  <!-- made by a modeller -->
  <decision id="d1" name="Speeding fine">
    <dmn:decisionTable xmlns:dmn="x" hitPolicy="FIRST">
      <input label="Zone"><inputExpression typeRef="string"><text>zone</text></inputExpression></input>
      <input><inputExpression typeRef="number"><text>speed</text></inputExpression></input>
      <output name="fine" typeRef="number"><defaultOutputEntry><text>0</text></defaultOutputEntry></output>
      <output name="points" typeRef="number"/>
      <rule>
        <inputEntry><text>"school","home"</text></inputEntry><inputEntry><text><![CDATA[> 30]]></text></inputEntry>
        <outputEntry><text>200</text></outputEntry><outputEntry><text>2</text></outputEntry>
      </rule>
      <rule>
        <inputEntry><text>not("school")</text></inputEntry><inputEntry><text>[50..70)</text></inputEntry>
        <outputEntry><text>100</text></outputEntry><outputEntry><text>1</text></outputEntry>
      </rule>
      <rule>
        <inputEntry><text></text></inputEntry><inputEntry><text>&gt;= 70</text></inputEntry>
        <outputEntry><text>150</text></outputEntry><outputEntry><text>3</text></outputEntry>
      </rule>
    </dmn:decisionTable>
  </decision>
</definitions>`

describe('a DMN file', () => {
  it('becomes a table for each output', () => {
    const text = imported(DMN)
    expect(text).toBe(`declare zone as enum {"school", "home"};
declare speed as numeric;
table Speeding_fine_fine first (zone, speed) -> numeric {
  "school", "home" | > 30 => 200;
  not "school" | 50 ..< 70 => 100;
  - | >= 70 => 150;
  else => 0;
};

table Speeding_fine_points first (zone, speed) -> numeric {
  "school", "home" | > 30 => 2;
  not "school" | 50 ..< 70 => 1;
  - | >= 70 => 3;
};
`)
    expect(errorsIn(text, 'Speeding_fine_fine + Speeding_fine_points < 3')).toEqual([])
  })

  it('with a policy that has no counterpart, or no XML, is refused', () => {
    expect(imported(DMN.replace('FIRST', 'PRIORITY'))).toMatch(/has the hit policy PRIORITY/)
    expect(imported(DMN.slice(0, 400))).toMatch(/no complete XML/)
    expect(imported('<definitions/>')).toBe('The file holds no decision table.')
    expect(imported(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`)).toMatch(/no complete XML/)
  })
})

describe('imported statements', () => {
  it('are inserted above the first assertion and its notes', () => {
    const text = 'version 1.4;\ndeclare a as boolean;\n\n// Holds.\nassert b { a };\nassert c { a };\n'
    expect(insertStatements(text, 'let d = a;\n')).toBe(
      'version 1.4;\ndeclare a as boolean;\n\nlet d = a;\n\n// Holds.\nassert b { a };\nassert c { a };\n',
    )
    expect(insertStatements('declare a as boolean;', 'let d = a;\n')).toBe('declare a as boolean;\n\nlet d = a;\n')
    expect(insertStatements('', 'let d = a;\n')).toBe('let d = a;\n')
  })
})
