'use client'

import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Button } from '../ui/button'
import { CopyText } from '../ui/copy-text'
import { DownloadText } from '../ui/download-text'
import { Notice } from '../ui/notice'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { TimeText } from '../ui/time-text'

/** Has the server read the whole log anew and sign what it found. */
export function AuditCheck() {
  const check = useMutation({ mutationFn: () => server.audit.checkpoint.mutate() })
  const found = check.data
  return (
    <section aria-labelledby="audit-check" className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="audit-check" className="font-semibold">
            Is the log whole?
          </h2>
          <p className="text-sm text-ink-soft">
            The server computes the log’s root from its entries and signs it: a checkpoint. Kept elsewhere, it shows
            later that nothing was changed or cut off.
          </p>
        </div>
        <Button onClick={() => check.mutate()} disabled={check.isPending}>
          <ShieldCheck size={15} aria-hidden /> {check.isPending ? 'Verifying…' : 'Verify and sign a checkpoint'}
        </Button>
      </div>
      {check.isError && <RefusalNotice refusal={refusalOf(check.error)} className="mt-3" />}
      {found !== undefined && (
        <Notice kind="done" title={verified(found.size)} className="mt-3">
          <p>
            Signed <TimeText at={found.at} />.
          </p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
            tabIndex={0}
            className="my-2 overflow-x-auto font-mono text-xs"
            data-testid="checkpoint"
          >
            {found.note}
          </pre>
          <div className="flex flex-wrap gap-2">
            <CopyText text={found.note} label="Copy" what="the checkpoint" />
            <DownloadText file={{ fileName: `checkpoint-${found.size}.txt`, text: found.note }} type="text/plain">
              Download the checkpoint
            </DownloadText>
          </div>
        </Notice>
      )}
    </section>
  )
}

function verified(size: string): string {
  if (size === '0') return 'The log has no entry yet'
  if (size === '1') return 'Entry 0 verifies against the checkpoint'
  return `Entries 0 to ${BigInt(size) - 1n} verify against the checkpoint`
}
