'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/button'
import { saveFile } from '../ui/download-text'
import { refusalOf } from '../ui/page-refusal'
import { server } from '../ui/server-calls'

interface Progress {
  readonly done: string
  readonly total: string
}

/** The whole log as a file of JSON Lines, fetched piece by piece: it can be long. */
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

/** Null where it was cancelled. The pieces are blobs, which the browser may keep on disk. */
async function fetchLog(signal: AbortSignal, tell: (progress: Progress) => void) {
  const pieces: Blob[] = []
  let next: string | null = null
  for (;;) {
    if (signal.aborted) return null
    const piece = await exportPiece(next, signal)
    if (piece === null) return null
    pieces.push(new Blob([piece.text]))
    tell(piece)
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
