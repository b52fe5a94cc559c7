import { expect, test } from 'vitest'
import { citedClauses } from '../../../server/engine/explain/citing-rules'
import { analyseRuleset } from '../../../server/language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../../server/language/text/limits'
import { builtInLibrary } from '../../../server/language/units/unit-library'
import { citedInSource } from './citations-of-source'

const SOURCE = `version 1.4;
declare note as enum {"// @cite meal TE-07 9.9", "a \\" // @cite meal TE-07 9.8"} else "other";
/* // @cite meal TE-07 9.7 */
// @unit cost USD
declare cost as numeric; // @cite cost TE-07 1.0
// @cite meal TE-07 1.1
//@CITE  meal   HR-1 2   the daily   limit
// cites meal TE-07 9.6
assert meal { cost <= 60 "USD" };
`

test('the citations of a text are those that the language reads', () => {
  const { ruleset } = analyseRuleset(SOURCE, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
  const read = citedInSource(SOURCE)
  expect(ruleset).not.toBeNull()
  for (const name of ['meal', 'cost'])
    expect(
      read
        .filter((each) => each.name === name)
        .map(({ document, clause, words }) => ({ document, clause, ...(words === null ? {} : { words }) })),
    ).toEqual(ruleset && citedClauses(ruleset, name))
  expect(read).toHaveLength(3)
})

test('finds no citation in a text without citations or with unfinished ones', () => {
  expect(
    citedInSource('version 1.3;\nassert a { true };\n// @cite a\n// @cite a TE-07\n/* @cite a TE-07 1 */'),
  ).toEqual([])
  expect(citedInSource('')).toEqual([])
})
