/** Written policies. Documents, revisions and edits are only added. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'

export interface StoredDocument {
  readonly id: string
  readonly label: string
  readonly title: string
  readonly createdAt: Date
  readonly createdBy: string
}

export interface StoredRevision {
  readonly id: string
  readonly number: number
  readonly sha256: string
  readonly format: string
  readonly fileName: string | null
  readonly sourceSha256: string
  readonly createdAt: Date
  readonly createdBy: string
}

export type RevisionText = StoredRevision & {
  readonly text: string
  /** In their order; not validated. */
  readonly edits: readonly unknown[]
}

export interface ListedDocument extends StoredDocument {
  readonly newest: StoredRevision
}

export interface DocumentWriting {
  readonly namespaceId: string
  readonly at: Date
  readonly by: string
}

export interface NewRevision {
  readonly id: string
  readonly sha256: string
  readonly text: string
  readonly format: string
  readonly fileName: string | null
  readonly source: Uint8Array<ArrayBuffer>
  readonly sourceSha256: string
  /** Taken over from the revision before. */
  readonly edits: readonly Prisma.InputJsonObject[]
}

export interface DocumentLimits {
  readonly documents: number
  readonly revisions: number
  /** Size of all files together. */
  readonly sourceBytes: number
  /** Edits of one revision. */
  readonly edits: number
}

export type WriteDocumentResult =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'label_taken' }
  /** The newest revision is another one now. */
  | { readonly kind: 'conflict' }
  /** The document has a revision with this text. */
  | { readonly kind: 'known'; readonly number: number }
  | { readonly kind: 'past_limit'; readonly limit: keyof DocumentLimits; readonly actual: number }

export interface DocumentVerbs {
  /** By label. */
  listDocuments(namespaceId: string): Promise<ListedDocument[]>
  findDocument(namespaceId: string, label: string): Promise<StoredDocument | null>
  /** Newest first. */
  listDocumentRevisions(namespaceId: string, documentId: string): Promise<StoredRevision[]>
  /** @param number null for the newest */
  readDocumentRevision(namespaceId: string, documentId: string, number: number | null): Promise<RevisionText | null>
  readDocumentSource(namespaceId: string, revisionId: string): Promise<Uint8Array | null>
  addDocument(
    writing: DocumentWriting,
    document: Pick<StoredDocument, 'id' | 'label' | 'title'>,
    revision: NewRevision,
    limits: DocumentLimits,
  ): Promise<WriteDocumentResult>
  /** @param base number of the newest revision that the caller saw */
  reviseDocument(
    writing: DocumentWriting,
    document: StoredDocument,
    base: number,
    revision: NewRevision,
    limits: DocumentLimits,
  ): Promise<WriteDocumentResult>
  /** @param seen number of edits that the caller saw */
  editClause(
    writing: DocumentWriting,
    edited: { readonly documentId: string; readonly revision: StoredRevision; readonly seen: number },
    edit: Prisma.InputJsonObject,
    logged: { readonly clause: string; readonly mark: string },
    limits: DocumentLimits,
  ): Promise<WriteDocumentResult>
}

const DOCUMENTS_LOCK = 31
const DOCUMENT = { id: true, label: true, title: true, createdAt: true, createdBy: true } as const
const REVISION = {
  ...{ id: true, number: true, sha256: true, format: true, fileName: true, sourceSha256: true },
  ...{ createdAt: true, createdBy: true },
} as const

