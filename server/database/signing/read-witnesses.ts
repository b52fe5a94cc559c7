/**
 * Reads the file of `WITNESS_POLICY` at the start (C2SP tlog-policy). Its quorum is for verifiers: the server asks every
 * witness that has an address, and gives out what it gets.
 */
import { readFileSync } from 'node:fs'
import { type PolicyWitness, readWitnessPolicy } from '../../attestation/witness-policy'
import { StartRefusal } from '../client/storage-fault'

/**
 * @param file null if no witness cosigns the logs
 * @returns the witnesses that have an address
 * @throws StartRefusal with every mistake of the file
 */
export function readWitnesses(file: string | null): readonly PolicyWitness[] {
  if (file === null) return []
  const reading = readWitnessPolicy(readPolicyFile(file))
  const problems = reading.ok ? [] : [...reading.problems]
  const witnesses = reading.ok ? reading.policy.witnesses.filter(({ url }) => url !== null) : []
  if (reading.ok && witnesses.length === 0) problems.push('no witness has an address that could be asked')
  if (problems.length > 0)
    throw new StartRefusal(`WITNESS_POLICY: ${file} cannot be used:\n${problems.map((each) => `  ${each}`).join('\n')}`)
  return witnesses
}

function readPolicyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartRefusal(
      `WITNESS_POLICY: ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
