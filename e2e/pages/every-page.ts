import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { addDocument, saveRuleset, signRevision } from './page-calls'
import { PASSWORD } from './people'
import { RECEIPTS } from './rulesets'
import { type Chain, makeChain } from './target-calls'

export interface World {
  readonly hash: string
  readonly recordId: string
  readonly chain: Chain
  /** Label of a written policy. */
  readonly document: string
}

/** The saved and signed ruleset. */
const NAME = 'receipts'
const addressOf = (address: string) => () => address

/** Every page except those that need a journey. */
export const VISITS: Readonly<Record<string, (world: World) => string>> = {
  '/': addressOf('/'),
  '/applications': addressOf('/applications'),
  '/applications/[id]': ({ chain }) => `/applications/${chain.application}`,
  '/approve': addressOf('/approve'),
  '/approve/[hash]': ({ hash }) => `/approve/${hash}`,
  '/approve/[hash]/pack': ({ hash }) => `/approve/${hash}/pack`,
  '/approve/[hash]/receipts': ({ hash }) => `/approve/${hash}/receipts`,
  '/approve/[hash]/receipts/[recordId]': ({ hash, recordId }) => `/approve/${hash}/receipts/${recordId}`,
  '/approve/[hash]/try': ({ hash }) => `/approve/${hash}/try`,
  '/audit': addressOf('/audit'),
  '/audit/checks': addressOf('/audit/checks'),
  '/authorize': addressOf('/authorize'),
  '/authorize/problem': addressOf('/authorize/problem?reason=expired'),
  '/calls': addressOf('/calls'),
  '/docs': addressOf('/docs'),
  '/docs/[...slug]': addressOf('/docs/language'),
  '/docs/api-reference': addressOf('/docs/api-reference'),
  '/documents': addressOf('/documents'),
  '/documents/[label]': ({ document }) => `/documents/${document}`,
  '/guardrails': addressOf('/guardrails'),
  '/guardrails/[id]': ({ chain }) => `/guardrails/${chain.rules}`,
  '/inbox': addressOf('/inbox'),
  '/invite': addressOf('/invite'),
  '/password': addressOf('/password'),
  '/libraries': addressOf('/libraries'),
  '/playground': addressOf('/playground'),
  '/reviews': addressOf('/reviews'),
  '/rulesets': addressOf('/rulesets'),
  '/rulesets/[name]': addressOf(`/rulesets/${NAME}`),
  '/rulesets/[name]/check': addressOf(`/rulesets/${NAME}/check`),
  '/rulesets/[name]/history': addressOf(`/rulesets/${NAME}/history`),
  '/rulesets/[name]/review': addressOf(`/rulesets/${NAME}/review`),
  '/rulesets/new': addressOf('/rulesets/new'),
  '/settings': addressOf('/settings'),
  '/settings/account': addressOf('/settings/account'),
  '/settings/changes': addressOf('/settings/changes'),
  '/settings/credentials': addressOf('/settings/credentials'),
  '/settings/first-steps': addressOf('/settings/first-steps'),
  '/settings/members': addressOf('/settings/members'),
  '/settings/namespace': addressOf('/settings/namespace'),
  '/settings/notifications': addressOf('/settings/notifications'),
  '/settings/security': addressOf('/settings/security'),
  '/settings/service-accounts': addressOf('/settings/service-accounts'),
  '/setup': addressOf('/setup'),
  '/sign-in': addressOf('/sign-in'),
  '/sign-out': addressOf('/sign-out'),
  '/signed-in': addressOf('/signed-in'),
  '/tool-guards': addressOf('/tool-guards'),
  '/tool-guards/new': addressOf('/tool-guards/new'),
  '/units': addressOf('/units'),
  '/verify': addressOf('/verify'),
  '/vocabulary': addressOf('/vocabulary'),
}

/** Pages that need one-time links, whose own journeys examine them, and a redirect. */
export const EXAMINED_ELSEWHERE: Readonly<Record<string, string>> = {
  '/authorize/[uid]': 'consent.spec.ts',
  '/calls/[id]': 'tool-calls.spec.ts',
  '/tool-guards/[id]': 'tool-guards.spec.ts',
  '/setup/[token]': 'sign-in.spec.ts',
  '/sign-in/again': 'it leads on to the provider',
  '/invite/[token]': 'sign-in.spec.ts',
  '/password/[token]': 'sign-in.spec.ts',
}

/** @param source of a ruleset that a password may sign */
export async function makeWorld(author: Page, reviewer: Page, name = 'Everywhere', source = RECEIPTS): Promise<World> {
  const hash = await saveRuleset(author, NAME, source)
  const chain = await makeChain(author, name, hash)
  await addDocument(author, name)
  return { hash, recordId: await signRevision(reviewer, hash, PASSWORD), chain, document: name }
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
