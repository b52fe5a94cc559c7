/** The signer's own key signs the digest of the statement. */
import { answerPasskey } from '../accounts/authenticator'
import type { PreparedStatement, SignatureProof } from './sheet'

/** The browser gave no assertion; the message says why, for the person. */
export class PasskeyBrokenOff extends Error {}

/** @throws PasskeyBrokenOff */
export async function passkeyProof(question: NonNullable<PreparedStatement['passkey']>): Promise<SignatureProof> {
  const answer = await answerPasskey(question)
  if ('value' in answer) return { kind: 'passkey', assertion: answer.value }
  throw new PasskeyBrokenOff(
    answer.problem ?? 'The passkey was not used: it was called off, or none of this device fits. Nothing was signed.',
  )
}
