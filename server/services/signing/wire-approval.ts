/**
 * An approval as the wire shows it (contract, "Approval").
 *
 * Promises: `recorded_by` is there only where an agent recorded it (service.md, "The MCP transport"); `reported_by` names
 * the credential, or the person behind the agent, and is absent for a signature.
 */
import type { Json } from '../../api/canonical-json'
import type { Approval } from '../../database/signing/approvals'

export function wireApproval({ approvedAt, approver, hash, note, channel, reportedBy }: Approval): Json {
  return {
    approved_at: approvedAt.toISOString(),
    approver,
    hash,
    note,
    ...(channel === 'agent' && { recorded_by: 'agent' }),
    ...(reportedBy !== null && { reported_by: reportedBy }),
  }
}
