/** For {@link fillEveryTable}. */
import { randomBytes, randomUUID } from 'node:crypto'

export type Row = Readonly<Record<string, unknown>>

/** Text that COPY, JSON and SQL must escape, and text that looks like COPY's end or null. */
export const HARD_TEXT = '\\.\n\\N\t"\'\r\n\\\\x00\b\f\v é 漢字 \u{10FFFF} \uFEFF $1 '
export const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
export const LATE = '2026-11-21T10:11:12.345Z'
export const EARLY = '0001-01-01T00:00:00.001Z'
export const FAR = '9999-12-31T23:59:59.999Z'

/** jsonb keeps these: numbers longer than any float, and misleading keys. */
const HARD_JSON = `{"": [null, {}, 1.${'0'.repeat(40)}1], "__proto__": ${JSON.stringify(HARD_TEXT)}, "n": 123456789012345678901234567890}`

export function platformRows(namespace_id: string): [table: string, row: Row][] {
  const ids = Array.from({ length: 7 }, () => randomUUID())
  const [account_id, project_id, guardrail_id, application_id, frame_id, waiting_id, target_id] = ids
  const changed = { created_at: EARLY, updated_at: FAR }
  const common = { namespace_id, project_id, ...changed, updated_by: HARD_TEXT }
  const frame = { namespace_id, target_id, trace_id: HARD_TEXT, sent_by: HARD_TEXT }
  return [
    ['namespace', { id: randomUUID(), display_name: '', created_at: LATE, group_name: HARD_TEXT + namespace_id }],
    [
      'service_account',
      {
        ...{ id: account_id, username: HARD_TEXT + account_id, home_id: namespace_id, description: HARD_TEXT },
        ...{ created_at: EARLY, created_by: '', disabled_at: LATE },
      },
    ],
    ...(['service_token', 'api_key'] as const).map((kind): [string, Row] => [
      'service_secret',
      {
        ...{ id: randomUUID(), account_id, kind, sha256: randomBytes(32), label: HARD_TEXT },
        ...{ created_at: EARLY, created_by: HARD_TEXT, expires_at: FAR, revoked_at: kind === 'api_key' ? LATE : null },
      },
    ]),
    ['group_member', { namespace_id, account_id, since: EARLY, added_by: HARD_TEXT }],
    [
      'group_member_request',
      {
        ...{ id: randomUUID(), namespace_id, username: HARD_TEXT, account_id, requested_at: EARLY, requested_by: '' },
        ...{ expires_at: FAR, outcome: 'declined', answered_at: LATE, answered_by: HARD_TEXT },
      },
    ],
    [
      'project',
      { id: project_id, namespace_id, name: HARD_TEXT, description: HARD_TEXT, version: 2_147_483_647, ...changed },
    ],
    ['guardrail', { ...common, id: guardrail_id, name: HARD_TEXT, type: 'human_review', configuration: HARD_JSON }],
    [
      'application',
      {
        ...{ ...common, id: application_id, name: HARD_TEXT, context_document: HARD_TEXT },
        ...{ graph: HARD_JSON, aggregation: 'majority', version: 2 },
      },
    ],
    ['application_guardrail', { application_id, guardrail_id }],
    [
      'tool_guard',
      {
        ...{
          id: randomUUID(),
          namespace_id,
          name: HARD_TEXT,
          server: HARD_TEXT,
          tool: '',
          ruleset_hash: 'a'.repeat(64),
        },
        ...{
          unknown: 'ask',
          wait_seconds: 2_147_483_647,
          map: HARD_JSON,
          version: 1,
          ...changed,
          updated_by: HARD_TEXT,
        },
      },
    ],
    [
      'counted_call',
      {
        ...{ use_id: randomUUID(), namespace_id, session: 'a'.repeat(64), server: HARD_TEXT, tool: '', at: FAR },
      },
    ],
    [
      'call_grant',
      {
        ...{ id: randomUUID(), namespace_id, guard_id: guardrail_id, guard_name: HARD_TEXT, guard_version: 1 },
        ...{ server: HARD_TEXT, tool: '', ruleset_hash: 'a'.repeat(64), digest: 'b'.repeat(64), content: HARD_JSON },
        ...{ asker: HARD_TEXT, asked_by: HARD_TEXT, behind_id: null, asked_at: EARLY, waits_until: FAR },
        ...{ answered_at: EARLY, answered_by: HARD_TEXT, answered_by_id: account_id, is_granted: true, reason: null },
        ...{ expires_at: FAR, used_at: LATE, use_id: frame_id },
        ...{ taken_back_at: null, taken_back_by: null, taken_back_by_id: null },
      },
    ],
    [
      'frame',
      {
        ...{ ...frame, id: frame_id, audience: 'group', topics: [HARD_TEXT, '', 'NULL', '{"a,b"}'], sent_at: EARLY },
        ...{ key: randomBytes(32), digest: randomBytes(32), content: JSON.stringify({ A: HARD_TEXT, C: [], Q: null }) },
      },
    ],
    [
      'frame',
      {
        ...{ ...frame, id: waiting_id, audience: 'open', topics: [''], sent_at: FAR },
        ...{ key: randomBytes(32), digest: randomBytes(32), content: '' },
      },
    ],
    [
      'frame_response',
      {
        ...{ frame_id, message_id: randomUUID(), rail_id: target_id, body: HARD_TEXT },
        ...{ conclusion: 'YES', answered_at: FAR },
      },
    ],
    ['node_outcome', { frame_id: waiting_id, node_id: '', outcome: HARD_JSON }],
    ['node_outcome', { frame_id: waiting_id, node_id: HARD_TEXT, outcome: 'null' }],
    [
      'review_task',
      {
        ...{ id: randomUUID(), namespace_id, frame_id: waiting_id, node_id: HARD_TEXT, guardrail_id },
        ...{ instructions: HARD_TEXT, created_at: EARLY },
        ...{ answered_at: FAR, answered_by: HARD_TEXT, conclusion: 'UNKNOWN', note: HARD_TEXT },
      },
    ],
    [
      'review_task',
      {
        ...{ id: randomUUID(), namespace_id, frame_id: waiting_id, node_id: '', guardrail_id },
        ...{ instructions: '', created_at: LATE },
      },
    ],
    [
      'frame_label',
      {
        ...{ id: randomUUID(), namespace_id, frame_id, target_id, set_name: HARD_TEXT, assertion: HARD_TEXT },
        ...{ labeller: HARD_TEXT, labelled_by: HARD_TEXT, labelled_at: FAR, answer: 'YES', confidence: '0.5' },
        ...{ expected: 'NO', note: HARD_TEXT },
      },
    ],
    [
      'bus_work',
      {
        id: waiting_id,
        subject: HARD_TEXT,
        payload: HARD_TEXT,
        attempts: 3,
        failures: 2,
        holder: -1,
        available_at: FAR,
      },
    ],
    [
      'bus_dead_letter',
      { id: HARD_TEXT, subject: HARD_TEXT, payload: HARD_TEXT, attempts: 5, reason: HARD_TEXT, at: EARLY },
    ],
  ]
}
