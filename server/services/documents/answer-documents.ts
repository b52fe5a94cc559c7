/** Policy documents for programs and AI agents (public/docs/api.md, "Policy documents"). */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { unfitRefusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import { clauseText } from '../../documents/clause'
import { normalizeText } from '../../documents/text-lines'
import type { RequestOf, Success } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { DocumentRow, Documents, OpenedDocument } from './documents'

/** @throws Refusal ENGINE_BUSY */
export async function answerListDocuments(documents: Documents, caller: Caller): Promise<Success> {
  const rows = await documents.list(caller)
  return answerOf({ documents: rows.map(toWireRow) })
}

/** @throws Refusal BAD_REQUEST, ENGINE_BUSY */
export async function answerGetDocument(
  documents: Documents,
  caller: Caller,
  { label, revision }: RequestOf<'getPolicyDocument'>,
): Promise<Success> {
  const opened = await documents.open(caller, { label, revision: revision ?? null })
  return answerOf({ ...toWireRow(rowOf(opened)), text: opened.text })
}

/** @throws Refusal BAD_REQUEST, ENGINE_BUSY */
export async function answerListClauses(
  documents: Documents,
  caller: Caller,
  { label, revision }: RequestOf<'listClauses'>,
): Promise<Success> {
  const opened = await documents.open(caller, { label, revision: revision ?? null })
  const { clauses, text } = opened
  const described = clauses.map(
    (clause): Json => ({
      clause: clause.label,
      parent: clause.parent === null ? null : (clauses[clause.parent]?.label ?? null),
      role: clause.role,
      mark: clause.mark?.kind ?? null,
      reason: clause.mark?.kind === 'not_checkable' ? clause.mark.reason : null,
      text: clauseText(text, clause),
    }),
  )
  return answerOf({ ...toWireRow(rowOf(opened)), clauses: described })
}

/**
 * Stores nothing if the newest revision has this text, so that a repeated call has one effect.
 * @throws Refusal BAD_REQUEST, BUDGET_EXCEEDED, ENGINE_BUSY
 */
export async function answerSaveDocument(
  documents: Documents,
  caller: Caller,
  { label, title = label, text, format = 'text', base }: RequestOf<'saveDocument'>,
): Promise<Success> {
  const content = { kind: 'text', text, format } as const
  const known = (await documents.list(caller)).some((each) => each.label === label)
  if (!known) {
    if (base !== undefined)
      throw unfitRefusal('base', `absent, because no document has the label "${label}" yet`, String(base))
    await documents.add(caller, { label, title, content })
    return answerSaved(documents, caller, label, true)
  }
  const newest = await documents.open(caller, { label, revision: null })
  // The reader of HTML decides what its text is, so such a text is compared after it is read.
  if (format !== 'html' && normalizeText(text) === newest.text) return answerSaved(documents, caller, label, false)
  if (base === undefined)
    throw unfitRefusal(
      'base',
      `the newest revision, ${newest.revision.number}, to add a revision to "${label}", which has another text`,
      'nothing',
    )
  await documents.revise(caller, { label, base, content })
  return answerSaved(documents, caller, label, true)
}

async function answerSaved(documents: Documents, caller: Caller, label: string, saved: boolean): Promise<Success> {
  const opened = await documents.open(caller, { label, revision: null })
  return answerOf({ ...toWireRow(rowOf(opened)), saved })
}

function rowOf({ label, title, revision }: OpenedDocument): DocumentRow {
  const { number, sha256, savedAt, savedBy } = revision
  return { label, title, revision: number, sha256, savedAt, savedBy }
}

function toWireRow({ label, title, revision, sha256, savedAt, savedBy }: DocumentRow) {
  return { label, title, revision, sha256, saved_at: savedAt, saved_by: savedBy }
}

function answerOf(members: Readonly<Record<string, Json>>): Success {
  return { body: canonicalJson({ ok: true, ...members, versions: { ...VERSIONS } }) }
}
