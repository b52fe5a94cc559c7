/**
 * Rules of a text with their places. The parser that makes the outline is too heavy for pages that only name clauses.
 */
import type { Analysis } from '../../language/semantics/analyse'
import { outlineOf } from '../../language/service/outline'
import { LineIndex } from '../../language/text/line-index'
import { type CitedClause, type CitingText, citingTexts } from './citing-rules'

/** A part with its place in the text. Lines and columns count from one. */
export interface PlacedRule extends CitingText {
  /** The line on which its name is declared. */
  readonly line: number
  readonly column: number
  /** The first line of the comments directly above its statement; without comments, of the statement. */
  readonly firstLine: number
  readonly lastLine: number
}

/** Like {@link citingTexts}, for an editor; null if the text does not compile. */
export function placeRules(source: string, analysis: Analysis): readonly PlacedRule[] | null {
  if (analysis.ruleset === null) return null
  const lines = source.split(/\r\n|\n|\r/)
  const index = new LineIndex(source)
  const outline = outlineOf(source, analysis)
  return citingTexts(analysis.ruleset, source).flatMap((rule): PlacedRule[] => {
    const named = outline.filter(({ name }) => rule.name === name || rule.name.startsWith(`${name}.`))
    // An assertion wins over a claim with the same name, and a field is in the statement of its record.
    const found = named.find(({ kind }) => (kind === 'assertion') === rule.isAssertion) ?? named[0]
    if (found === undefined) return []
    let firstLine = index.line(found.start)
    while (/^\s*\/\//.test(lines[firstLine - 2] ?? '')) firstLine--
    const { line, column, end } = found
    return [{ ...rule, line, column, firstLine, lastLine: index.line(Math.max(found.start, end - 1)) }]
  })
}

/**
 * The rule at a line of the text, with the clauses that the line is about: that of a citation, or all of its rule.
 * @returns null between rules
 */
export function findRuleAt(
  rules: readonly PlacedRule[],
  line: number,
): { readonly rule: PlacedRule; readonly citations: readonly CitedClause[] } | null {
  for (const rule of rules) {
    const at = rule.lines.indexOf(line)
    const citation = rule.citations[at]
    if (citation !== undefined) return { rule, citations: [citation] }
  }
  const rule = rules.find(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine)
  return rule === undefined ? null : { rule, citations: rule.citations }
}
