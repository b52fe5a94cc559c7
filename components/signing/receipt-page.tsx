'use client'

import './receipt.css'
import { useQuery } from '@tanstack/react-query'
import { DownloadText } from '../ui/download-text'
import { EmptyState } from '../ui/empty-state'
import { noteExport } from '../ui/note-export'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { PrintReceipt } from './print-receipt'
import { ReceiptSheet } from './receipt-sheet'
import { approvePath } from './sheet'

const RECORD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The receipt of a signature: to print, to keep, and to verify without this product. */
export function ReceiptPage({ hash, recordId }: { readonly hash: string; readonly recordId: string }) {
  const known = RECORD_ID.test(recordId)
  const { data, error, refetch } = useQuery({
    queryKey: ['signing', 'receipt', recordId],
    queryFn: ({ signal }) => server.signing.receipt.query({ recordId }, { signal }),
    enabled: known,
    refetchOnWindowFocus: false,
  })
  const refusal = error === null ? null : refusalOf(error)
  const strange = !known || refusal?.code === 'RULESET_NOT_FOUND' || (data && data.record.rulesetHash !== hash)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Receipt"
          above={{ href: approvePath(hash), title: 'Review and sign' }}
          actions={
            data !== undefined &&
            !strange && (
              <>
                <PrintReceipt recordId={recordId} />
                <DownloadText file={data.bundle} type="application/json" note={() => noteExport('receipt', recordId)}>
                  Download the receipt
                </DownloadText>
              </>
            )
          }
        >
          Keep the downloaded file: it proves the signature and its place in the log without this server.
        </PageHeader>
      </div>
      {strange ? (
        <EmptyState title="There is no such receipt here">
          <p>
            No signature under this ruleset has this address. Check it, or open the receipt from the list of signatures.
          </p>
        </EmptyState>
      ) : data !== undefined ? (
        <ReceiptSheet receipt={data} />
      ) : refusal !== null ? (
        <RefusalNotice refusal={refusal} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={14} what="the receipt" />
      )}
    </>
  )
}
