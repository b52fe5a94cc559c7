/** A check takes the same time for right, wrong and missing passwords. */
import { scrypt, timingSafeEqual } from 'node:crypto'

export interface PasswordCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** 32 MB and about 0.1 seconds a try, the second of OWASP's equivalent choices. */
export const PASSWORD_COST: PasswordCost = { n: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/

export interface HashDependencies {
  readonly randomBytes: (count: number) => Uint8Array
  /** {@link PASSWORD_COST} except in tests with many people. */
  readonly passwordCost: PasswordCost
}

export async function hashPassword(password: string, { randomBytes, passwordCost }: HashDependencies): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derivePasswordKey(password, salt, passwordCost)
  const { n, r, p } = passwordCost
  return ['scrypt', n, r, p, toBase64url(salt), toBase64url(hash)].join('$')
}

export type PasswordCheck = 'right' | 'right_but_outdated' | 'wrong'

/**
 * @param stored if null, the result is `wrong` after the same time
 * @param today hashes under another cost are outdated
 */
export async function checkPassword(
  password: string,
  stored: string | null,
  today: PasswordCost,
): Promise<PasswordCheck> {
  const [, n, r, p, salt = '', hash = ''] = FORM.exec(stored ?? hashOfNoPassword(today)) ?? []
  const cost = { n: Number(n), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derivePasswordKey(password, Buffer.from(salt, 'base64url'), cost)
  const equal = expected.length === actual.length && timingSafeEqual(expected, actual)
  if (!equal || stored === null) return 'wrong'
  return cost.n === today.n && cost.r === today.r && cost.p === today.p ? 'right' : 'right_but_outdated'
}

function hashOfNoPassword({ n, r, p }: PasswordCost): string {
  return ['scrypt', n, r, p, toBase64url(Buffer.alloc(SALT_BYTES)), toBase64url(Buffer.alloc(HASH_BYTES))].join('$')
}

/** NFKC makes it independent of the keyboard's composition. */
function derivePasswordKey(password: string, salt: Uint8Array, { n, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
