/**
 * One proposal of the editor's completion.
 */
import type { Construct } from '../semantics/constructs'
import type { Span } from '../syntax/syntax'

export type CompletionKind =
  | 'keyword'
  | 'function'
  | 'claim'
  | 'local'
  | 'let'
  | 'variable'
  | 'member'
  | 'unit'
  | 'annotation'

export interface Completion {
  readonly label: string
  readonly kind: CompletionKind
  readonly insert: string
  /** True where `insert` has places to fill in: `${1:x}`, `$2`, `$0`. */
  readonly snippet: boolean
  /** In the language: a type or a form. */
  readonly detail: string
  readonly documentation: string
  /** What the insert replaces. */
  readonly replaces: Span
  /** Lower stands first. */
  readonly rank: number
}

/** A construct as a completion, its places to fill in numbered for the editor. */
export function constructCompletion(construct: Construct, replaces: Span, rank: number): Completion {
  const { word, form, meaning, example, snippet } = construct
  const kind = construct.kind === 'statement' || construct.kind === 'policy' ? 'keyword' : 'function'
  const places = snippet.match(/<[^<>]*>/g)?.length ?? 0
  let place = 0
  const insert = snippet.replace(/<([^<>]*)>/g, (_, name: string) => {
    place++
    const number = place === places ? 0 : place
    return name === '' ? `$${number}` : `\${${number}:${name}}`
  })
  const documentation = example === '' ? meaning : `${meaning}\n\n${example}`
  return { label: word, kind, insert, snippet: places > 0, detail: form, documentation, replaces, rank }
}
