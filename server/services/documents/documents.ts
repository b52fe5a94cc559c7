/** Written policies of a namespace, their clauses, and what rulesets say about them. */
import { createHash } from 'node:crypto'
import { Refusal } from '../../api/refusal'
import type { DocumentVerbs, NewRevision, StoredDocument, StoredRevision } from '../../database/documents/documents'
import { type ClauseRole, clauseText } from '../../documents/clause'
import { applyEdit, type ClauseEdit, type ClauseMark, EditProblem } from '../../documents/edit-clauses'
import { type ClauseChange, matchClauses } from '../../documents/match-clauses'
import { MAX_CLAUSES, MAX_LINES, splitClauses } from '../../documents/split-clauses'
import { MAX_DOCUMENT_LENGTH, normalizeText } from '../../documents/text-lines'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { type CitationSource, type ClauseReference, readClauses, type ShownCitedClause } from './cited-revisions'
import { editsFor, type SplitText, splitText } from './clause-edits'
import { type CoverageDependencies, type CoverageReport, coverageOf, type RulesetToCover } from './coverage-report'
import { DOCUMENT_LIMITS, demandWritten } from './document-limits'
import { MAX_FILE_BYTES } from './readers/file-problem'
import type { FileReader } from './readers/file-reader'
import type { DocumentFormat } from './readers/read-file'

export interface DocumentRow {
  readonly label: string
  readonly title: string
  readonly revision: number
  readonly sha256: string
  readonly savedAt: string
  readonly savedBy: string
}

export interface RevisionRow {
  readonly number: number
  readonly sha256: string
  readonly format: string
  readonly fileName: string | null
  readonly savedAt: string
  readonly savedBy: string
}

export interface ShownClause {
  readonly label: string
  readonly start: number
  readonly end: number
  readonly parent: number | null
  readonly role: ClauseRole
  readonly mark: ClauseMark | null
  /** Compared with the revision before; null for the first revision. */
  readonly change: Exclude<ClauseChange, 'gone'> | null
}

export interface OpenedDocument {
  readonly label: string
  readonly title: string
  readonly text: string
  readonly revision: RevisionRow
  /** Newest first. */
  readonly revisions: readonly RevisionRow[]
  readonly clauses: readonly ShownClause[]
  /** Labels and words of clauses of the revision before that are gone. */
  readonly gone: readonly { readonly label: string; readonly text: string }[]
  /** Number of edits, which a change names. */
  readonly edits: number
}

export type DocumentContent =
  | { readonly kind: 'text'; readonly text: string; readonly format: 'text' | 'markdown' | 'html' }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }

export interface Documents {
  list(caller: Caller): Promise<readonly DocumentRow[]>
  /** @throws Refusal BAD_REQUEST for an unknown label or revision */
  open(caller: Caller, which: WhichRevision): Promise<OpenedDocument>
  /** The file as it was uploaded. */
  source(caller: Caller, which: WhichRevision): Promise<{ readonly name: string; readonly bytes: Uint8Array }>
  /** @throws Refusal BAD_REQUEST, BUDGET_EXCEEDED, ENGINE_BUSY */
  add(
    caller: Caller,
    document: { readonly label: string; readonly title: string; readonly content: DocumentContent },
  ): Promise<{ readonly label: string }>
  /** @throws Refusal as {@link add}, and if `base` is not the newest revision */
  revise(
    caller: Caller,
    revision: { readonly label: string; readonly base: number; readonly content: DocumentContent },
  ): Promise<{ readonly label: string }>
  /** Changes the clauses of the newest revision. @param change `seen` is the number of edits that the caller saw */
  edit(
    caller: Caller,
    change: { readonly label: string; readonly revision: number; readonly seen: number; readonly edit: ClauseEdit },
  ): Promise<OpenedDocument>
  /**
   * Words of cited clauses.
   * @param cited `hash` of the ruleset that cites them, for the revisions at the time of its save, or null for the newest
   */
  clauses(
    caller: Caller,
    cited: { readonly hash: string | null; readonly clauses: readonly ClauseReference[] },
  ): Promise<readonly ShownCitedClause[]>
  /** @throws Refusal COMPILE_FAILED, RULESET_NOT_FOUND */
  coverage(caller: Caller, which: WhichRevision, ruleset: RulesetToCover): Promise<CoverageReport>
}

export interface WhichRevision {
  readonly label: string
  /** Null for the newest. */
  readonly revision: number | null
}

