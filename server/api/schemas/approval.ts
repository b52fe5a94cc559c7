/** Schemas of POST /v1/approvals. The service checks lengths, which are budgets. */
import { z } from 'zod'
import { contentHash, label, labelRequest, newRulesetName, timestamp, versions } from './fields'

/** Text without control characters, except tabs and line ends. */
export const NOTE_TEXT = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$/

export const approvalRequest = z
  .strictObject({
    ruleset_hash: contentHash.meta({ description: 'the exact bytes signed for' }),
    approver: z
      .string()
      .regex(/\S/, { error: 'a name that can be seen' })
      // Also refuses characters that reorder or hide the text around them, because people read a signature.
      .regex(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u, { error: 'text without control characters' })
      .meta({ description: 'who signs; one line, at most `approver_chars` characters' }),
    note: z
      .string()
      .regex(NOTE_TEXT, {
        error: 'text without control characters but tabs and line ends',
      })
      .nullish()
      .meta({ description: 'at most `note_chars` characters' }),
    name: newRulesetName.nullish().meta({ description: 'save the ruleset under this name as part of approving' }),
    label: labelRequest,
  })
  .meta({ id: 'ApprovalRequest' })

export const approval = z
  .strictObject({
    approved_at: timestamp,
    approver: z.string(),
    hash: contentHash.meta({
      description: 'an approval belongs to the hash, never to a name: a later revision is not covered',
    }),
    note: z.string().nullable(),
    recorded_by: z
      .literal('agent')
      .optional()
      .meta({ description: 'present only if an agent recorded it on a person’s behalf' }),
    reported_by: z.string().optional().meta({
      description:
        'who reported the approver, as issued here: the label of the credential, or of the person whose agent it was; absent if a person signed, and on a deployment without credentials. Show it next to `approver`',
    }),
  })
  .meta({ id: 'Approval' })

export const approvalRecorded = z
  .strictObject({
    ok: z.literal(true),
    ruleset_hash: contentHash,
    approval,
    approvals: z
      .array(approval)
      .meta({ description: 'every approval on this hash, oldest first, the new one included' }),
    name: z.string().nullable().meta({ description: 'the name most recently bound to these bytes' }),
    namespace: z.string().meta({ description: 'service-internal, never shown to a person' }),
    saved: z.boolean().meta({ description: 'whether this call bound a name' }),
    label: label,
    versions,
  })
  .meta({ id: 'ApprovalRecorded' })
