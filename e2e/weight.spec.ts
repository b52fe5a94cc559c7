/**
 * Before a page can be used, the scripts named in its HTML load at most 200 kB compressed (issue: "The workbench"). The
 * editor's Monaco loads later and does not count.
 */
import { get } from 'node:http'
import { saveRuleset } from './pages/page-calls'
import { expect, test } from './pages/people'
import { RECEIPTS } from './pages/rulesets'
import { makeChain } from './pages/target-calls'

const MAX_BYTES = 200_000
const NAME = 'weighed'

const ADDRESSES = [
  '/',
  '/rulesets/new',
  `/rulesets/${NAME}`,
  `/rulesets/${NAME}/check`,
  `/rulesets/${NAME}/history`,
  '/units',
  '/vocabulary',
  '/audit',
  '/audit/checks',
  '/inbox',
  '/settings/account',
  '/settings/members',
  '/settings/security',
  '/settings/credentials',
  '/settings/namespace',
  '/settings/notifications',
  '/settings/service-accounts',
  '/guardrails',
  '/applications',
  '/reviews',
  '/calls',
  '/tool-guards',
  '/tool-guards/new',
  '/sign-in',
  '/playground',
  '/verify',
  '/docs',
] as const

test('no page loads more than 200 kB of scripts before it can be used', async ({ author, baseURL }) => {
  const hash = await saveRuleset(author, NAME, RECEIPTS)
  const { rules, application } = await makeChain(author, 'Weighed', hash)
  const weights: Record<string, number> = {}
  for (const address of [
    ...ADDRESSES,
    `/approve/${hash}`,
    `/approve/${hash}/try`,
    `/guardrails/${rules}`,
    `/applications/${application}`,
  ]) {
    const html = await (await author.request.get(address)).text()
    let bytes = 0
    for (const script of scriptsIn(html)) bytes += await compressedBytes(new URL(script, baseURL))
    weights[address] = bytes
  }
  console.log(weights)
  expect(Object.entries(weights).filter(([, bytes]) => bytes === 0 || bytes > MAX_BYTES)).toEqual([])
})

/** Leaves out scripts marked for old browsers. */
function scriptsIn(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
  const loaded = scripts
    .filter(([tag]) => !/\bnomodule\b/i.test(tag))
    .map(([, source = '']) => source.replaceAll('&amp;', '&'))
  return [...new Set(loaded)]
}

function compressedBytes(address: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
