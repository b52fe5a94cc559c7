import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from '../../services/accounts/account-details'
import { checkPassword, hashPassword, PASSWORD_COST } from '../../services/accounts/password'
import { findPasswordProblem } from '../../services/accounts/password-strength'
import { documented, linesOf, ROOT, sources } from './product-files'
import { answerOf, call, deployment, get, newMember, signIn } from './testing/deployment'

/** Known from breaches, the most common first. */
const passwords = dictionary['passwords-common'] as readonly string[]

let nth = 0

/** A person who is not a member yet. */
function newPerson(password: string) {
  nth += 1
  return { name: `Newcomer ${nth}`, email: `newcomer-${nth}@example.org`, password }
}

describe('ASVS 5.0 V6 authentication', () => {
  it('6.1.1 the page Security states how guessing is slowed', () => {
    const rules = documented('### Guessing')
    for (const word of ['account', 'address', 'session', 'wait', 'stranger', 'TRUSTED_PROXIES'])
      expect(rules).toContain(word)
  })

  it('6.1.2 the page Security names the words that are not allowed as passwords', () => {
    const rules = documented('### Passwords')
    for (const word of ['touchstone', 'name', 'e-mail address', 'common']) expect(rules).toContain(word)
  })

  it('6.1.3 the page Security lists each way in with its strength', () => {
    const ways = documented('### Ways to sign in')
    for (const way of ['Password', 'Passkey', 'provider', 'operator', 'invitation', 'Credential', 'Service account'])
      expect(ways.toLowerCase()).toContain(way.toLowerCase())
  })

  it('6.2.1 a password of seven, eight or eleven characters is refused', async () => {
    expect(MIN_PASSWORD_CHARS).toBeGreaterThanOrEqual(8)
    for (const length of [0, 7, 8, MIN_PASSWORD_CHARS - 1])
      expect((await newMember(['author'], newPerson(randomBytes(40).toString('hex').slice(0, length)))).status).toBe(
        400,
      )
  })

  it('6.2.4 the most common passwords that are long enough are refused', async () => {
    const common = passwords.filter((each) => [...each].length >= MIN_PASSWORD_CHARS)
    expect(passwords.length).toBeGreaterThan(3_000)
    expect(common.length).toBeGreaterThan(200)
    const words = { name: 'Ada Example', email: 'ada@example.org' }
    // The most common ones, and a sample of the rest.
    for (const each of common.filter((_, index) => index < 20 || index % 20 === 0))
      expect(await findPasswordProblem(each, words), each).not.toBeNull()
    expect((await newMember(['author'], newPerson(common[0]!))).status).toBe(400)
  })

  it('6.2.5 only lower case, only digits, spaces and other alphabets make a password', {
    tags: ['nightly'],
  }, async () => {
    const passwords = ['vrmqzkwhbtxplfgd', '8302957146620395', 'ωκεανός και ουρανός', '   ~~~|||   \\\\//']
    for (const password of passwords)
      expect((await newMember(['author'], newPerson(password))).status, password).toBe(200)
  })

  it('6.2.6 the sign-in page hides a password, and so does every form', async () => {
    const page = await (await get('/sign-in')).text()
    const fields = page.match(/<input[^>]*name="?password[^>]*>|<input[^>]*type="password"[^>]*>/gi) ?? []
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) expect(field).toContain('type="password"')
    const asking = sources.filter(({ text }) => /autoComplete="(current|new)-password"/.test(text))
    expect(asking.length).toBeGreaterThan(3)
    // A visible text field would have another type.
    for (const { file, text } of asking) expect(text, file).toMatch(/type="password"|type: 'password'/)
  })

  it('6.2.7 a password may be pasted, and managers can identify each field', async () => {
    expect(linesOf(/onPaste|onCopy|onCut|onDrop=/, /^components\/(?!checks\/batch|editor|signing\/verify)/)).toEqual([])
    expect(await (await get('/sign-in')).text()).toMatch(/autocomplete="current-password"/i)
  })

  it('6.2.8 every character of a password counts, with its case', { tags: ['nightly'] }, async () => {
    const password = `Every Character of ${'x'.repeat(120)} Counts`
    const stored = await hashPassword(password, { randomBytes, passwordCost: PASSWORD_COST })
    expect(await checkPassword(password, stored, PASSWORD_COST)).toBe('right')
    for (const other of [password.slice(0, -1), `${password} `, password.toLowerCase(), password.trim().slice(0, 72)])
      expect(await checkPassword(other, stored, PASSWORD_COST)).toBe('wrong')
    const made = newPerson(password)
    expect((await newMember(['author'], made)).status).toBe(200)
    expect((await signIn({ ...made, password: password.toUpperCase() })).status).toBe(401)
    expect((await signIn(made)).status).toBe(200)
  })

  it('6.2.9 a password may have 64 characters and as many as two hundred', async () => {
    expect(MAX_PASSWORD_CHARS).toBeGreaterThanOrEqual(64)
    for (const length of [64, MAX_PASSWORD_CHARS])
      expect((await newMember(['author'], newPerson(randomBytes(200).toString('hex').slice(0, length)))).status).toBe(
        200,
      )
  })

  it('6.2.10 passwords do not expire', () => {
    const schema = readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8')
    const person = /model Person \{[\s\S]*?\n\}/.exec(schema)?.[0] ?? ''
    expect(person).toContain('passwordHash')
    expect(person).not.toMatch(/password\w*(expires|changed|age|until)/i)
    expect(linesOf(/password\w*(expir|max_?age|rotat)/i)).toEqual([])
  })

  it('6.2.11 a password of the product’s name, or of the person’s own, is refused', async () => {
    const own = { name: 'Wilhelmina Featherstone', email: 'featherstone@example.org' }
    for (const password of [
      'touchstone12',
      'Touchstone-2026!',
      'T0uchst0ne!!',
      'featherstone',
      'Wilhelmina2026',
      'featherstone@example.org',
    ])
      expect((await newMember(['author'], { ...own, password })).status, password).toBe(400)
  })

  it('6.2.12 passwords known from breaches are refused, even with added characters', async () => {
    for (const password of [
      'password1234',
      'qwertyuiop12',
      'iloveyou1234',
      'P@ssw0rd1234',
      '123456789012',
      'letmein12345',
    ])
      expect((await newMember(['author'], newPerson(password))).status, password).toBe(400)
  })

  it('6.3.2 no account exists that a person did not make', { tags: ['nightly'] }, async () => {
    for (const name of ['admin', 'root', 'sa', 'administrator', 'touchstone', 'test'])
      for (const password of [name, 'password', 'changeme', `${name}${name}${name}`])
        expect((await signIn({ email: `${name}@example.org`, password })).status, name).not.toBe(200)
    const members = (await answerOf(await call(deployment.stranger.cookie, 'members.list'))) as unknown[]
    expect(members).toHaveLength(1)
  })

  it('6.3.4 exactly the documented calls give a session', () => {
    const giving = linesOf(/setSession\(/, /^server\/http\/trpc\/\w+-router\.ts$/).filter(
      (line) => !/setSession\(null\)/.test(line),
    )
    const ways = documented('### Ways to sign in')
    const called = giving.map((line) => /workbench\.(\w+\.\w+)\(/.exec(line)?.[1] ?? line)
    expect(called.toSorted()).toEqual([...new Set(called)].toSorted())
    for (const call of called) expect(ways, call).toContain(`\`${call}\``)
  })

  it('6.4.1 the secret of an invitation is random and not a password', async () => {
    const { cookie } = deployment.administrator
    const links = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await answerOf(await call(cookie, 'members.invite', { roles: ['author'], email: null }))) as {
            link: string
            expiresAt: string
          },
      ),
    )
    const tokens = links.map(({ link }) => link.split('/').pop() ?? '')
    expect(new Set(tokens).size).toBe(3)
    for (const { expiresAt } of links) expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(8 * 86_400_000)
    expect((await signIn({ email: deployment.author.email, password: tokens[0]! })).status).toBe(401)
  })

  it('6.4.4 the page Security says who replaces a lost factor, and after which proof', () => {
    const rules = documented('### A lost factor')
    for (const word of ['password', 'passkey', 'operator', 'same care', 'second administrator'])
      expect(rules).toContain(word)
  })

  it('6.5.2 links are stored only as hashes', () => {
    const schema = readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8')
    for (const model of ['Invitation', 'SetupLink', 'PasswordLink', 'Credential', 'ServiceSecret']) {
      const text = new RegExp(`model ${model} \\{[\\s\\S]*?\\n\\}`).exec(schema)?.[0] ?? ''
      expect(text, model).toMatch(/[sS]ha256\s+Bytes/)
      expect(text, model).not.toMatch(/^\s+(token|secret)\s/m)
    }
  })

  it('6.5.3 every one-time secret is made of the secure random source', () => {
    for (const file of ['members', 'setup', 'password-links', 'passkeys/passkey-challenge'])
      expect(
        linesOf(/newToken\(|randomBytes\(CHALLENGE_BYTES\)/, new RegExp(`^server/services/accounts/${file}\\.ts$`)),
        file,
      ).toHaveLength(1)
    expect(linesOf(/randomBytes\(/, /^server\/services\/access\/secrets\.ts$/)).toEqual([
      expect.stringContaining('randomBytes(TOKEN_BYTES)'),
    ])
    expect(
      linesOf(/^import .*randomBytes.* from/, /^server\/bootstrap\//).every((line) => line.includes("'node:crypto'")),
    ).toBe(true)
  })

  it('6.5.4 one-time secrets have 256 bits', async () => {
    const { link } = (await answerOf(
      await call(deployment.administrator.cookie, 'members.invite', { roles: ['author'], email: null }),
    )) as { link: string }
    expect(Buffer.from(link.split('/').pop() ?? '', 'base64url')).toHaveLength(32)
  })

  it('6.8.1 the subject of one provider is unknown at another one', () => {
    const schema = readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8')
    const identity = /model PersonIdentity \{[\s\S]*?\n\}/.exec(schema)?.[0] ?? ''
    expect(identity).toMatch(/@@id\(\[issuer, subject\]\)|@@unique\(\[issuer, subject\]\)/)
    expect(linesOf(/findPersonOfIdentity/, /^server\/database\//).length).toBeGreaterThan(0)
    const people = sources.find(({ file }) => file === 'server/database/accounts/people.ts')?.text ?? ''
    expect(people).toMatch(/issuer_subject|issuer,\s*subject/)
  })
})
