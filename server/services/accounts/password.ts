/**
 * Passwords as they are stored: scrypt with its parameters and salt, in one text.
 *
 * Promises: a comparison takes the same time for a wrong password as for a right one, and where there is no account;
 * text that was stored under other parameters is still understood, and reported as outdated. Trusts passwords to be no
 * longer than the schema allows.
 */
import { scrypt, timingSafeEqual } from 'node:crypto'

export interface PasswordCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** 32 MB and about a tenth of a second a try: the second of the choices that OWASP calls equal. */
export const PASSWORD_COST: PasswordCost = { n: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/

/** What hashing a password takes. */
export interface HashDependencies {
  readonly randomBytes: (count: number) => Uint8Array
  /** Of new hashes: {@link PASSWORD_COST} in every deployment; less in tests that make many people. */
  readonly passwordCost: PasswordCost
}

/** @returns the hash with its parameters and a fresh salt, as it is stored */
export async function hashPassword(password: string, { randomBytes, passwordCost }: HashDependencies): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, passwordCost)
  const { n, r, p } = passwordCost
  return ['scrypt', n, r, p, encode(salt), encode(hash)].join('$')
}

export type PasswordCheck = 'right' | 'right_but_outdated' | 'wrong'

/**
 * @param stored null where there is nothing to compare with: the result is `wrong`, after the same time
 * @param today the cost of new hashes; a hash under another one is outdated
 */
export async function checkPassword(
  password: string,
  stored: string | null,
  today: PasswordCost,
): Promise<PasswordCheck> {
  const [, n, r, p, salt = '', hash = ''] = FORM.exec(stored ?? noPassword(today)) ?? []
  const cost = { n: Number(n), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost)
  const equal = expected.length === actual.length && timingSafeEqual(expected, actual)
  if (!equal || stored === null) return 'wrong'
  return cost.n === today.n && cost.r === today.r && cost.p === today.p ? 'right' : 'right_but_outdated'
}

/** The hash of no password: compared with where an account has none. */
function noPassword({ n, r, p }: PasswordCost): string {
  return ['scrypt', n, r, p, encode(Buffer.alloc(SALT_BYTES)), encode(Buffer.alloc(HASH_BYTES))].join('$')
}

/** The same characters are the same password, however a keyboard composed them. */
function derive(password: string, salt: Uint8Array, { n, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
