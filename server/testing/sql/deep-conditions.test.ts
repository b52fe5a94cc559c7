/** Conditions whose text would grow by a factor with each level. */
import { expect, it } from 'vitest'
import { openText } from '../../engine/testing/open-text'
import { compileSql } from '../../sql/compile-sql'
import { DIALECT_NAMES } from '../../sql/dialect'
import { claimSources } from '../../sql/table-of-columns'

const CLAIMS = 'version 1.4; declare x as numeric; declare y as numeric; declare p as boolean;'
const MAX_CHARS = 400_000

function nest(times: number, wrap: (inner: string) => string, innermost: string): string {
  return Array.from({ length: times }).reduce<string>(wrap, innermost)
}

it.each([
  ['branches', `assert a { ${nest(60, (inner) => `If(x > 1, ${inner}, p)`, 'p')} };`],
  ['numbers of branches', `assert a { ${nest(40, (inner) => `If(p, ${inner} + 1, y)`, 'x')} > 3 };`],
  ['products', `assert a { ${Array.from({ length: 60 }, () => 'x').join(' * ')} > 3 };`],
  ['quotients', `assert a { ${nest(60, (inner) => `x / (1 + ${inner})`, 'y')} > 3 };`],
  ['remainders', `assert a { ${nest(60, (inner) => `x % (1 + ${inner})`, 'y')} > 3 };`],
  ['distances', `assert a { ${nest(60, (inner) => `Abs(${inner} - 1)`, 'y')} > 3 };`],
  [
    'definitions',
    `${Array.from({ length: 200 }, (_, i) => `let l${i} = If(p, ${i === 0 ? 'x' : `l${i - 1}`} * 2, y);`).join('\n')} assert a { l199 > 3 };`,
  ],
])('%s stay short, or are open in every row', (_, rules) => {
  const program = openText(`${CLAIMS}\n${rules}`)
  for (const dialect of DIALECT_NAMES) {
    const sources = claimSources(program.ruleset.inputs, new Map())
    const keys = [{ name: 'id', sql: 't.id' }]
    const { sql, open } = compileSql(program, dialect, { sql: 'claims', keys, sources, areCells: false })
    expect(sql.length).toBeLessThan(MAX_CHARS)
    for (const { reason } of open) expect(reason).toMatch(/too long|too deep|greater than \w+ calculates/)
  }
})