export interface DocumentDependencies extends CoverageDependencies {
  readonly store: DocumentVerbs & CoverageDependencies['store'] & CitationSource['store']
  readonly reader: FileReader
  readonly now: () => Date
  readonly newId: () => string
}

export function createDocuments(dependencies: DocumentDependencies): Documents {
  const { store, now, newId } = dependencies
  const find = async (caller: Caller, label: string): Promise<StoredDocument> => {
    const document = await store.findDocument(namespaceOf(caller), label)
    if (document === null) throw unknownDocument(label)
    return document
  }
  const read = async (caller: Caller, document: StoredDocument, number: number | null) => {
    const revision = await store.readDocumentRevision(namespaceOf(caller), document.id, number)
    if (revision === null)
      throw new Refusal('BAD_REQUEST', `The document "${document.label}" has no revision ${number ?? 1}.`)
    return { revision, split: splitText(revision.text, revision.edits) }
  }
  const writing = (caller: Caller) => ({ namespaceId: namespaceOf(caller), at: now(), by: caller.label })

  const open = async (caller: Caller, { label, revision: number }: WhichRevision): Promise<OpenedDocument> => {
    demandPermission(caller, 'read')
    const document = await find(caller, label)
    const { revision, split } = await read(caller, document, number)
    const revisions = await store.listDocumentRevisions(namespaceOf(caller), document.id)
    const before = revision.number === 1 ? null : (await read(caller, document, revision.number - 1)).split
    return { ...showClauses(split, before), ...shownOf(document, revision, revisions, split) }
  }

  return {
    list: async (caller) => {
      demandPermission(caller, 'read')
      const documents = await store.listDocuments(namespaceOf(caller))
      return documents.map(({ label, title, newest }) => ({
        ...{ label, title, revision: newest.number, sha256: newest.sha256 },
        ...{ savedAt: newest.createdAt.toISOString(), savedBy: newest.createdBy },
      }))
    },

    open,

    source: async (caller, { label, revision: number }) => {
      demandPermission(caller, 'read')
      const document = await find(caller, label)
      const revisions = await store.listDocumentRevisions(namespaceOf(caller), document.id)
      const revision = revisions.find((each) => number === null || each.number === number)
      const bytes = revision === undefined ? null : await store.readDocumentSource(namespaceOf(caller), revision.id)
      if (revision === undefined || bytes === null)
        throw new Refusal('BAD_REQUEST', `The document "${label}" has no revision ${number ?? 1}.`)
      return { name: revision.fileName ?? `${label}.txt`, bytes }
    },

    add: async (caller, { label, title, content }) => {
      demandPermission(caller, 'save')
      const revision = await newRevision(dependencies, content, null)
      const document = { id: newId(), label, title }
      demandWritten(await store.addDocument(writing(caller), document, revision, DOCUMENT_LIMITS), label)
      return { label }
    },

    revise: async (caller, { label, base, content }) => {
      demandPermission(caller, 'save')
      const document = await find(caller, label)
      const { split } = await read(caller, document, base)
      const revision = await newRevision(dependencies, content, split)
      demandWritten(await store.reviseDocument(writing(caller), document, base, revision, DOCUMENT_LIMITS), label)
      return { label }
    },

    edit: async (caller, { label, revision: number, seen, edit }) => {
      demandPermission(caller, 'save')
      const document = await find(caller, label)
      const { revision, split } = await read(caller, document, null)
      if (revision.number !== number) demandWritten({ kind: 'conflict' }, label)
      const edited = applyEdit(split.text, split.edited, edit)
      if (edited instanceof EditProblem) throw new Refusal('BAD_REQUEST', edited.message)
      const logged = { clause: clauseOf(split, edit), mark: wordOf(edit) }
      const target = { documentId: document.id, revision, seen }
      demandWritten(await store.editClause(writing(caller), target, jsonOf(edit), logged, DOCUMENT_LIMITS), label)
      return open(caller, { label, revision: number })
    },

    clauses: async (caller, cited) => {
      demandPermission(caller, 'read')
      return readClauses(dependencies, caller, cited)
    },

    coverage: async (caller, { label, revision: number }, ruleset) => {
      demandPermission(caller, 'read')
      const document = await find(caller, label)
      const { split } = await read(caller, document, number)
      return coverageOf(dependencies, caller, { label, split }, ruleset)
    },
  }
}

