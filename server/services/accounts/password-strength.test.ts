import { expect, it } from 'vitest'
import { passwordFailures } from './account-details'
import { findPasswordProblem } from './password-strength'

const ADA = { name: 'Ada Lovelace', email: 'countess@example.org' }

it.each([
  ['password1234', /common/],
  ['Password2026!', /common/],
  ['P@ssw0rdP@ssw0rd', /again/],
  ['qwertyuiop12', /common|keys/],
  ['letmeinletmein', /again/],
  ['aaaaaaaaaaaaaaaaaaaaaa', /again/],
  ['abcdefghijklmnop', /sequence|common/],
  ['touchstone1234', /this product/],
  ['TouchstoneTouchstone', /this product/],
  ['Adalovelace1815', /your name/],
  ['l0vel4ce-Ada', /your name/],
  ['countess@example.org', /your e-mail/],
  ['countess2026!', /your e-mail/],
])('%s is refused, and the answer says why', async (password, why) => {
  expect(await findPasswordProblem(password, ADA)).toMatch(why)
  expect(await passwordFailures(password, ADA)).toEqual([
    {
      field: 'password',
      expected: expect.stringMatching(/hard to guess, such as/),
      received: expect.stringMatching(why),
    },
  ])
})

it.each([
  'correct horse battery staple',
  'seven copper kettles on a shelf',
  'jkdf8 ksjdf 99',
  'ein langes Kennwort mit Umlauten äöü',
  '密码保护着重要的规则和签名文件',
  'Ada likes seven copper kettles',
  'x7#Kq'.repeat(3) + 'violet lamps under the bridge'.repeat(5),
])('%s is accepted', async (password) => {
  expect(await passwordFailures(password, ADA)).toEqual([])
})

it.each([
  'p4@8({[<369!|10$57+2%zZ'.repeat(9).slice(0, 200),
  '@4$5!1'.repeat(33),
  'a'.repeat(200),
  '\u{1F600}'.repeat(200),
])('checking the longest passwords takes bounded time', async (password) => {
  await findPasswordProblem('warm up', ADA)
  const began = process.cpuUsage()
  await findPasswordProblem(password, ADA)
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_500)
})
