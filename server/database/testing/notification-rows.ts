/** For {@link fillEveryTable}. */
import { randomUUID } from 'node:crypto'
import { EARLY, FAR, HARD_TEXT, LATE, type Row } from './platform-rows'

export function notificationRows(namespace_id: string, person_id: string, hash: string): [table: string, row: Row][] {
  const [mail_id, webhook_id, review_id, comment_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const told = { namespace_id, person_id, kind: HARD_TEXT, reason: '', at: LATE }
  const delivery = { webhook_id, kind: HARD_TEXT, body: HARD_TEXT, made_at: EARLY, due_at: LATE, give_up_at: FAR }
  return [
    ['notification_cursor', { namespace_id, next_index: '9223372036854775807' }],
    [
      'notification',
      {
        ...{ ...told, id: randomUUID(), key: HARD_TEXT, name: HARD_TEXT, hash, waits: true, mail_id },
        ...{ facts: JSON.stringify({ [HARD_TEXT]: [HARD_TEXT, null] }), ended_at: FAR, read_at: EARLY },
      },
    ],
    ['notification', { ...told, id: randomUUID(), key: '', facts: '{}', waits: false }],
    [
      'followed_review',
      {
        ...{ namespace_id, review_id, name: HARD_TEXT, opener_id: person_id, any_reviewer: true },
        reviewer_ids: [person_id, review_id],
      },
    ],
    ['followed_comment', { namespace_id, comment_id, review_id, thread_id: comment_id }],
    ['notification_choice', { person_id, kind: HARD_TEXT, mail: '' }],
    [
      'outgoing_mail',
      {
        ...{ id: mail_id, namespace_id, person_id, form: HARD_TEXT, made_at: EARLY, due_at: FAR, held_until: LATE },
        ...{ attempts: 2_147_483_647, outcome: HARD_TEXT, ended_at: LATE },
      },
    ],
    [
      'webhook',
      {
        ...{ id: webhook_id, namespace_id, label: HARD_TEXT, url: HARD_TEXT, format: '', kinds: [HARD_TEXT, ''] },
        ...{ secret_version: 2, created_at: EARLY, created_by: HARD_TEXT, disabled_at: FAR, disabled_why: '' },
        ...{ failures: 3, failing_since: EARLY, paused_until: LATE, held_until: FAR },
      },
    ],
    ['webhook_delivery', { ...delivery, id: randomUUID() }],
    [
      'webhook_delivery',
      {
        ...{ ...delivery, id: randomUUID(), attempts: 5, outcome: HARD_TEXT, last_at: FAR, last_ms: 2_147_483_647 },
        ...{ last_status: 599, last_answer: HARD_TEXT, last_problem: '' },
      },
    ],
  ]
}
