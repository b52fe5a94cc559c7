/**
 * Binds the documents that saved rules cite to the revisions at the time of the save. Revisions and saves are only
 * added, so their times always give the same answer.
 */
import { canonicalJson } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { type CitedRevision, sha256Hex } from '../../attestation/review-statement'
import type { DocumentVerbs, ListedDocument, StoredRevision } from '../../database/documents/documents'
import type { ApprovedRevisionVerbs } from '../../database/signing/approved-revisions'
import { clauseText } from '../../documents/clause'
import type { CitingText } from '../../engine/explain/citing-rules'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { LibrarySource } from '../library/unit-libraries'
import { splitText } from './clause-edits'

/** A page shows the clauses of at most this many documents. */
const MAX_SHOWN_DOCUMENTS = 20

export interface CitationSource extends Pick<LibrarySource, 'libraryOf'> {
  readonly store: Pick<DocumentVerbs, 'listDocuments' | 'listDocumentRevisions' | 'readDocumentRevision'> &
    Pick<ApprovedRevisionVerbs, 'bindingsOf'>
  readonly engine: Pick<EngineDispatch, 'citing'>
  readonly rulesets: Pick<RulesetLibrary, 'findStored'>
}

export interface CitedDocuments {
  /** Sorted by label. */
  readonly documents: readonly CitedRevision[]
  /** SHA-256 of the canonical JSON of `documents`. */
  readonly digest: string
}

export interface ShownCitations extends CitedDocuments {
  readonly rules: readonly {
    readonly name: string
    readonly clauses: readonly { readonly document: string; readonly clause: string }[]
  }[]
  readonly clauses: readonly ShownCitedClause[]
}

export interface ShownCitedClause {
  readonly document: string
  readonly clause: string
  /** Null if the document, or the clause in its revision, is unknown. */
  readonly text: string | null
  /** Whether a later revision of the document exists. */
  readonly isOutdated: boolean
}

/** Null if the ruleset cites nothing or does not compile. @throws Refusal RULESET_NOT_FOUND */
export async function readCitedDocuments(
  source: CitationSource,
  caller: Caller,
  hash: string,
): Promise<CitedDocuments | null> {
  const bound = await bindCitations(source, caller, hash)
  return bound && toCitedDocuments(bound.revisions)
}

/** As {@link readCitedDocuments}, with the words of the clauses. */
export async function readCitedClauses(
  source: CitationSource,
  caller: Caller,
  hash: string,
): Promise<ShownCitations | null> {
  const bound = await bindCitations(source, caller, hash)
  if (bound === null) return null
  const { rules, revisions } = bound
  const cited = new Map<string, Set<string>>()
  for (const { document, clause } of rules.flatMap(({ citations }) => citations))
    cited.set(document, (cited.get(document) ?? new Set()).add(clause))
  const clauses: ShownCitedClause[] = []
  for (const [label, wanted] of [...cited].slice(0, MAX_SHOWN_DOCUMENTS)) {
    const revision = revisions.get(label) ?? null
    const texts = revision === null ? new Map() : await clauseTexts(source, namespaceOf(caller), revision)
    const isOutdated = revision !== null && revision.number !== revision.document.newest.number
    for (const clause of wanted) clauses.push({ document: label, clause, text: texts.get(clause) ?? null, isOutdated })
  }
  return {
    ...toCitedDocuments(revisions),
    rules: rules.map(({ name, citations }) => ({
      name,
      clauses: citations.map(({ document, clause }) => ({ document, clause })),
    })),
    clauses,
  }
}

interface BoundRevision extends StoredRevision {
  readonly document: ListedDocument
}

interface BoundCitations {
  /** Only those that cite a clause. */
  readonly rules: readonly CitingText[]
  /** By label; null for a document that the namespace does not have. */
  readonly revisions: ReadonlyMap<string, BoundRevision | null>
}

async function bindCitations(
  { store, engine, rulesets, libraryOf }: CitationSource,
  caller: Caller,
  hash: string,
): Promise<BoundCitations | null> {
  const namespaceId = namespaceOf(caller)
  const text = await rulesets.findStored(namespaceId, hash)
  if (!text.source.includes('@cite')) return null
  const all = await engine.citing(text, await libraryOf(caller)).catch(nothingIfNotCompiled)
  const rules = all.filter(({ citations }) => citations.length > 0)
  if (rules.length === 0) return null
  const bindings = await store.bindingsOf(namespaceId, hash)
  const savedAt = bindings.at(-1)?.boundAt ?? null
  const known = new Map((await store.listDocuments(namespaceId)).map((document) => [document.label, document]))
  const labels = new Set(rules.flatMap(({ citations }) => citations.map(({ document }) => document)))
  const revisions = new Map<string, BoundRevision | null>()
  for (const label of [...labels].sort()) {
    const document = known.get(label) ?? null
    const found = document && revisionAt(await store.listDocumentRevisions(namespaceId, document.id), savedAt)
    revisions.set(label, found && document && { ...found, document })
  }
  return { rules, revisions }
}

/** The first revision if the document was added after the save. @param revisions newest first */
function revisionAt(revisions: readonly StoredRevision[], at: Date | null): StoredRevision | null {
  if (at === null) return revisions[0] ?? null
  return revisions.find(({ createdAt }) => createdAt <= at) ?? revisions.at(-1) ?? null
}

function toCitedDocuments(revisions: BoundCitations['revisions']): CitedDocuments {
  const documents = [...revisions].map(([label, revision]) => ({ label, sha256: revision?.sha256 ?? null }))
  return { documents, digest: sha256Hex(canonicalJson(documents)) }
}

async function clauseTexts(
  { store }: CitationSource,
  namespaceId: string,
  { document, number }: BoundRevision,
): Promise<ReadonlyMap<string, string>> {
  const read = await store.readDocumentRevision(namespaceId, document.id, number)
  if (read === null) return new Map()
  const { text, edited } = splitText(read.text, read.edits)
  return new Map(edited.clauses.map((clause) => [clause.label, clauseText(text, clause)]))
}

function nothingIfNotCompiled(error: unknown): readonly CitingText[] {
  if (error instanceof Refusal && error.code === 'COMPILE_FAILED') return []
  throw error
}
