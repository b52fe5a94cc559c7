/** A stored guard in sentences. The callers show texts of the author as code. */
import type { ClaimSource, Lookup, ToolGuard } from './guard-data'

/** Code and words alternate; a page shows code in monospace. */
export type Phrase = readonly (string | { readonly code: string })[]

export interface ClaimSentence {
  readonly claim: string
  readonly phrase: Phrase
}

const code = (text: string) => ({ code: text })

/** Returns the sentences in the order of the map. */
export function claimSentences({ claims }: ToolGuard['guard']['map']): readonly ClaimSentence[] {
  return Object.entries(claims).map(([claim, source]) => ({ claim, phrase: sourcePhrase(source) }))
}

function sourcePhrase(source: ClaimSource): Phrase {
  if (source.from === 'constant') return ['is always ', code(String(source.value)), '.']
  const { path, read, unit, values } = source
  const counted: Phrase = read === 'count' ? ['is the number of entries at '] : ['is ']
  return [
    ...counted,
    ...PLACES[source.from](path, source),
    ...(unit === undefined ? [] : [', in ', code(unit)]),
    ...(values === undefined ? [] : ['; ', ...valuesPhrase(values)]),
    '.',
    ...(source.from === 'argument' && !source.propose ? [' A refusal proposes no other value.'] : []),
    ...(source.from === 'lookup' && !source.visible ? [' Callers do not see the value.'] : []),
  ]
}

const PLACES: Readonly<Record<'argument' | 'lookup' | 'session', (path: string, source: ClaimSource) => Phrase>> = {
  argument: (path) => ['the argument ', code(path)],
  session: (path) => {
    const [, tool] = /^\$\.calls\.([^.[]+)$/.exec(path) ?? []
    if (tool === undefined) return [code(path), ' of the session']
    return ['how many calls of ', code(tool), ' passed in this session within a day']
  },
  lookup: (path, source) => [code(path), ' of ', code(source.from === 'lookup' ? source.lookup : '')],
}

function valuesPhrase(values: Readonly<Record<string, string | boolean>>): Phrase {
  return Object.entries(values).flatMap(([key, value], index) => [
    ...(index === 0 ? [] : [', ']),
    code(key),
    ' counts as ',
    code(String(value)),
  ])
}

export function lookupPhrase({ arguments: paths, source }: Lookup): Phrase {
  const by: Phrase =
    paths.length === 0 ? [] : [' by ', ...paths.flatMap((path, i) => [...(i > 0 ? [', '] : []), code(path)])]
  if (source === undefined) return ['is not looked up anywhere, so it is unknown.']
  const where = source.kind === 'http' ? source.path : source.query
  const kept = source.keep_seconds === 0 ? '' : ` An answer is used again for ${timeWords(source.keep_seconds)}.`
  return [
    ...['is looked up in ', code(source.connection), ' at ', code(where)],
    ...by,
    `, within ${source.wait_ms.toLocaleString('en')} ms.${kept}`,
  ]
}

/** Says how a FALSE and an UNKNOWN rule decide a call. */
export function outcomeSentences({ guard: { unknown }, waitSeconds }: Pick<ToolGuard, 'guard' | 'waitSeconds'>) {
  return {
    isFalse: 'The call is refused, with the rule, its clauses and the nearest arguments that would pass.',
    unknown: {
      ask: `The call waits for a reviewer for up to ${timeWords(waitSeconds)}, and is then refused.`,
      refuse: 'The call is refused.',
      pass: 'The call passes, and the answer lists the open rules.',
    }[unknown],
  } as const
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** 3600 is `1 hour`, 90 is `90 seconds`. */
export function timeWords(seconds: number): string {
  const [word, size] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? UNITS[3]
  const count = seconds / size
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}
