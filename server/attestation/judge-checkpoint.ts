/** Whether the witnesses of a policy cosigned a checkpoint. */
import { checkpointSigner, readCheckpoint } from './checkpoint'
import { cosignedAt } from './cosignature'
import type { PublishedKey } from './published-keys'
import { readNote } from './signed-note'
import type { PolicyWitness, Quorum, WitnessPolicy } from './witness-policy'

export interface JudgedCheckpoint {
  /** Whether the policy accepts the checkpoint. */
  readonly holds: boolean
  /** Who cosigned it, and who did not. */
  readonly detail: string
}

/** Judges cosignatures, and the log's own signature only if the policy names logs. */
export function judgeCheckpoint(note: string, { logs, witnesses, quorum }: WitnessPolicy): JudgedCheckpoint {
  const [read, checkpoint] = [readNote(note), readCheckpoint(note)]
  if (read === null || checkpoint === null) return { holds: false, detail: 'there is no checkpoint' }
  const ofLog = logs.filter(({ name }) => name === checkpoint.origin).map(({ publicKey }) => checkpointKey(publicKey))
  if (logs.length > 0 && checkpointSigner(note, ofLog) === null)
    return { holds: false, detail: `the policy names no log ${checkpoint.origin} with the key that signed it` }
  const times = new Map(witnesses.map((witness) => [witness, cosignedAt(read, witness)]))
  const isCosigner = (witness: PolicyWitness) => (times.get(witness) ?? null) !== null
  return { holds: hasCosigned(quorum, isCosigner), detail: tellCosigners([...times]) }
}

function tellCosigners(times: readonly (readonly [PolicyWitness, Date | null])[]): string {
  const cosigned = times.flatMap(([{ label }, at]) => (at === null ? [] : [`${label} at ${at.toISOString()}`]))
  const missing = times.flatMap(([{ label }, at]) => (at === null ? [label] : []))
  if (times.length === 0) return 'the policy names no witness'
  if (cosigned.length === 0) return `not cosigned by ${missing.join(', ')}`
  return `cosigned by ${cosigned.join(', ')}${missing.length === 0 ? '' : `; not by ${missing.join(', ')}`}`
}

function hasCosigned(quorum: Quorum, isCosigner: (witness: PolicyWitness) => boolean): boolean {
  if (quorum === null) return true
  if (!('members' in quorum)) return isCosigner(quorum)
  return quorum.members.filter((member) => hasCosigned(member, isCosigner)).length >= quorum.atLeast
}

function checkpointKey(publicKey: PublishedKey['publicKey']): PublishedKey {
  return { publicKey, purpose: 'checkpoint', createdAt: null, retiredAt: null }
}
