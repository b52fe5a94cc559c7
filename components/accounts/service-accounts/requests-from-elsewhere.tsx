import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { type GroupView, SERVICE_ACCOUNTS_KEY } from '../settings-answers'

/** Requests from other namespaces for accounts of this one, to confirm or decline. */
export function RequestsFromElsewhere({ requests }: { readonly requests: GroupView['asked'] }) {
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: (input: { readonly id: string; readonly confirmed: boolean }) =>
      server.serviceAccounts.answerMemberRequest.mutate(input),
    onSettled: () => queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY }),
  })
  if (requests.length === 0 && answer.error === null) return null
  return (
    <section aria-labelledby="requests-heading">
      <h2 id="requests-heading" className="text-lg font-semibold">
        Requests from other namespaces
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        These namespaces ask to let an account of this namespace act for their group. A namespace does not learn that
        you declined: it sees the same as if you had not answered.
      </p>
      <ul
        aria-label="Requests from other namespaces"
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {requests.map(({ id, username, namespaceName, requestedBy, requestedAt, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 px-4 py-2.5">
            <span className="min-w-0 flex-1 basis-64">
              <code className="font-mono break-all">{username}</code> for {namespaceName}
              <span className="block text-sm break-words text-ink-faint">
                Requested by {requestedBy}, <TimeText at={requestedAt} />. Expires <TimeText at={expiresAt} />
              </span>
            </span>
            <Button
              look="primary"
              aria-label={`Confirm ${username} for ${namespaceName}`}
              onClick={() => !answer.isPending && answer.mutate({ id, confirmed: true })}
            >
              Confirm
            </Button>
            <Button
              aria-label={`Decline ${username} for ${namespaceName}`}
              onClick={() => !answer.isPending && answer.mutate({ id, confirmed: false })}
            >
              Decline
            </Button>
          </li>
        ))}
      </ul>
      {answer.error !== null && <RefusalNotice refusal={refusalOf(answer.error)} className="mt-3" />}
    </section>
  )
}
