'use client'

import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/controls'
import { CopyText } from '../../ui/copy-text'
import { DownloadText, saveFile } from '../../ui/download-text'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'

/** Has the server verify the whole log and sign the result as a checkpoint. */
export function AuditCheck() {
  const check = useMutation({ mutationFn: () => server.audit.checkpoint.mutate() })
  const checkpoint = check.data
  return (
    <section aria-labelledby="audit-check" className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="audit-check" className="font-semibold">
            Is the log complete?
          </h2>
          <p className="text-sm text-ink-soft">
            The server computes the log’s root from its entries and signs it as a checkpoint. A checkpoint stored
            elsewhere can later show that nothing was changed or cut off.
          </p>
        </div>
        <Button onClick={() => check.mutate()} disabled={check.isPending}>
          <ShieldCheck size={15} aria-hidden /> {check.isPending ? 'Verifying…' : 'Verify and sign a checkpoint'}
        </Button>
      </div>
      {check.isError && <RefusalNotice refusal={refusalOf(check.error)} className="mt-3" />}
      {checkpoint !== undefined && (
        <Notice kind="done" title={verifiedEntries(checkpoint.size)} className="mt-3">
          <p>
            Signed <TimeText at={checkpoint.at} />.
          </p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
            tabIndex={0}
            className="my-2 overflow-x-auto font-mono text-xs"
            data-testid="checkpoint"
          >
            {checkpoint.note}
          </pre>
          <div className="flex flex-wrap gap-2">
            <CopyText text={checkpoint.note} label="Copy" what="the checkpoint" />
            <DownloadText
              file={{ fileName: `checkpoint-${checkpoint.size}.txt`, text: checkpoint.note }}
              type="text/plain"
            >
              Download the checkpoint
            </DownloadText>
          </div>
        </Notice>
      )}
    </section>
  )
}

function verifiedEntries(size: string): string {
  if (size === '0') return 'The log has no entries yet'
  if (size === '1') return 'Entry 0 verifies against the checkpoint'
  return `Entries 0 to ${BigInt(size) - 1n} verify against the checkpoint`
}

interface Progress {
  readonly done: string
  readonly total: string
}

/** Exports the whole log as JSON Lines, fetched in pieces because it can be long. */
export function AuditExport() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const stopping = useRef<AbortController>(null)
  const run = useMutation({
    mutationFn: async () => {
      const stop = new AbortController()
      stopping.current = stop
      const saved = await fetchLog(stop.signal, setProgress)
      if (saved !== null) saveFile(saved.fileName, saved.content)
      return saved !== null
    },
    onSettled: () => setProgress(null),
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span role="status" className="text-sm text-ink-soft tabular-nums">
        {run.isPending && `${progress?.done ?? '0'} of ${progress?.total ?? '…'} entries`}
        {run.data === true && 'Saved'}
        {run.data === false && 'Cancelled'}
        {run.isError && `Not exported: ${refusalOf(run.error).message}`}
      </span>
      {run.isPending ? (
        <Button onClick={() => stopping.current?.abort()}>Cancel the export</Button>
      ) : (
        <Button onClick={() => run.mutate()}>
          <Download size={15} aria-hidden /> Export as JSON Lines
        </Button>
      )}
    </div>
  )
}

/** Returns null if cancelled. The pieces are blobs, which the browser may store on disk. */
async function fetchLog(signal: AbortSignal, onProgress: (progress: Progress) => void) {
  const pieces: Blob[] = []
  let next: string | null = null
  for (;;) {
    if (signal.aborted) return null
    const piece = await exportPiece(next, signal)
    if (piece === null) return null
    pieces.push(new Blob([piece.text]))
    onProgress(piece)
    next = piece.next
    if (next === null)
      return { fileName: piece.fileName, content: new Blob(pieces, { type: 'application/jsonl; charset=utf-8' }) }
  }
}

async function exportPiece(next: string | null, signal: AbortSignal) {
  try {
    return await server.audit.export.mutate({ next }, { signal })
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}
