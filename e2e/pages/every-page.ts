import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { RECEIPTS } from '../rulesets'
import { saveRuleset, sign } from './page-calls'
import { PASSWORD } from './people'
import { type Chain, makeChain } from './target-calls'

export interface World {
  readonly hash: string
  readonly recordId: string
  readonly chain: Chain
}

/** The saved and signed ruleset. */
const NAME = 'receipts'
const by = (address: string) => () => address

/** Every page except those that need a journey. */
export const VISITS: Readonly<Record<string, (world: World) => string>> = {
  '/': by('/'),
  '/applications': by('/applications'),
  '/applications/[id]': ({ chain }) => `/applications/${chain.application}`,
  '/approve': by('/approve'),
  '/approve/[hash]': ({ hash }) => `/approve/${hash}`,
  '/approve/[hash]/receipts': ({ hash }) => `/approve/${hash}/receipts`,
  '/approve/[hash]/receipts/[recordId]': ({ hash, recordId }) => `/approve/${hash}/receipts/${recordId}`,
  '/audit': by('/audit'),
  '/authorize': by('/authorize'),
  '/authorize/problem': by('/authorize/problem?reason=expired'),
  '/docs': by('/docs'),
  '/docs/[...slug]': by('/docs/language'),
  '/docs/api-reference': by('/docs/api-reference'),
  '/guardrails': by('/guardrails'),
  '/guardrails/[id]': ({ chain }) => `/guardrails/${chain.rules}`,
  '/invite': by('/invite'),
  '/password': by('/password'),
  '/playground': by('/playground'),
  '/reviews': by('/reviews'),
  '/rulesets': by('/rulesets'),
  '/rulesets/[name]': by(`/rulesets/${NAME}`),
  '/rulesets/[name]/check': by(`/rulesets/${NAME}/check`),
  '/rulesets/[name]/history': by(`/rulesets/${NAME}/history`),
  '/rulesets/new': by('/rulesets/new'),
  '/settings': by('/settings'),
  '/settings/account': by('/settings/account'),
  '/settings/changes': by('/settings/changes'),
  '/settings/credentials': by('/settings/credentials'),
  '/settings/first-steps': by('/settings/first-steps'),
  '/settings/members': by('/settings/members'),
  '/settings/namespace': by('/settings/namespace'),
  '/settings/security': by('/settings/security'),
  '/settings/service-accounts': by('/settings/service-accounts'),
  '/setup': by('/setup'),
  '/sign-in': by('/sign-in'),
  '/sign-out': by('/sign-out'),
  '/signed-in': by('/signed-in'),
  '/units': by('/units'),
  '/vocabulary': by('/vocabulary'),
}

/** Pages behind one-time links, whose own journeys examine them, and a redirect. */
export const LOOKED_AT_ELSEWHERE: Readonly<Record<string, string>> = {
  '/authorize/[uid]': 'consent.spec.ts',
  '/setup/[token]': 'sign-in.spec.ts',
  '/sign-in/again': 'it leads on to the provider',
  '/invite/[token]': 'sign-in.spec.ts',
  '/password/[token]': 'sign-in.spec.ts',
}

/** @param source of a ruleset that a password may sign */
export async function makeWorld(author: Page, reviewer: Page, name = 'Everywhere', source = RECEIPTS): Promise<World> {
  const hash = await saveRuleset(author, NAME, source)
  const chain = await makeChain(author, name, hash)
  return { hash, recordId: await sign(reviewer, hash, PASSWORD), chain }
}

export function addressPatterns(): string[] {
  return pagesIn(path.resolve(import.meta.dirname, '../../app'))
}

/** Folders in brackets are groups and not part of the address. */
function pagesIn(folder: string, address = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return entry.name === 'page.tsx' ? [address || '/'] : []
    const under = entry.name.startsWith('(') ? address : `${address}/${entry.name}`
    return pagesIn(path.join(folder, entry.name), under)
  })
}