export function documentVerbs({ prisma, repeatable }: Database): DocumentVerbs {
  return {
    listDocuments: (namespaceId) =>
      repeatable(async () => {
        const documents = await prisma.document.findMany({
          where: { namespaceId },
          select: { ...DOCUMENT, revisions: { select: REVISION, orderBy: { number: 'desc' }, take: 1 } },
          orderBy: { label: 'asc' },
        })
        return documents.flatMap(({ revisions: [newest], ...document }) =>
          newest === undefined ? [] : [{ ...document, newest }],
        )
      }),

    findDocument: (namespaceId, label) =>
      repeatable(() =>
        prisma.document.findUnique({ where: { namespaceId_label: { namespaceId, label } }, select: DOCUMENT }),
      ),

    listDocumentRevisions: (namespaceId, documentId) =>
      repeatable(() =>
        prisma.documentRevision.findMany({
          where: { namespaceId, documentId },
          select: REVISION,
          orderBy: { number: 'desc' },
        }),
      ),

    readDocumentRevision: (namespaceId, documentId, number) =>
      repeatable(async () => {
        const revision = await prisma.documentRevision.findFirst({
          where: { namespaceId, documentId, ...(number === null ? {} : { number }) },
          select: { ...REVISION, text: true, edits: { select: { edit: true }, orderBy: { id: 'asc' } } },
          orderBy: { number: 'desc' },
        })
        return revision === null ? null : { ...revision, edits: revision.edits.map(({ edit }) => edit) }
      }),

    readDocumentSource: (namespaceId, id) =>
      repeatable(async () => {
        const found = await prisma.documentRevision.findFirst({ where: { namespaceId, id }, select: { source: true } })
        return found?.source ?? null
      }),

    addDocument: (writing, document, revision, limits) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const { namespaceId, at, by } = writing
          await holdDocuments(tx, namespaceId)
          const before = await tx.document.findUnique({
            where: { namespaceId_label: { namespaceId, label: document.label } },
          })
          // An earlier attempt of this call may have taken effect.
          if (before?.id === document.id) return { kind: 'saved', id: document.id }
          if (before !== null) return { kind: 'label_taken' }
          const count = await tx.document.count({ where: { namespaceId } })
          if (count >= limits.documents) return { kind: 'past_limit', limit: 'documents', actual: count }
          const past = await pastSourceBytes(tx, namespaceId, revision, limits)
          if (past !== null) return past
          await tx.document.create({ data: { ...document, namespaceId, createdAt: at, createdBy: by } })
          await insertRevision(tx, writing, document.id, 1, revision)
          await appendLog(tx, namespaceId, at, [documentEvent('document_added', writing, document, revision)])
          return { kind: 'saved', id: document.id }
        }),
      ),

    reviseDocument: (writing, document, base, revision, limits) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const { namespaceId, at } = writing
          await holdDocuments(tx, namespaceId)
          const revisions = await tx.documentRevision.findMany({
            where: { namespaceId, documentId: document.id },
            select: { id: true, number: true, sha256: true },
            orderBy: { number: 'desc' },
          })
          const [newest] = revisions
          if (newest?.id === revision.id) return { kind: 'saved', id: revision.id }
          if (newest?.number !== base) return { kind: 'conflict' }
          const known = revisions.find(({ sha256 }) => sha256 === revision.sha256)
          if (known !== undefined) return { kind: 'known', number: known.number }
          if (revisions.length >= limits.revisions)
            return { kind: 'past_limit', limit: 'revisions', actual: revisions.length }
          const past = await pastSourceBytes(tx, namespaceId, revision, limits)
          if (past !== null) return past
          await insertRevision(tx, writing, document.id, base + 1, revision)
          await appendLog(tx, namespaceId, at, [documentEvent('document_revised', writing, document, revision)])
          return { kind: 'saved', id: revision.id }
        }),
      ),

    editClause: (writing, { documentId, revision, seen }, edit, logged, limits) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const { namespaceId, at, by } = writing
          await holdDocuments(tx, namespaceId)
          const count = await tx.clauseEdit.count({ where: { revisionId: revision.id } })
          if (count !== seen) return { kind: 'conflict' }
          if (count >= limits.edits) return { kind: 'past_limit', limit: 'edits', actual: count }
          await tx.clauseEdit.create({
            data: { namespaceId, revisionId: revision.id, edit, createdAt: at, createdBy: by },
          })
          const details = { document_id: documentId, revision_sha256: revision.sha256, ...logged }
          await appendLog(tx, namespaceId, at, [{ kind: 'clause_marked', actor: by, details }])
          return { kind: 'saved', id: revision.id }
        }),
      ),
  }
}

/** One writer of documents at a time in a namespace, so that limits and numbers hold. */
async function holdDocuments(tx: Prisma.TransactionClient, namespaceId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${DOCUMENTS_LOCK}::int, hashtext(${namespaceId}))`
}

async function pastSourceBytes(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { source }: NewRevision,
  limits: DocumentLimits,
): Promise<WriteDocumentResult | null> {
  const [sum] = await tx.$queryRaw<{ readonly bytes: bigint }[]>`
    SELECT coalesce(sum(length(source)), 0)::bigint AS bytes FROM document_revision WHERE namespace_id = ${namespaceId}::uuid`
  const actual = Number(sum?.bytes ?? 0n) + source.length
  return actual > limits.sourceBytes ? { kind: 'past_limit', limit: 'sourceBytes', actual } : null
}

async function insertRevision(
  tx: Prisma.TransactionClient,
  { namespaceId, at, by }: DocumentWriting,
  documentId: string,
  number: number,
  { edits, ...revision }: NewRevision,
): Promise<void> {
  const written = { namespaceId, createdAt: at, createdBy: by }
  await tx.documentRevision.create({ data: { ...revision, ...written, documentId, number } })
  if (edits.length > 0)
    await tx.clauseEdit.createMany({ data: edits.map((edit) => ({ ...written, revisionId: revision.id, edit })) })
}

function documentEvent(
  kind: 'document_added' | 'document_revised',
  { by }: DocumentWriting,
  { id, label, title }: Pick<StoredDocument, 'id' | 'label' | 'title'>,
  { sha256 }: NewRevision,
): LogEvent {
  const details = kind === 'document_added' ? { title } : { revision_sha256: sha256 }
  return { kind, actor: by, details: { document_id: id, label, ...details } }
}