export function unknownDocument(label: string): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `No document of this namespace has the label "${label}". The page Documents and GET /v1/documents list them.`,
  )
}

async function newRevision(
  { reader, newId }: Pick<DocumentDependencies, 'reader' | 'newId'>,
  content: DocumentContent,
  before: SplitText | null,
): Promise<NewRevision> {
  const isFile = content.kind === 'file'
  const source = new Uint8Array(isFile ? content.bytes : new TextEncoder().encode(content.text))
  if (source.length > MAX_FILE_BYTES)
    throw new Refusal(
      'BUDGET_EXCEEDED',
      'A file has at most 5 MB. Remove pictures, or upload the part with the policy.',
      {
        ...{ budget: 'document_file_bytes', limit: MAX_FILE_BYTES, actual: source.length },
      },
    )
  const fileName = isFile ? content.name : null
  const read = await readContent(reader, content, source, fileName)
  const text = normalizeText(read.text)
  demandUsable(text)
  return {
    id: newId(),
    sha256: sha256(text),
    text,
    format: read.format,
    fileName,
    source,
    sourceSha256: sha256(source),
    edits: before === null ? [] : editsFor(text, before).map(jsonOf),
  }
}

async function readContent(
  reader: FileReader,
  content: DocumentContent,
  bytes: Uint8Array,
  fileName: string | null,
): Promise<{ readonly text: string; readonly format: DocumentFormat }> {
  if (content.kind === 'text' && content.format !== 'html') return content
  return reader.read({ bytes, fileName, format: content.kind === 'text' ? content.format : null })
}

function demandUsable(text: string): void {
  if (text === '')
    throw new Refusal('BAD_REQUEST', 'The document has no words. Paste the text of the policy, or upload its file.')
  // The cheap limits come first.
  demandAtMost('document_characters', MAX_DOCUMENT_LENGTH, text.length)
  demandAtMost('document_lines', MAX_LINES, text.split('\n').length - 1)
  demandAtMost('document_clauses', MAX_CLAUSES, splitClauses(text).length)
}

function demandAtMost(budget: string, limit: number, actual: number): void {
  if (actual > limit)
    throw new Refusal('BUDGET_EXCEEDED', 'The document is too long. Add its parts as separate documents.', {
      ...{ budget, limit, actual },
    })
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Plain JSON for the database. */
function jsonOf(edit: ClauseEdit) {
  if (edit.kind !== 'mark') return { ...edit }
  return { ...edit, mark: edit.mark === null ? null : { ...edit.mark } }
}

function wordOf(edit: ClauseEdit): string {
  if (edit.kind !== 'mark') return edit.kind === 'split' ? 'split' : 'joined'
  return edit.mark?.kind ?? 'unmarked'
}

function clauseOf({ edited: { clauses } }: SplitText, edit: ClauseEdit): string {
  const at = edit.kind === 'split' ? edit.at : edit.start
  return clauses.find(({ start, end }) => start <= at && at < end)?.label ?? ''
}

function shownOf(
  { label, title }: StoredDocument,
  revision: StoredRevision,
  revisions: readonly StoredRevision[],
  { text, edits }: SplitText,
) {
  return { label, title, text, revision: toRow(revision), revisions: revisions.map(toRow), edits: edits.length }
}

function toRow({ number, sha256: digest, format, fileName, createdAt, createdBy }: StoredRevision): RevisionRow {
  return { number, sha256: digest, format, fileName, savedAt: createdAt.toISOString(), savedBy: createdBy }
}

function showClauses({ text, edited }: SplitText, before: SplitText | null): Pick<OpenedDocument, 'clauses' | 'gone'> {
  const older = before === null ? null : { text: before.text, clauses: before.edited.clauses }
  const matches = older === null ? [] : matchClauses(older, { text, clauses: edited.clauses })
  const clauses = edited.clauses.map(({ label, start, end, parent, role }, i): ShownClause => {
    const change = matches[i]?.change
    return {
      ...{ label, start, end, parent, role },
      mark: edited.marks.get(start) ?? null,
      change: change === undefined || change === 'gone' ? null : change,
    }
  })
  const gone = matches.flatMap(({ change, older: index }) => {
    const clause = change === 'gone' && index !== null ? older?.clauses[index] : undefined
    return clause === undefined || older === null ? [] : [{ label: clause.label, text: clauseText(older.text, clause) }]
  })
  return { clauses, gone }
}
