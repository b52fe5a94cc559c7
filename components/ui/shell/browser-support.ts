/** Looks up browser support in MDN's compatibility data. */
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import data from '@mdn/browser-compat-data/forLegacyNode'

export const BROWSERS = ['chrome', 'edge', 'firefox', 'safari'] as const
export type Versions = Readonly<Record<(typeof BROWSERS)[number], number>>

/** @param path such as `properties`, `field-sizing` */
export function cssFeature(...path: readonly string[]): Identifier | undefined {
  return path.reduce<Identifier | undefined>((from, name) => from?.[name], data.css as unknown as Identifier)
}

export function globalFeature(name: string, member?: string): Identifier | undefined {
  const feature = data.javascript.builtins?.[name] ?? data.api[name]
  return member === undefined ? feature : (feature?.[member] ?? feature?.[`${member}_static`])
}

/** Interfaces whose members are called on values. */
const INTERFACES = [
  'AbortSignal',
  'Blob',
  'Document',
  'Element',
  'HTMLElement',
  'Navigator',
  'Node',
  'Request',
  'Response',
]

const holders = [
  ...Object.values(data.javascript.builtins ?? {}),
  ...INTERFACES.map((name) => data.api[name]),
] as Identifier[]
const elements = [data.html.global_attributes, ...Object.values(data.html.elements ?? {})] as Identifier[]

/** Returns every member of this name, because a receiver's type is unknown. */
export function membersNamed(name: string): readonly Identifier[] {
  return membersOf(holders, name)
}

export function attributesNamed(name: string): readonly Identifier[] {
  return membersOf(elements, name)
}

function membersOf(all: readonly Identifier[], name: string): readonly Identifier[] {
  return all.flatMap((each) => (Object.hasOwn(each, name) && each[name] !== undefined ? [each[name]] : []))
}

/** A feature without data counts as supported. */
export function lackedBy(feature: Identifier | undefined, versions: Versions): readonly string[] {
  const support = feature?.__compat?.support
  if (support === undefined) return []
  return BROWSERS.filter((browser) => {
    const statements = [support[browser] ?? []].flat() as SimpleSupportStatement[]
    return !statements.some((each) => isPlain(each) && firstVersion(each) <= versions[browser])
  })
}

function isPlain(statement: SimpleSupportStatement): boolean {
  const { flags, prefix, alternative_name, version_removed } = statement
  return flags === undefined && prefix === undefined && alternative_name === undefined && version_removed === undefined
}

function firstVersion({ version_added }: SimpleSupportStatement): number {
  const version = Number(String(version_added).replace('≤', ''))
  return Number.isNaN(version) ? Number.POSITIVE_INFINITY : version
}
