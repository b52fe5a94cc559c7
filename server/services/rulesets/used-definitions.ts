import { printSentence } from '../../engine/explain/english/clause'
import type { ReviewDocument, ReviewEntry } from '../../engine/explain/review-document'

/** Definitions that are told of one assertion; those beyond are counted. */
const MAX_TOLD = 50

/**
 * The definitions to which assertions refer, also through others, in the words of the review.
 */
export class UsedDefinitions {
  private readonly definitions: ReadonlyMap<string, ReviewEntry>
  private readonly assertions: ReadonlyMap<string, ReviewEntry>

  constructor(review: ReviewDocument) {
    this.definitions = entriesOf(review, 'definitions')
    this.assertions = entriesOf(review, 'assertions')
  }

  /** One line a definition; empty where the assertion refers to none. */
  of(assertion: string): string {
    const reached = new Set(this.assertions.get(assertion)?.refersTo)
    for (const name of reached) for (const below of this.definitions.get(name)?.refersTo ?? []) reached.add(below)
    const used = [...reached].flatMap((name) => this.definitions.get(name) ?? [])
    const lines = used.slice(0, MAX_TOLD).map(inWords)
    if (used.length > MAX_TOLD) lines.push(`and ${used.length - MAX_TOLD} more`)
    return lines.join('\n')
  }
}

function entriesOf({ sections }: ReviewDocument, id: string): ReadonlyMap<string, ReviewEntry> {
  const entries = sections.find((section) => section.id === id)?.entries ?? []
  return new Map(entries.flatMap((entry) => (entry.name === null ? [] : [[entry.name, entry] as const])))
}

function inWords({ name, fields }: ReviewEntry): string {
  const sentences = fields.flatMap((field) =>
    field.kind === 'sentence' ? [printSentence(field.sentence, '', '')] : [],
  )
  return `${name}: ${sentences.join(' ')}`
}
