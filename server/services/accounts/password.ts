/**
 * Passwords as they are kept: scrypt with its parameters and salt, in one text.
 *
 * Promises: a comparison takes as long for a wrong password as for a right one, and {@link checkPassword} as long where
 * there is no account at all; text that was kept under other parameters is still understood, and told to be outdated.
 * Trusts passwords to be no longer than the schema allows.
 */
import { scrypt, timingSafeEqual } from 'node:crypto'

interface Cost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** 32 MB and about a tenth of a second a try: the second of the choices that OWASP calls equal. */
const COST: Cost = { n: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/

export type RandomBytes = (count: number) => Uint8Array

export async function hashPassword(password: string, randomBytes: RandomBytes): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST)
  const { n, r, p } = COST
  return ['scrypt', n, r, p, encode(salt), encode(hash)].join('$')
}

export type PasswordCheck = 'right' | 'right_but_outdated' | 'wrong'

/** @param kept null where there is nothing to compare with: the answer is `wrong`, after the same time */
export async function checkPassword(password: string, kept: string | null): Promise<PasswordCheck> {
  const [, n, r, p, salt = '', hash = ''] = FORM.exec(kept ?? NOBODYS) ?? []
  const cost = { n: Number(n), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), cost)
  const equal = expected.length === found.length && timingSafeEqual(expected, found)
  if (!equal || kept === null) return 'wrong'
  return cost.n === COST.n && cost.r === COST.r && cost.p === COST.p ? 'right' : 'right_but_outdated'
}

/** Of no password: it stands where an account has none. */
const NOBODYS = [
  'scrypt',
  COST.n,
  COST.r,
  COST.p,
  encode(Buffer.alloc(SALT_BYTES)),
  encode(Buffer.alloc(HASH_BYTES)),
].join('$')

/** The same characters are the same password, however a keyboard composed them. */
function derive(password: string, salt: Uint8Array, { n, r, p }: Cost): Promise<Buffer> {
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
