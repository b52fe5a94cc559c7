import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { ConfirmDialog } from '../settings/confirm-dialog'
import { useViewer } from '../shell/viewer'
import { type Application, applicationsKey } from '../targets/target-data'

/** Asks, removes, and goes back to the list. */
export function RemoveApplication({
  application,
  onClose,
}: {
  readonly application: Application
  readonly onClose: () => void
}) {
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const router = useRouter()
  const { id, version, name } = application
  const remove = useMutation({
    mutationFn: () => server.targets.removeApplication.mutate({ id, version }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: applicationsKey(namespace.id) })
      router.push('/applications')
    },
  })
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      verb="Remove it"
      isPending={remove.isPending}
      refusal={remove.error === null ? null : refusalOf(remove.error)}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Programs that send frames to it are refused from then on, and frames that still wait are answered with an Error.
        Its guardrails stay.
      </p>
    </ConfirmDialog>
  )
}
