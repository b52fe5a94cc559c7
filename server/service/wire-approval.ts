/**
 * An approval as the wire shows it (contract, "Approval").
 *
 * Promises: `recorded_by` is there only where an agent recorded it (service.md, "The MCP door").
 */
import type { Json } from '../contract/canonical-json'
import type { Approval } from '../store/approvals'

export function wireApproval({ approvedAt, approver, hash, note, channel }: Approval): Json {
  return {
    approved_at: approvedAt.toISOString(),
    approver,
    hash,
    note,
    ...(channel === 'agent' && { recorded_by: 'agent' }),
  }
}
