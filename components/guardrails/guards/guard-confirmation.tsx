import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/controls'
import { HashText } from '../../ui/copy-text'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server, statusOf } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { targetKey, targetsKey } from '../targets/target-data'
import type { ToolGuard } from './guard-data'

/** Whether the guard decides, who confirmed it, and the button with which a reviewer does. */
export function GuardConfirmation({ guard }: { readonly guard: ToolGuard }) {
  const { id, version, digest, newerUnitsDigest, confirmed, mayNotConfirm, reason } = guard
  const confirmable = newerUnitsDigest ?? (confirmed === null ? digest : null)
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const again = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: targetKey('tool guard', id) }),
      queries.invalidateQueries({ queryKey: targetsKey('tool guard', namespace.id) }),
    ])
  const confirm = useMutation({
    mutationFn: () => server.calls.confirmGuard.mutate({ id, version, digest: confirmable ?? digest }),
    onSuccess: again,
    // Shows what another person changed meanwhile.
    onError: (error) => (statusOf(error) === 412 ? again() : undefined),
  })
  return (
    <section
      aria-label="Confirmation"
      className="mt-4 flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      {reason !== null && <Notice kind="warning">{reason}</Notice>}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {confirmed === null ? (
          'Not confirmed:'
        ) : (
          <span className="break-words">
            Confirmed by {confirmed.by}, <TimeText at={confirmed.at} />:
          </span>
        )}
        <HashText hash={digest} what="digest of the guard" />
      </p>
      {newerUnitsDigest !== null && (
        <p className="text-sm">
          Unit converters were added since then; calls are decided without them until a reviewer confirms this guard
          again.
        </p>
      )}
      {confirm.error !== null && <RefusalNotice refusal={refusalOf(confirm.error)} />}
      {confirmable !== null && mayNotConfirm !== null && <p className="text-sm text-ink-soft">{mayNotConfirm}</p>}
      {confirmable !== null && mayNotConfirm === null && (
        <Button
          look="primary"
          className="h-11 self-start px-4"
          aria-busy={confirm.isPending}
          onClick={() => !confirm.isPending && confirm.mutate()}
        >
          Confirm this guard
        </Button>
      )}
    </section>
  )
}
