/** One side of a comparison, read from the payload of compile, so that a page compares what /v1 answers. */
import { Refusal } from '../../api/refusal'
import { printSentence } from '../../engine/explain/english/clause'
import {
  isAboutDefinitions,
  type ReviewDocument,
  type ReviewEntry,
  type ReviewSection,
} from '../../engine/explain/review-document'
import { JsonNumber, type LosslessJson, readJson } from '../../language/numeric/lossless-json'
import type { ShownCitations } from '../documents/cited-revisions'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'

export interface Fact {
  readonly about:
    | 'type'
    | 'members'
    | 'unit'
    | 'range'
    | 'question'
    | 'context'
    | 'unknown policy'
    | 'condition'
    | 'clauses'
    | 'definitions'
  readonly text: string
}

export interface Described {
  readonly name: string
  readonly facts: readonly Fact[]
}

export interface ComparedRevision {
  readonly hash: string
  readonly source: string
  /** Null if it does not compile under the unit library in force. */
  readonly compiled: {
    readonly review: ReviewDocument
    readonly claims: readonly Described[]
    readonly assertions: readonly Described[]
  } | null
  /** Why it does not compile; else null. */
  readonly problem: string | null
  /** Clauses in the words of the revisions at the time of the save; null if it cites nothing. */
  readonly citations: Pick<ShownCitations, 'rules' | 'clauses'> | null
}

export async function readComparedRevision(
  engine: Pick<EngineDispatch, 'compile' | 'review'>,
  text: RulesetText,
  library: LibraryText,
): Promise<Omit<ComparedRevision, 'citations'>> {
  const { hash, source } = text
  try {
    const { manifest = '{}' } = await engine.compile(text, library)
    const { document } = await engine.review(text, library)
    return { hash, source, compiled: { review: document, ...describedIn(manifest, document) }, problem: null }
  } catch (error) {
    // A stored text may no longer compile, but it can still be compared as text.
    if (error instanceof Refusal && error.code !== 'ENGINE_BUSY')
      return { hash, source, compiled: null, problem: error.message }
    throw error
  }
}

function describedIn(
  manifest: string,
  review: ReviewDocument,
): { claims: readonly Described[]; assertions: readonly Described[] } {
  const read = readJson(manifest)
  const members = 'value' in read ? objectOf(read.value) : {}
  const definitions = new UsedDefinitions(review)
  return {
    claims: listOf(members.claims).map((claim) => ({ name: textOf(claim.claim), facts: claimFacts(claim) })),
    assertions: listOf(members.rules)
      .flatMap(({ assertions }) => listOf(assertions))
      .map((assertion) => ({
        name: textOf(assertion.name),
        facts: nonEmptyFacts([
          ['unknown policy', textOf(assertion.unknown_policy)],
          ['condition', textOf(assertion.source)],
          ['clauses', listOf(assertion.citations).map(citationText).join(', ')],
          ['definitions', definitions.of(textOf(assertion.name))],
        ]),
      })),
  }
}

/** `TE-07 1.1 (the daily limit)` */
function citationText({ document, clause, words }: Members): string {
  const label = `${textOf(document)} ${textOf(clause)}`
  return words === undefined ? label : `${label} (${textOf(words)})`
}

function claimFacts(claim: Members): readonly Fact[] {
  const { min, max } = objectOf(claim.range)
  const members = Array.isArray(claim.vocabulary) ? claim.vocabulary.map(textOf).map((member) => `“${member}”`) : []
  return nonEmptyFacts([
    ['type', textOf(claim.data_type) + (claim.ordered === true ? ', in order' : '')],
    ['members', members.join(', ')],
    ['unit', textOf(claim.unit)],
    ['range', min === undefined ? '' : `${textOf(min)} to ${textOf(max)}`],
    ['question', textOf(claim.question)],
    ['context', textOf(claim.context)],
  ])
}

function nonEmptyFacts(entries: readonly (readonly [Fact['about'], string])[]): readonly Fact[] {
  return entries.flatMap(([about, text]) => (text === '' ? [] : [{ about, text }]))
}

type Members = { readonly [member: string]: LosslessJson | undefined }

function listOf(value: LosslessJson | undefined): readonly Members[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

function objectOf(value: LosslessJson | undefined): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
    ? value
    : {}
}

function textOf(value: LosslessJson | undefined): string {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' ? value : ''
}

/** Definitions listed for one assertion; the rest is counted. */
const MAX_LISTED_DEFINITIONS = 50

/** The definitions to which assertions refer, directly or not. An assertion differs if one of them does. */
export class UsedDefinitions {
  private readonly definitions: ReadonlyMap<string, ReviewEntry>
  private readonly assertions: ReadonlyMap<string, ReviewEntry>

  constructor(review: ReviewDocument) {
    this.definitions = entriesOf(review, (id) => id === 'reports' || isAboutDefinitions(id))
    this.assertions = entriesOf(review, (id) => id === 'assertions')
  }

  /** One line for each definition, in the words of the review. */
  of(assertion: string): string {
    const reached = new Set(this.assertions.get(assertion)?.refersTo)
    for (const name of reached) for (const below of this.definitions.get(name)?.refersTo ?? []) reached.add(below)
    const used = [...reached].flatMap((name) => this.definitions.get(name) ?? [])
    const lines = used.slice(0, MAX_LISTED_DEFINITIONS).map(describeEntry)
    if (used.length > MAX_LISTED_DEFINITIONS) lines.push(`and ${used.length - MAX_LISTED_DEFINITIONS} more`)
    return lines.join('\n')
  }
}

function entriesOf(
  { sections }: ReviewDocument,
  isWanted: (id: ReviewSection['id']) => boolean,
): ReadonlyMap<string, ReviewEntry> {
  const entries = sections.filter(({ id }) => isWanted(id)).flatMap((section) => section.entries)
  return new Map(entries.flatMap((entry) => (entry.name === null ? [] : [[entry.name, entry] as const])))
}

function describeEntry({ name, fields }: ReviewEntry): string {
  const sentences = fields.flatMap((field) =>
    field.kind === 'sentence' ? [printSentence(field.sentence, '', '')] : [],
  )
  return `${name}: ${sentences.join(' ')}`
}
