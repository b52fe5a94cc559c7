'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  KIND_DESCRIPTIONS,
  MAIL_CHOICES,
  type MailChoice,
  type NotificationKind,
} from '../../../server/api/terms/notification-terms'
import { Choice } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'

const CHOICES_KEY = ['account', 'mail choices'] as const

const WORDS: Readonly<Record<MailChoice, string>> = {
  single: 'One mail each',
  digest: 'Daily digest',
  none: 'No mail',
}

/** The person's choices of mail, which apply to all namespaces. */
export function MailChoices() {
  const queries = useQueryClient()
  const choices = useQuery({ queryKey: CHOICES_KEY, queryFn: () => server.notifications.mailChoices.query() })
  const choosing = useMutation({
    mutationFn: (chosen: { readonly kind: NotificationKind; readonly mail: MailChoice }) =>
      server.notifications.chooseMail.mutate(chosen),
    onSettled: () => queries.invalidateQueries({ queryKey: CHOICES_KEY }),
  })
  return (
    <section id="notifications" aria-labelledby="notifications-title" className="flex flex-col gap-3">
      <div className="max-w-prose">
        <h2 id="notifications-title" className="text-lg font-semibold">
          Notifications
        </h2>
        <p className="text-ink-soft">
          Everything is in your inbox. Here you choose what you also receive by mail. A digest is sent at 06:00 UTC.
        </p>
        {choices.data?.sendsMail === false && (
          <p className="mt-1 text-ink-soft">This deployment sends no mail at the moment. Your choices are kept.</p>
        )}
      </div>
      {choices.isPending && <SkeletonLines lines={4} what="your choices" />}
      {choices.error !== null && (
        <RefusalNotice refusal={refusalOf(choices.error)} onRetry={() => void choices.refetch()} />
      )}
      {choosing.error !== null && <RefusalNotice refusal={refusalOf(choosing.error)} />}
      {choices.data !== undefined && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {choices.data.choices.map(({ kind, mail }) => (
            <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
              <label htmlFor={`mail-${kind}`} className="min-w-40 flex-1 basis-60">
                <span className="font-medium">{KIND_DESCRIPTIONS[kind].title}</span>
                <span className="block text-sm text-ink-soft">{KIND_DESCRIPTIONS[kind].about}</span>
              </label>
              <Choice
                id={`mail-${kind}`}
                className="max-w-44"
                value={choosing.isPending && choosing.variables.kind === kind ? choosing.variables.mail : mail}
                onChange={({ target }) => {
                  const chosen = MAIL_CHOICES.find((each) => each === target.value)
                  if (chosen !== undefined) choosing.mutate({ kind, mail: chosen })
                }}
              >
                {MAIL_CHOICES.map((each) => (
                  <option key={each} value={each}>
                    {WORDS[each]}
                  </option>
                ))}
              </Choice>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
