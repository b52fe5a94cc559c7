/** Measures compiling 1,000 assertions, and analysing 1,200 lines again after a keystroke. */
import { parse } from 'acorn'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { analyseRuleset } from '../../language/semantics/analyse'
import { builtInLibrary } from '../../language/units/unit-library'
import { describeCompiled } from '../../services/engine-pool/describe-compiled'
import { interleave, repeat, row } from './interleave'
import { touchstoneSource } from './subject'
import { BENCH_LIMITS, compileBench } from './touchstone'

/** The same policy in JavaScript, for acorn. */
export function javascriptOf(bytes: number): string {
  const line = (i: number) =>
    `export function rule_${i}(claims) { return claims.amount_${i} < 5000 && (claims.receipt_${i} || claims.category_${i} === "travel"); }\n`
  let text = ''
  for (let i = 0; text.length < bytes; i++) text += line(i)
  return text
}

export function keystroke(source: string): readonly [string, string] {
  const at = source.lastIndexOf('3000')
  return [source, `${source.slice(0, at)}30001${source.slice(at + 4)}`]
}

/** Prints ratios to one parse by acorn. */
export async function benchCompile(rounds: number): Promise<void> {
  const thousand = touchstoneSource(84)
  const longFile = touchstoneSource(52)
  const versions = keystroke(longFile)
  const javascript = javascriptOf(longFile.length)
  const library = builtInLibrary()
  const measured = await interleave(
    [
      {
        name: `acorn parses ${javascript.length} bytes of JavaScript`,
        measure: (duration) => repeat(duration, () => parse(javascript, { ecmaVersion: 2022, sourceType: 'module' })),
      },
      {
        name: `analyse ${longFile.split('\n').length} lines after a keystroke`,
        measure: (duration) =>
          repeat(duration, (call) => analyseRuleset(versions[call & 1]!, library, DEFAULT_BUDGETS)),
      },
      {
        name: `compile and describe ${(thousand.match(/^assert/gm) ?? []).length} assertions`,
        measure: (duration) =>
          repeat(duration, (call) => describeCompiled(compileBench(`${thousand}// ${call}\n`).compiled)),
      },
    ],
    rounds,
    0.6,
  )
  console.log(
    `\nCompiling, in process (median of ${rounds} interleaved rounds; limits ${BENCH_LIMITS.assertions} assertions)`,
  )
  for (const { name, median, ratio } of measured) console.log(row(name, median, `${ratio.toFixed(2)} x acorn`))
}
