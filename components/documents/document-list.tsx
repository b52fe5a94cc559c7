'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { documentPath } from '../../server/api/page-paths'
import { HashText } from '../ui/copy-text'
import { personName } from '../ui/lists'
import { RefusalNotice } from '../ui/notice'
import { EmptyState, SkeletonLines } from '../ui/page-frame'
import { refusalOf } from '../ui/server-calls'
import { useMay, useViewer } from '../ui/shell/viewer'
import { Cell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { documentsQuery } from './document-data'
import { DocumentForm } from './document-form'

export function DocumentList() {
  const { namespace } = useViewer()
  const maySave = useMay('save')
  const documents = useQuery(documentsQuery(namespace.id))
  return (
    <div className="flex flex-col gap-8">
      {documents.isPending && <SkeletonLines what="the documents" />}
      {documents.error !== null && (
        <RefusalNotice refusal={refusalOf(documents.error)} onRetry={() => void documents.refetch()} />
      )}
      {documents.data?.length === 0 && (
        <EmptyState title="No document yet">
          <p>Add a written policy to see its clauses next to the rules that cite them.</p>
        </EmptyState>
      )}
      {documents.data !== undefined && documents.data.length > 0 && (
        <Table
          label="Documents"
          columns={['Label', 'Title', { title: 'Revision', isNumber: true }, 'Saved', 'Hash of the text']}
        >
          {documents.data.map(({ label, title, revision, sha256, savedAt, savedBy }) => (
            <tr key={label}>
              <Cell>
                <Link href={documentPath(label)} className="font-medium text-accent hover:underline">
                  {label}
                </Link>
              </Cell>
              <Cell className="break-words">{title}</Cell>
              <Cell className="text-right tabular-nums">{revision}</Cell>
              <Cell>
                <TimeText at={savedAt} /> by {personName(savedBy)}
              </Cell>
              <Cell>
                <HashText hash={sha256} what="hash of the text" />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {maySave && (
        <section aria-labelledby="add-document">
          <h2 id="add-document" className="mb-3 text-xl font-semibold">
            Add a document
          </h2>
          <DocumentForm />
        </section>
      )}
    </div>
  )
}
