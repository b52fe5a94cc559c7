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
export const MAX_SHOWN_DOCUMENTS = 20

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
    readonly clauses: readonly ClauseReference[]
  }[]
  readonly clauses: readonly ShownCitedClause[]
}

/** The labels of a document and of a clause in it. */
export interface ClauseReference {
  readonly document: string
  readonly clause: string
}

export interface ShownCitedClause extends ClauseReference {
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

/** Like {@link readCitedDocuments}, with the words of the clauses. */
export async function readCitedClauses(
  source: CitationSource,
  caller: Caller,
  hash: string,
): Promise<ShownCitations | null> {
  const bound = await bindCitations(source, caller, hash)
  return bound && showCitations(source, caller, bound)
}

/**
 * Like {@link readCitedClauses}, for the revisions that a statement names.
 * @param signed empty if the statement names none
 */
export async function readSignedClauses(
  source: CitationSource,
  caller: Caller,
  hash: string,
  signed: readonly CitedRevision[],
): Promise<ShownCitations | null> {
  const digests = new Map(signed.map(({ label, sha256 }) => [label, sha256]))
  const bound =
    signed.length === 0
      ? null
      : await bindCitations(source, caller, hash, (label, revisions) => {
          const digest = digests.get(label) ?? null
          return revisions.find(({ sha256 }) => sha256 === digest) ?? null
        })
  return bound && showCitations(source, caller, bound)
}

/** The same clause in several citations is listed once. @param hash null for the newest revisions of the documents */
export async function readClauses(
  source: CitationSource,
  caller: Caller,
  { hash, clauses }: { readonly hash: string | null; readonly clauses: readonly ClauseReference[] },
): Promise<readonly ShownCitedClause[]> {
  const labels = clauses.map(({ document }) => document)
  const choose = hash === null ? newestOf : await choiceAtSave(source, namespaceOf(caller), hash)
  return showClauses(source, caller, clauses, await findRevisions(source, namespaceOf(caller), labels, choose))
}

async function showCitations(
  source: CitationSource,
  caller: Caller,
  { rules, revisions }: BoundCitations,
): Promise<ShownCitations> {
  const cited = rules.flatMap(({ citations }) => citations)
  return {
    ...toCitedDocuments(revisions),
    rules: rules.map(({ name, citations }) => ({
      name,
      clauses: citations.map(({ document, clause }) => ({ document, clause })),
    })),
    clauses: await showClauses(source, caller, cited, revisions),
  }
}

async function showClauses(
  source: CitationSource,
  caller: Caller,
  references: readonly ClauseReference[],
  revisions: Revisions,
): Promise<readonly ShownCitedClause[]> {
  const cited = new Map<string, Set<string>>()
  for (const { document, clause } of references) cited.set(document, (cited.get(document) ?? new Set()).add(clause))
  const clauses: ShownCitedClause[] = []
  for (const [label, wanted] of [...cited].slice(0, MAX_SHOWN_DOCUMENTS)) {
    const revision = revisions.get(label) ?? null
    const texts =
      revision === null
        ? new Map<string, string>()
        : await wordsByClause(source, namespaceOf(caller), revision.document.id, revision.number)
    const isOutdated = revision !== null && revision.number !== revision.document.newest.number
    for (const clause of wanted) clauses.push({ document: label, clause, text: texts.get(clause) ?? null, isOutdated })
  }
  return clauses
}

interface BoundRevision extends StoredRevision {
  readonly document: ListedDocument
}

/** By label; null for a document that the namespace does not have. */
type Revisions = ReadonlyMap<string, BoundRevision | null>

/** Takes one of the revisions of a document, newest first. */
type ChooseRevision = (label: string, revisions: readonly StoredRevision[]) => StoredRevision | null

interface BoundCitations {
  /** Only those that cite a clause. */
  readonly rules: readonly CitingText[]
  readonly revisions: Revisions
}

const newestOf: ChooseRevision = (_label, revisions) => revisions[0] ?? null

/** @param choose the revisions at the time of the save by default */
async function bindCitations(
  source: CitationSource,
  caller: Caller,
  hash: string,
  choose?: ChooseRevision,
): Promise<BoundCitations | null> {
  const namespaceId = namespaceOf(caller)
  const rules = await citingRules(source, caller, hash)
  if (rules.length === 0) return null
  const chooses = choose ?? (await choiceAtSave(source, namespaceId, hash))
  return { rules, revisions: await findRevisions(source, namespaceId, labelsOf(rules), chooses) }
}

/** Labels of the documents that a ruleset cites, sorted; empty if it does not compile. @throws Refusal RULESET_NOT_FOUND */
export async function citedLabelsOf(source: CitationSource, caller: Caller, hash: string): Promise<readonly string[]> {
  return [...new Set(labelsOf(await citingRules(source, caller, hash)))].sort()
}

function labelsOf(rules: readonly CitingText[]): readonly string[] {
  return rules.flatMap(({ citations }) => citations.map(({ document }) => document))
}

/** The citations of a clause in a ruleset. */
async function citingRules(
  { engine, rulesets, libraryOf }: CitationSource,
  caller: Caller,
  hash: string,
): Promise<readonly CitingText[]> {
  const text = await rulesets.findStored(namespaceOf(caller), hash)
  if (!text.source.includes('@cite')) return []
  const all = await engine.citing(text, await libraryOf(caller)).catch(nothingIfNotCompiled)
  return all.filter(({ citations }) => citations.length > 0)
}

async function choiceAtSave({ store }: CitationSource, namespaceId: string, hash: string): Promise<ChooseRevision> {
  const bindings = await store.bindingsOf(namespaceId, hash)
  const savedAt = bindings.at(-1)?.boundAt ?? null
  return (_label, revisions) => revisionAt(revisions, savedAt)
}

async function findRevisions(
  { store }: CitationSource,
  namespaceId: string,
  labels: readonly string[],
  choose: ChooseRevision,
): Promise<Revisions> {
  const known = new Map((await store.listDocuments(namespaceId)).map((document) => [document.label, document]))
  const revisions = new Map<string, BoundRevision | null>()
  for (const label of [...new Set(labels)].sort()) {
    const document = known.get(label) ?? null
    const found = document && choose(label, await store.listDocumentRevisions(namespaceId, document.id))
    revisions.set(label, found && document && { ...found, document })
  }
  return revisions
}

/** The first revision if the document was added after the save. @param revisions newest first */
function revisionAt(revisions: readonly StoredRevision[], at: Date | null): StoredRevision | null {
  if (at === null) return revisions[0] ?? null
  return revisions.find(({ createdAt }) => createdAt <= at) ?? revisions.at(-1) ?? null
}

function toCitedDocuments(revisions: Revisions): CitedDocuments {
  const documents = [...revisions].map(([label, revision]) => ({ label, sha256: revision?.sha256 ?? null }))
  return { documents, digest: sha256Hex(canonicalJson(documents)) }
}

export async function wordsByClause(
  { store }: CitationSource,
  namespaceId: string,
  documentId: string,
  number: number,
): Promise<ReadonlyMap<string, string>> {
  const read = await store.readDocumentRevision(namespaceId, documentId, number)
  if (read === null) return new Map()
  const { text, edited } = splitText(read.text, read.edits)
  return new Map(edited.clauses.map((clause) => [clause.label, clauseText(text, clause)]))
}

function nothingIfNotCompiled(error: unknown): readonly CitingText[] {
  if (error instanceof Refusal && error.code === 'COMPILE_FAILED') return []
  throw error
}
