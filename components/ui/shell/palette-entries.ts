/** The entries of the palette that match what is typed. */
import type { inferRouterOutputs } from '@trpc/server'
import { NEW_RULESET_PATH, nameInPath, rulesetPath } from '../../../server/api/page-paths'
import type { HitKind } from '../../../server/api/terms/ruleset-terms'
import type { AppRouter } from '../../../server/http/trpc/router'
import type { PageAction } from './page-actions'
import type { WorkbenchPage } from './viewer'

export type SearchAnswer = inferRouterOutputs<AppRouter>['search']['find']
type SearchHit = SearchAnswer['hits'][number]

export interface PaletteEntry {
  readonly key: string
  readonly group: (typeof PALETTE_GROUPS)[number]
  readonly title: string
  /** For a hit, what was found. */
  readonly excerpt: SearchHit['excerpt'] | null
  readonly detail: string
  readonly target:
    | { readonly kind: 'action'; readonly run: () => void }
    | { readonly kind: 'page'; readonly href: string }
    | { readonly kind: 'line'; readonly href: string; readonly line: number }
    | { readonly kind: 'claim'; readonly href: string; readonly claim: string }
}

/** In the order of the list. */
export const PALETTE_GROUPS = ['On this page', 'Pages', 'Rulesets', 'In rulesets'] as const

const HIT_WORDS: Readonly<Record<HitKind, string>> = {
  name: 'Ruleset',
  label: 'Label',
  assertion: 'Assertion',
  claim: 'Claim',
  question: 'Question',
  definition: 'Definition',
  source: 'Source',
  note: 'Note',
}

/** The pages of the ruleset that is shown, and of the workbench. */
export function pageEntries(
  typed: string,
  pages: readonly Pick<WorkbenchPage, 'href' | 'title'>[],
  path: string,
  maySave: boolean,
): PaletteEntry[] {
  const name = path.startsWith('/rulesets/') ? nameInPath(path.split('/')[2] ?? '') : null
  const ofRuleset =
    name === null || path === NEW_RULESET_PATH
      ? []
      : [
          { href: rulesetPath(name), title: `Text of ${name}` },
          { href: rulesetPath(name, 'check'), title: `Check page of ${name}` },
          { href: rulesetPath(name, 'history'), title: `History of ${name}` },
        ]
  const fresh = maySave ? [{ href: NEW_RULESET_PATH, title: 'New ruleset' }] : []
  return [...ofRuleset, ...fresh, ...pages]
    .filter(({ href, title }) => href !== path && hasWords(title, typed))
    .map(({ href, title }) => entryOf(`page ${href}`, 'Pages', title, { kind: 'page', href }))
}

export function actionEntries(typed: string, actions: readonly PageAction[]): PaletteEntry[] {
  return actions
    .filter(({ title }) => hasWords(title, typed))
    .map(({ title, run }) => entryOf(`action ${title}`, 'On this page', title, { kind: 'action', run }))
}

export function hitEntries(hits: readonly SearchHit[]): PaletteEntry[] {
  return hits.map((hit, place) => {
    const { kind, name, subject, excerpt } = hit
    const key = `hit ${place} ${kind} ${name} ${subject ?? ''}`
    if (kind === 'name') return { ...entryOf(key, 'Rulesets', name, targetOf(hit)), excerpt }
    const what = subject === null || kind === 'label' ? HIT_WORDS[kind] : `${HIT_WORDS[kind]} ${subject}`
    return { ...entryOf(key, 'In rulesets', what, targetOf(hit)), excerpt, detail: name }
  })
}

function targetOf({ kind, name, subject, line }: SearchHit): PaletteEntry['target'] {
  if (kind === 'question' && subject !== null)
    return { kind: 'claim', href: rulesetPath(name, 'check'), claim: subject }
  return line === null ? { kind: 'page', href: rulesetPath(name) } : { kind: 'line', href: rulesetPath(name), line }
}

function entryOf(
  key: string,
  group: PaletteEntry['group'],
  title: string,
  target: PaletteEntry['target'],
): PaletteEntry {
  return { key, group, title, target, excerpt: null, detail: '' }
}

function hasWords(title: string, typed: string): boolean {
  const lower = title.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
