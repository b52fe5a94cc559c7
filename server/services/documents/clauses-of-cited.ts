import type { StoredRevision } from '../../database/documents/documents'
import { type Caller, namespaceOf } from '../calls/caller'
import {
  type CitationSource,
  type ClauseReference,
  citedLabelsOf,
  MAX_SHOWN_DOCUMENTS,
  wordsByClause,
} from './cited-revisions'

/** A clause with its words. */
export interface ClauseWithWords extends ClauseReference {
  readonly text: string
}

/**
 * All clauses of the documents that a ruleset cites, also those without a rule, in the newest revisions of the documents.
 * Empty for a ruleset that cites nothing or does not compile.
 */
export async function listClausesOfCited(
  source: CitationSource,
  caller: Caller,
  hash: string,
): Promise<readonly ClauseWithWords[]> {
  const labels = await citedLabelsOf(source, caller, hash)
  const clauses: ClauseWithWords[] = []
  for (const label of labels.slice(0, MAX_SHOWN_DOCUMENTS))
    for (const [clause, text] of await readWords(source, caller, label, (revisions) => revisions[0]))
      clauses.push({ document: label, clause, text })
  return clauses
}

/** The clause as it was at a time; null if the document had no such clause. */
export async function readClauseAt(
  source: CitationSource,
  caller: Caller,
  { document, clause }: ClauseReference,
  at: Date,
): Promise<string | null> {
  const words = await readWords(source, caller, document, (revisions) =>
    revisions.find(({ createdAt }) => createdAt <= at),
  )
  return words.get(clause) ?? null
}

/** @param choose takes one of the revisions, newest first */
async function readWords(
  source: CitationSource,
  caller: Caller,
  label: string,
  choose: (revisions: readonly StoredRevision[]) => StoredRevision | undefined,
): Promise<ReadonlyMap<string, string>> {
  const namespaceId = namespaceOf(caller)
  const document = (await source.store.listDocuments(namespaceId)).find((each) => each.label === label)
  const revision = document && choose(await source.store.listDocumentRevisions(namespaceId, document.id))
  return document === undefined || revision === undefined
    ? new Map()
    : wordsByClause(source, namespaceId, document.id, revision.number)
}
