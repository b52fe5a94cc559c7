/**
 * The review of a ruleset: what a person signs (language.md, "Review and summary").
 *
 * Promises: derived from the checked ruleset alone, the same bytes every time; rulesets that mean different things
 * never render alike; text of the author cannot break out of its line, and every such line is marked. Pure; runs in
 * the browser.
 */
import type { CheckedRuleset } from '../../language/checked-ruleset'
import { Names } from './english/names'
import { printSentence } from './english/print-clause'
import { claimSection, localSection } from './review-claims'
import type { ReviewDocument, ReviewEntry, ReviewField, ReviewSection } from './review-document'
import { ruleSections } from './review-rules'
import { conversionSection, undecidedSection } from './review-undecided'
import { summarise } from './summary'

/** The review as a document, for pages. */
export function describeRuleset(ruleset: CheckedRuleset): ReviewDocument {
  const names = new Names(ruleset)
  const sections = [
    claimSection(names),
    localSection(names),
    ...ruleSections(names),
    conversionSection(ruleset),
    undecidedSection(names),
  ]
  return { summary: summarise(names), sections: sections.filter((section) => section.entries.length > 0) }
}

/** The review as plain text (contract, field `review`). Ends with a line feed. */
export function renderReview(ruleset: CheckedRuleset): string {
  const { summary, sections } = describeRuleset(ruleset)
  return `${[summary, ...sections.map(printSection)].join('\n\n')}\n`
}

const INDENT = '   '

function printSection(section: ReviewSection): string {
  const heading = `${section.heading.toUpperCase()}\n${section.introduction}`
  const numbered = section.id === 'claims' || section.id === 'assertions'
  return [
    heading,
    ...section.entries.map((entry, place) => printEntry(entry, numbered ? `${place + 1}. ` : '- ')),
  ].join(section.entries.some((entry) => entry.fields.length > 0) ? '\n\n' : '\n')
}

function printEntry(entry: ReviewEntry, mark: string): string {
  return [mark + entry.title, ...entry.fields.map(printField)].join('\n')
}

function printField(field: ReviewField): string {
  const lead = field.label === '' ? '' : `${field.label}: `
  switch (field.kind) {
    case 'fact':
      return INDENT + lead + field.text
    case 'sentence':
      return printSentence(field.sentence, lead, INDENT)
    case 'quotation':
      return [INDENT + lead.trimEnd(), ...field.lines.map((line) => `${INDENT}  | ${line}`)].join('\n')
  }
}
