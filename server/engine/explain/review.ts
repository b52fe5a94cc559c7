/**
 * The review that a person signs (public/docs/workbench.md, "Signing"). Rulesets with different meanings never render
 * alike, and author's text cannot break out of its marked line. Runs in the browser too.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { printSentence } from './english/clause'
import { Names } from './english/names'
import { claimSection, localSection } from './review-claims'
import {
  isLibrarySection,
  type ReviewDocument,
  type ReviewEntry,
  type ReviewField,
  type ReviewSection,
} from './review-document'
import { ruleSections } from './review-rules'
import { conversionSection, undecidedSection } from './review-undecided'
import { summariseNames } from './summary'

export function describeRuleset(ruleset: CheckedRuleset): ReviewDocument {
  const names = new Names(ruleset)
  const sections = [
    ...ruleSections(names),
    localSection(names),
    conversionSection(ruleset),
    undecidedSection(names),
    claimSection(names),
  ]
  return { summary: summariseNames(names), sections: sections.filter((section) => section.entries.length > 0) }
}

export function renderReview(ruleset: CheckedRuleset): string {
  const { summary, sections } = describeRuleset(ruleset)
  return `${[summary, ...sections.map(printSection)].join('\n\n')}\n`
}

const INDENT = '    '

function printSection({ id, heading, introduction, entries }: ReviewSection): string {
  const numbered = id === 'claims' || id === 'assertions'
  const bare = entries.every((entry) => entry.fields.length === 0)
  const printed = entries.map((entry, index) => printEntry(entry, numbered ? `${index + 1}. ` : '- '))
  // A library has its name in the heading, as it is written.
  const title = isLibrarySection(id) ? heading : heading.toUpperCase()
  return `${title}\n${introduction}\n\n${printed.join(bare ? '\n' : '\n\n')}`
}

function printEntry(entry: ReviewEntry, mark: string): string {
  return [mark.padEnd(INDENT.length) + entry.title, ...entry.fields.map(printField)].join('\n')
}

/** Columns below each other, unless they are too wide for that. */
function printGrid({ head, rows }: Extract<ReviewField, { kind: 'grid' }>): readonly string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.min(MAX_COLUMN, Math.max(...all.map((row) => row[column]!.length))))
  const line = (row: readonly string[], mark: string) =>
    `${INDENT}${mark}${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')}`.trimEnd()
  const marks = rows.map((_, i) => `${i + 1}.`.padEnd(`${rows.length}. `.length))
  const blank = ' '.repeat(marks[0]?.length ?? 0)
  const rule = `${INDENT}${blank}${widths.map((width) => '-'.repeat(width)).join('-|-')}`
  return [line(head, blank), rule, ...rows.map((row, i) => line(row, marks[i]!))]
}

const MAX_COLUMN = 40

function printField(field: ReviewField): string {
  const lead = field.label === '' ? '' : `${field.label}: `
  switch (field.kind) {
    case 'fact':
      return INDENT + lead + field.text
    case 'sentence':
      return printSentence(field.sentence, lead, INDENT)
    case 'grid':
      return [...(lead === '' ? [] : [INDENT + lead.trimEnd()]), ...printGrid(field)].join('\n')
    case 'references':
      return `${INDENT}${lead}${field.items.map(({ words }) => words).join(', ')}.`
    case 'quotation': {
      // Every line is marked, so that it cannot look like product text.
      const { lines } = field
      if (lines.length === 1) return `${INDENT}${lead}“${lines.join('')}”`
      return [INDENT + lead.trimEnd(), ...lines.map((line) => `${INDENT}  | ${line}`.trimEnd())].join('\n')
    }
  }
}
