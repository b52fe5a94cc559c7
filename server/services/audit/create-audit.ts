/** Joins the functions of the audit page over their parts. */
import { Refusal } from '../../api/refusal'
import type { NotedEventVerbs } from '../../database/signing/append-log'
import type { LogVerbs } from '../../database/signing/log-entries'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import type { Audit, AuditCheckpoint } from './audit'
import { type ExportParts, exportLog } from './export-log'
import { listLog } from './list-log'
import type { SignedCheckpoint } from './log-notary'

export interface AuditParts extends ExportParts {
  readonly store: LogVerbs & NotedEventVerbs
}

export function createAudit(parts: AuditParts): Audit {
  const { store, notary } = parts
  const checkpointOf = async (caller: Caller) => {
    demandPermission(caller, 'read_audit')
    return notary.checkpoint(namespaceOf(caller))
  }
  return {
    list: (caller, query) => listLog(store, caller, query),
    export: (caller, { next }) => exportLog(parts, caller, next),
    checkpoint: async (caller) => {
      const checkpoint = await checkpointOf(caller)
      // Told only of a log whose entries lead to it.
      await notary.consistency(checkpoint, checkpoint.size)
      return told(checkpoint)
    },
    consistency: async (caller, { from }) => {
      const checkpoint = await checkpointOf(caller)
      if (BigInt(from) > checkpoint.size)
        throw new Refusal('BAD_REQUEST', `This log has ${checkpoint.size} entries and never had ${from}.`)
      const { root, proof } = await notary.consistency(checkpoint, BigInt(from))
      return { from, fromRoot: base64(root), to: told(checkpoint), proof: proof.map(base64) }
    },
  }
}

function told({ size, root, note, at }: SignedCheckpoint): AuditCheckpoint {
  return { size: size.toString(), root: base64(root), note, at: at.toISOString() }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
