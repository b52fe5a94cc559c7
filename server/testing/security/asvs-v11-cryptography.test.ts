import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { newKeyPem, readPrivateKey } from '../../attestation/signing-key'
import { deriveKey, hashToken } from '../../services/access/secrets'
import { hashPassword, PASSWORD_COST } from '../../services/accounts/password'
import { tokenKey } from '../../services/guardrails/machine-accounts/token-key'
import { webhookSecret } from '../../services/notifications/webhooks/compose-body'
import { documented, filesOf, linesOf, packages } from './product-files'
import { answerOf, call, deployment, get } from './testing/deployment'

describe('ASVS 5.0 V11 cryptography', () => {
  it('11.1.1 the page Security states the life of every key', () => {
    const keys = documented('### Life of a key')
    for (const word of ['made', 'held', 'replaced', 'retired', 'npm run keys -- rotate', 'AUTH_SECRET', 'lost'])
      expect(keys).toContain(word)
  })

  it('11.1.2 the page Security lists every purpose for which a key is derived, and every algorithm', () => {
    const inventory = documented('## Cryptography')
    const purposes = linesOf(/deriveKey\([^,]+, '[^']+'|_PURPOSE = '[^']+'/).map(
      (line) => /'([^']+)'/.exec(line)?.[1] ?? '',
    )
    expect(purposes.length).toBeGreaterThan(2)
    for (const purpose of purposes) expect(inventory).toContain(purpose)
    for (const name of [
      'Ed25519',
      'SHA-256',
      'HKDF',
      'HMAC',
      'scrypt',
      'SIGNING_KEY_STATEMENT',
      'SIGNING_KEY_CHECKPOINT',
    ])
      expect(inventory).toContain(name)
  })

  it('11.2.1 cryptography comes from Node.js, the browser and two libraries', () => {
    const imported = new Set(
      linesOf(/from '(node:crypto|jose|[^']*crypto[^']*|[^']*webauthn[^']*|[^']*bcrypt[^']*|[^']*nacl[^']*)'/).map(
        (line) => /from '([^']+)'/.exec(line)?.[1],
      ),
    )
    const own = [...imported].filter((name) => !name?.startsWith('.') && !name?.startsWith('@/'))
    for (const name of own)
      expect(['node:crypto', 'jose', '@simplewebauthn/server', '@simplewebauthn/browser', 'next-auth/jwt']).toContain(
        name,
      )
    expect(packages.filter((name) => /crypto-js|node-forge|sjcl|elliptic$|bcryptjs/.test(name))).toEqual([])
  })

  it('11.2.3 keys and hashes have a strength of 128 bits or more', async () => {
    const { keys } = (await (await get('/oauth/jwks')).json()) as { keys: { crv: string; x: string }[] }
    for (const key of keys) expect([key.crv, Buffer.from(key.x, 'base64url').length]).toEqual(['Ed25519', 32])
    expect(deriveKey('a secret', 'a purpose', 32)).toHaveLength(32)
    expect(hashToken('a token')).toHaveLength(32)
    const lengths = linesOf(/deriveKey\(/, /^server\/(bootstrap|services|http)\//)
      .map((line) => /deriveKey\(.*, (\d+|[A-Z_]+)\)/.exec(line)?.[1])
      .filter((length) => length !== undefined)
    expect(lengths.length).toBeGreaterThan(1)
    for (const length of lengths) expect(['32', 'SEED_BYTES', 'KEY_BYTES', 'SECRET_BYTES']).toContain(length)
    expect(Buffer.from(webhookSecret('a secret', 'a webhook', 1).replace('whsec_', ''), 'base64')).toHaveLength(24)
  })

  it('11.3.1 no source names a weak cipher, mode or padding', () => {
    expect(linesOf(/-ecb\b|\bdes-|\brc4\b|bf-cbc|RSA_PKCS1_PADDING|RSA1_5|RSAES_PKCS1/i)).toEqual([])
  })

  it('11.3.2 encryption is AES-256-GCM with a key for each document, or that of a library with its own key', () => {
    const encrypting = filesOf(/createCipher|createDecipher|publicEncrypt|subtle\.encrypt/)
    expect(encrypting).toEqual(['server/services/decision-log/sealed-claims.ts'])
    expect(linesOf(/const CIPHER = /)).toEqual([expect.stringMatching(/: const CIPHER = 'aes-256-gcm'$/)])
    const sealing = filesOf(/from 'next-auth\/jwt'|\bEncryptJWT\b|\bCompactEncrypt\b/)
    expect(sealing.filter((file) => !file.startsWith('server/http/session/'))).toEqual([])
  })

  it('11.3.3 a sealed cookie that was changed does not count', async () => {
    const [name = '', value = ''] = deployment.author.cookie.split(/=(.*)/s)
    expect((await call(deployment.author.cookie, 'account.describe')).status).toBe(200)
    for (const index of [2, Math.floor(value.length / 2), value.length - 3]) {
      const other = value[index] === 'A' ? 'B' : 'A'
      const changed = value.slice(0, index) + other + value.slice(index + 1)
      expect((await call(`${name}=${changed}`, 'account.describe')).status, String(index)).toBe(401)
    }
  })

  it('11.4.1 every hash of the product is SHA-256 or stronger', () => {
    const hashes = linesOf(/create(Hash|Hmac)\(|hkdfSync\(|digest\(['"]SHA/)
    expect(hashes.length).toBeGreaterThan(8)
    for (const line of hashes) expect(line).toMatch(/sha-?(256|384|512)/i)
    expect(linesOf(/['"](md5|sha-?1)['"]/i)).toEqual([])
  })

  it('11.4.2 a stored password is scrypt with a salt and today’s cost', async () => {
    const stored = await hashPassword('a few words that are not guessed', {
      randomBytes,
      passwordCost: PASSWORD_COST,
    })
    const [, n, r, p, salt = '', hash = ''] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? []
    // The cheapest of OWASP's equal choices has the product 2^17 times 8.
    expect(Number(n) * Number(r) * Number(p)).toBeGreaterThanOrEqual(2 ** 15 * 8 * 3)
    expect(Buffer.from(salt, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(Buffer.from(hash, 'base64url')).toHaveLength(32)
  })

  it('11.4.3 signed content is hashed to 256 bits', () => {
    const signed = linesOf(/\b(?:createHash|hash)\('/, /^server\/(attestation|services\/engine-pool)\//)
    expect(signed.length).toBeGreaterThan(1)
    for (const line of signed) expect(line).toMatch(/\b(?:createHash|hash)\('sha256'/)
    expect(linesOf(/@noble\/hashes/, /^server\/attestation\//)).toEqual([
      "server/attestation/portable-primitives.ts: import { sha256 } from '@noble/hashes/sha2.js'",
    ])
  })

  it('11.5.1 secrets come from the secure source of Node.js, with at least 128 bits', () => {
    const secrets = linesOf(/randomBytes\((\d+|[A-Z_]+)\)/, /^server\/(services|database|http|bootstrap)\//)
    expect(secrets.length).toBeGreaterThan(6)
    for (const line of secrets) {
      const count = /randomBytes\((\d+)\)/.exec(line)?.[1]
      // Ten bytes belong to an identifier that sorts by time and is not a secret.
      if (count !== undefined && !line.includes('timeOrderedId')) expect(Number(count), line).toBeGreaterThanOrEqual(16)
    }
    // A random number of the language marks a draft of a page; it opens nothing.
    expect(
      filesOf(/Math\.random\(/).filter((file) => file !== 'components/rulesets/editor/use-working-copy.ts'),
    ).toEqual([])
  })

  it('11.6.1 keys are Ed25519, made by Node.js and readable only for the owner', async () => {
    expect(linesOf(/generateKeyPair(Sync)?\(/)).toEqual([expect.stringContaining("generateKeyPairSync('ed25519')")])
    expect(readPrivateKey(newKeyPem())?.publicKey.id).toMatch(/^[\w-]{43}$/)
    const file = path.join(deployment.dataDir, 'keys', 'statement.pem')
    expect(readFileSync(file, 'utf8')).toContain('PRIVATE KEY')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(tokenKey('x'.repeat(32)).publicJwk).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' })
    const { token } = (await answerOf(await call(deployment.author.cookie, 'frames.token', {}))) as { token: string }
    expect(decodeProtectedHeader(token).alg).toBe('EdDSA')
  })
})
