import { doesNotApply, OWN_TEST, type Requirement, shown } from '../requirement'

export const CRYPTOGRAPHY: readonly Requirement[] = [
  shown('11.1.1', 2, 'A document says how keys are made, held, changed and retired', OWN_TEST),
  shown('11.1.2', 2, 'A document lists every key and algorithm with its use', OWN_TEST),
  shown('11.2.1', 2, 'Cryptography is done by proven libraries only', OWN_TEST),
  shown(
    '11.2.2',
    2,
    'Keys and parameters can be replaced without losing what they made',
    'server/services/accounts/password.test.ts > one that was stored under other parameters is understood, and reported as outdated',
    'server/services/accounts/entering.test.ts > a password stored under old parameters is hashed again when it was right',
    'server/testing/docs-verify.test.ts > a rotated key signs at once, while the server runs, and what the old one signed still verifies',
  ),
  shown('11.2.3', 2, 'No primitive is weaker than 128 bits', OWN_TEST),
  shown('11.3.1', 1, 'No weak modes of ciphers and no weak paddings', OWN_TEST),
  shown('11.3.2', 1, 'Encryption uses approved ciphers and modes only', OWN_TEST),
  shown('11.3.3', 2, 'What is encrypted cannot be changed unnoticed', OWN_TEST),
  shown('11.4.1', 1, 'Hashes are of the SHA-2 family', OWN_TEST),
  shown(
    '11.4.2',
    2,
    'Passwords are stored by a slow, salted function',
    OWN_TEST,
    'server/services/accounts/password.test.ts > the same password is never stored twice as the same text, and never readably',
  ),
  shown(
    '11.4.3',
    2,
    'Hashes under signatures have 256 bits',
    'server/attestation/merkle-tree.test.ts > has the root of the definition, computed from all leaves and from the frontier',
    OWN_TEST,
  ),
  doesNotApply(
    '11.4.4',
    2,
    'Keys made from passwords are stretched',
    'No key is made from a password: keys are random or derived by HKDF from a random secret of 256 bits.',
    { code: /pbkdf2|deriveKey\([^)]*password/i },
  ),
  shown('11.5.1', 2, 'What must not be guessed is random with 128 bits', OWN_TEST),
  shown(
    '11.6.1',
    2,
    'Keys and signatures are made by approved algorithms',
    OWN_TEST,
    'server/attestation/formats.test.ts > signs the bytes that DSSE specifies',
  ),
]
