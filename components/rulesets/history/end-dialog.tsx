'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/dialog'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { type Span, timelineKey } from './in-force-data'

/** Ends the revision that is in force, so that no revision applies. */
export function EndDialog(props: { readonly name: string; readonly span: Span; readonly onClose: () => void }) {
  const { name, span, onClose } = props
  const queries = useQueryClient()
  const { namespace } = useViewer()
  const ending = useMutation({
    mutationFn: () => server.inForce.end.mutate({ name, hash: span.hash, at: null }),
    onSuccess: (timeline) => {
      queries.setQueryData(timelineKey(namespace.id, name), timeline)
      void queries.invalidateQueries({ queryKey: ['ruleset', namespace.id, name] })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`End revision ${span.revision} now?`}
      verb="End"
      isPending={ending.isPending}
      refusal={ending.error === null ? null : refusalOf(ending.error)}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <p>
        From now on no revision of {name} is in force. Revisions that would begin later are cancelled. An approved
        revision can be put in force again at any time.
      </p>
    </ConfirmDialog>
  )
}
