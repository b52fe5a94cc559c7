/** An entry of a review as lines, so that two of them can be laid side by side. */
import { type Clause, ended, itemNumber, type Sentence, started } from '../../server/engine/explain/english/clause'
import type { ReviewEntry, ReviewField } from '../../server/engine/explain/review-document'

export interface ReviewLine {
  /** How far inside lists it stands; 0 is the entry's own edge. */
  readonly depth: number
  /** The number of a list's item, or the mark of an author's line; empty for others. */
  readonly mark: string
  readonly text: string
}

/** The title first. */
export function reviewLines({ title, fields }: ReviewEntry): readonly ReviewLine[] {
  return [{ depth: 0, mark: '', text: title }, ...fields.flatMap(fieldLines)]
}

function fieldLines(field: ReviewField): readonly ReviewLine[] {
  const lead = field.label === '' ? '' : `${field.label}: `
  switch (field.kind) {
    case 'fact':
      return [{ depth: 0, mark: '', text: lead + field.text }]
    case 'sentence':
      return sentenceLines(field.sentence, lead)
    case 'references':
      return [{ depth: 0, mark: '', text: `${lead}${field.items.map(({ words }) => words).join(', ')}.` }]
    case 'quotation': {
      const { lines } = field
      if (lines.length === 1) return [{ depth: 0, mark: '', text: `${lead}“${lines.join('')}”` }]
      return [{ depth: 0, mark: '', text: lead.trimEnd() }, ...lines.map((text) => ({ depth: 1, mark: QUOTED, text }))]
    }
  }
}

/** Marks a line as the author's own. */
export const QUOTED = '|'

function sentenceLines({ clause, parts }: Sentence, lead: string): readonly ReviewLine[] {
  return [
    ...clauseLines(ended(lead === '' ? started(clause) : clause), 0, '', lead),
    ...parts.flatMap((part, place) => clauseLines(ended(part), 0, '', `Part ${place + 1}: `)),
  ]
}

function clauseLines(clause: Clause, depth: number, mark: string, lead = ''): readonly ReviewLine[] {
  const lines: ReviewLine[] = []
  if (typeof clause[0] !== 'string') lines.push({ depth, mark, text: lead.trimEnd() })
  clause.forEach((segment, place) => {
    if (typeof segment === 'string')
      lines.push(place === 0 ? { depth, mark, text: lead + segment } : { depth, mark: '', text: segment })
    else
      segment.forEach((item, itemPlace) => {
        lines.push(...clauseLines(item, depth + 1, itemNumber(depth, itemPlace)))
      })
  })
  return lines
}
