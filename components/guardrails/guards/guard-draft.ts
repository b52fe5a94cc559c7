/** A guard as its form holds it: every entry is a text, so that nothing that was typed is lost. */
import type { ClaimSource, DeclaredClaim, Lookup, ToolGuard, ToolGuardInput } from './guard-data'

export interface ClaimDraft {
  readonly from: 'none' | 'argument' | 'lookup' | 'session' | 'constant'
  readonly path: string
  readonly read: 'value' | 'count'
  readonly unit: string
  /** The value of the claim for each value at the path; empty if it is taken as it is. */
  readonly values: readonly { readonly key: string; readonly value: string }[]
  readonly propose: boolean
  readonly lookup: string
  readonly visible: boolean
  readonly value: string
}

export interface LookupDraft {
  readonly name: string
  readonly kind: 'none' | 'http' | 'sql'
  readonly connection: string
  /** Path or query. */
  readonly where: string
  /** A JSONPath in each line. */
  readonly arguments: string
  readonly waitMs: string
  readonly keepSeconds: string
}

export interface GuardDraft {
  readonly name: string
  readonly server: string
  readonly tool: string
  readonly rulesetHash: string
  readonly unknown: ToolGuard['guard']['unknown']
  readonly waitSeconds: string
  readonly claims: Readonly<Record<string, ClaimDraft>>
  readonly lookups: readonly LookupDraft[]
}

export const NO_SOURCE: ClaimDraft = {
  ...{ from: 'none', path: '', read: 'value', unit: '', values: [] },
  ...{ propose: true, lookup: '', visible: false, value: '' },
}

export const NEW_LOOKUP: LookupDraft = {
  ...{ name: '', kind: 'http', connection: '', where: '', arguments: '' },
  ...{ waitMs: '1000', keepSeconds: '0' },
}

export const NEW_GUARD: GuardDraft = {
  ...{ name: '', server: '', tool: '', rulesetHash: '', unknown: 'ask', waitSeconds: '3600' },
  ...{ claims: {}, lookups: [] },
}

export function draftOf({ name, waitSeconds, guard }: ToolGuard): GuardDraft {
  const { server, tool, ruleset_hash: rulesetHash, unknown, map } = guard
  const claims = Object.entries(map.claims).map(([claim, source]) => [claim, claimDraft(source)] as const)
  return {
    ...{ name, server, tool, rulesetHash, unknown, waitSeconds: String(waitSeconds) },
    claims: Object.fromEntries(claims),
    lookups: Object.entries(map.lookups).map(([lookup, stored]) => lookupDraft(lookup, stored)),
  }
}

function claimDraft(source: ClaimSource): ClaimDraft {
  if (source.from === 'constant') return { ...NO_SOURCE, from: 'constant', value: String(source.value) }
  const { from, path, read, unit = '', values = {} } = source
  const pairs = Object.entries(values).map(([key, value]) => ({ key, value: String(value) }))
  return {
    ...NO_SOURCE,
    ...{ from, path, read, unit, values: pairs },
    ...(source.from === 'argument' ? { propose: source.propose } : {}),
    ...(source.from === 'lookup' ? { lookup: source.lookup, visible: source.visible } : {}),
  }
}

function lookupDraft(name: string, { arguments: paths, source }: Lookup): LookupDraft {
  const lookup = { ...NEW_LOOKUP, name, arguments: paths.join('\n') }
  if (source === undefined) return { ...lookup, kind: 'none' }
  const where = source.kind === 'http' ? source.path : source.query
  const { kind, connection, wait_ms: waitMs, keep_seconds: keepSeconds } = source
  return { ...lookup, kind, connection, where, waitMs: String(waitMs), keepSeconds: String(keepSeconds) }
}

/**
 * Writes the draft as a request.
 * @param declared claims of the ruleset; the values of a yes/no claim are truth values
 */
export function inputOf(draft: GuardDraft, declared: readonly DeclaredClaim[]): ToolGuardInput {
  const truths = new Set(declared.filter(({ type }) => type === 'boolean').map(({ name }) => name))
  const claims = Object.entries(draft.claims)
    .filter(([, { from }]) => from !== 'none')
    .map(([claim, entry]) => [claim, sourceOf(entry, truths.has(claim))] as const)
  const lookups = draft.lookups.map((entry) => [entry.name.trim(), lookupOf(entry)] as const)
  return {
    ...{ name: draft.name.trim(), server: draft.server.trim(), tool: draft.tool.trim() },
    ...{ ruleset_hash: draft.rulesetHash, unknown: draft.unknown, wait_seconds: Number(draft.waitSeconds) },
    map: { claims: Object.fromEntries(claims), lookups: Object.fromEntries(lookups) },
  }
}

function sourceOf(entry: ClaimDraft, isTruth: boolean): ToolGuardInput['map']['claims'][string] {
  const { from, path, read, unit, values, propose, lookup, visible, value } = entry
  const claimValue = (text: string) => (isTruth && /^(true|false)$/.test(text) ? text === 'true' : text)
  if (from === 'constant') return { from, value: claimValue(value) }
  const table = Object.fromEntries(values.map((pair) => [pair.key, claimValue(pair.value)]))
  const reading = {
    ...{ path: path.trim(), read },
    ...(unit.trim() === '' ? {} : { unit: unit.trim() }),
    ...(values.length === 0 ? {} : { values: table }),
  }
  if (from === 'argument') return { from, ...reading, propose }
  return from === 'lookup' ? { from, lookup, ...reading, visible } : { from: 'session', ...reading }
}

function lookupOf(entry: LookupDraft): NonNullable<ToolGuardInput['map']['lookups']>[string] {
  const paths = argumentPaths(entry)
  if (entry.kind === 'none') return { arguments: paths }
  const bounds = { wait_ms: Number(entry.waitMs), keep_seconds: Number(entry.keepSeconds) }
  const connection = entry.connection.trim()
  const source =
    entry.kind === 'http'
      ? { kind: entry.kind, connection, path: entry.where.trim(), ...bounds }
      : { kind: entry.kind, connection, query: entry.where, ...bounds }
  return { arguments: paths, source }
}

export function argumentPaths(entry: LookupDraft): string[] {
  return entry.arguments
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Reads an unsaved draft from this browser's storage, maybe of another release; null unless it has the same shape. */
export function readGuardDraft(value: unknown): GuardDraft | null {
  if (!hasShape(value, NEW_GUARD)) return null
  const { claims, lookups } = value as GuardDraft
  const fits =
    Object.values(claims).every((entry) => hasShape(entry, NO_SOURCE)) &&
    lookups.every((entry) => hasShape(entry, NEW_LOOKUP))
  return fits ? (value as GuardDraft) : null
}

function hasShape(value: unknown, example: object): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(example).every(([member, of]) => {
    const given = (value as Record<string, unknown>)[member]
    return typeof given === typeof of && Array.isArray(given) === Array.isArray(of) && given !== null
  })
}
