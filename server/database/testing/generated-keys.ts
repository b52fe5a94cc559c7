import {
  KEY_PURPOSES,
  type KeyPurpose,
  newKeyPem,
  type PrivateKey,
  readPrivateKey,
} from '../../attestation/signing-key'
import type { SigningKeys } from '../signing/signing-key-files'

export function generatedKeys(): SigningKeys {
  const keys = new Map<KeyPurpose, PrivateKey>(KEY_PURPOSES.map((purpose) => [purpose, readPrivateKey(newKeyPem())!]))
  return { current: (purpose) => keys.get(purpose)! }
}
