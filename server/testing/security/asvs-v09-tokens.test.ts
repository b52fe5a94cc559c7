import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { answerOf, call, deployment } from './testing/deployment'

/**
 * Returns the status of a frame with this token. Only a wrong token gives 401; other faults give other 4xx statuses.
 */
async function statusWith(token: string): Promise<number> {
  const answer = await fetch(`${deployment.listensAt}/client-api/bus/send?target_id=x`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  return answer.status
}

async function genuine(): Promise<string> {
  return ((await answerOf(await call(deployment.author.cookie, 'frames.token', {}))) as { token: string }).token
}

describe('ASVS 5.0 V9 self-contained tokens', () => {
  it('9.1.2 a token without an algorithm, or by a shared secret, gives no access', async () => {
    const token = await genuine()
    expect(await statusWith(token)).not.toBe(401)
    const [, payload = ''] = token.split('.')
    const { keys } = (await (await fetch(`${deployment.listensAt}/oauth/jwks`)).json()) as {
      keys: { x: string; kid: string }[]
    }
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
    const forged = [none, `${none}AA`]
    for (const alg of ['HS256', 'HS512'])
      forged.push(
        await new SignJWT(decodeJwt(token))
          .setProtectedHeader({ alg, typ: 'at+jwt', kid: keys[0]!.kid })
          .sign(Buffer.from(keys[0]!.x, 'base64url')),
      )
    for (const each of forged) expect(await statusWith(each)).toBe(401)
  })

  it('9.1.3 a key in the token itself is never used', async () => {
    const token = await genuine()
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const headers = [
      { jwk },
      { jku: `${deployment.listensAt}/evil.json` },
      { x5u: 'https://evil.example/x' },
      { kid: '../../../etc/passwd' },
    ]
    for (const header of headers) {
      const forged = await new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
        .sign(privateKey)
      expect(await statusWith(forged), Object.keys(header).join()).toBe(401)
    }
  })
})
