import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { refusalOf } from '../ui/page-refusal'
import { useViewer } from '../ui/viewer'
import { targetsKey } from './target-data'
import { TARGET_KINDS, type TargetKind } from './target-kinds'

/** Asks, removes, and goes back to the list. */
export function RemoveTarget(props: {
  readonly kind: TargetKind
  readonly name: string
  /** What stays after it was removed. */
  readonly stays: string
  readonly remove: () => Promise<unknown>
  readonly onClose: () => void
}) {
  const { kind, name, stays, onClose } = props
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const router = useRouter()
  const removal = useMutation({
    mutationFn: props.remove,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: targetsKey(kind, namespace.id) })
      router.push(TARGET_KINDS[kind].list.href)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      verb="Remove it"
      isPending={removal.isPending}
      refusal={removal.error === null ? null : refusalOf(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>
        Programs that send frames to it are refused from then on, and frames that still wait are answered with an Error.{' '}
        {stays}
      </p>
    </ConfirmDialog>
  )
}
