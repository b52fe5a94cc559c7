import { Refusal } from '../../api/refusal'
import type { DocumentLimits, WriteDocumentResult } from '../../database/documents/documents'

export const DOCUMENT_LIMITS: DocumentLimits = {
  documents: 200,
  revisions: 200,
  sourceBytes: 500_000_000,
  edits: 5_000,
}

const SENTENCES: Readonly<Record<keyof DocumentLimits, string>> = {
  documents: 'The namespace holds as many documents as it may.',
  revisions: 'The document has as many revisions as it may. Add the text as another document.',
  sourceBytes: 'The files of the namespace hold as many bytes as they may. Paste the text, or upload a smaller file.',
  edits: 'The clauses of this revision were changed as often as they may be. Add a new revision of the document.',
}

const BUDGETS: Readonly<Record<keyof DocumentLimits, string>> = {
  documents: 'documents',
  revisions: 'document_revisions',
  sourceBytes: 'document_bytes',
  edits: 'clause_edits',
}

/** @throws Refusal for every result but `saved` */
export function demandWritten(result: WriteDocumentResult, label: string): void {
  if (result.kind === 'saved') return
  if (result.kind === 'past_limit')
    throw new Refusal('BUDGET_EXCEEDED', SENTENCES[result.limit], {
      ...{ budget: BUDGETS[result.limit], limit: DOCUMENT_LIMITS[result.limit], actual: result.actual },
    })
  throw new Refusal('BAD_REQUEST', wordsOf(result, label))
}

function wordsOf(result: Exclude<WriteDocumentResult, { kind: 'saved' | 'past_limit' }>, label: string): string {
  switch (result.kind) {
    case 'label_taken':
      return `Another document has the label "${label}". Choose another label, or add a revision to that document.`
    case 'conflict':
      return `The document "${label}" was changed by somebody else. Load the page again to see the change, and repeat yours.`
    case 'known':
      return `The text is that of revision ${result.number} of "${label}" already.`
  }
}
