'use client'

import { Send } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import { useMay } from '../../ui/shell/viewer'
import { type ClaimSource, FrameForm } from './frame-form'
import { FrameProgress } from './frame-progress'
import { EMPTY_FRAME, type FrameDraft } from './send-frame'
import { useFrameRun } from './use-frame-run'

// Loaded with the first answer.
const AnsweredFrame = lazy(async () => ({ default: (await import('./answered-frame')).AnsweredFrame }))

/** Sends a frame like any client and watches it until it is answered. */
export function TryPanel(props: {
  readonly targetId: string
  readonly claimSources: readonly ClaimSource[]
  /** Whether the form has unsaved changes, because frames go to the saved target. */
  readonly unsaved: boolean
}) {
  const { targetId, claimSources, unsaved } = props
  const maySend = useMay('send_frames')
  const [draft, setDraft] = useState<FrameDraft>(EMPTY_FRAME)
  const { run, send, stop } = useFrameRun(targetId)
  const busy = run.phase === 'sending' || run.phase === 'waiting'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void send(draft)
  }
  return (
    <section aria-labelledby="try-heading" className="flex flex-col gap-4">
      <div>
        <h2 id="try-heading" className="text-lg font-semibold">
          Try it
        </h2>
        <p className="text-ink-soft">
          The frame is sent through the client API and returned on its stream, as for programs.
        </p>
      </div>
      {maySend ? (
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <FrameForm draft={draft} claimSources={claimSources} onChange={setDraft} />
          {unsaved && (
            <Notice kind="warning">Your changes are not saved. The frame is checked against the saved version.</Notice>
          )}
          <div>
            <Button type="submit" look="primary" disabled={busy} className="h-9 px-4">
              <Send size={15} aria-hidden /> Send the frame
            </Button>
          </div>
        </form>
      ) : (
        <p className="text-ink-soft">Authors and reviewers can send frames. An administrator assigns these roles.</p>
      )}
      {run.phase === 'failed' && (
        <Notice kind="problem" title="The frame was not sent">
          <p>{run.message}</p>
        </Notice>
      )}
      {run.phase !== 'none' && run.phase !== 'failed' && <FrameProgress run={run} onStop={stop} />}
      {run.phase === 'answered' && (
        <Suspense>
          <AnsweredFrame answer={run.answer} />
        </Suspense>
      )}
    </section>
  )
}
