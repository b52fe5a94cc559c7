import type { Checked, CheckedLet, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'

/** A part of a ruleset that can cite clauses, as plain data. */
export interface CitingText {
  readonly name: string
  readonly isAssertion: boolean
  /** Its condition or value only; empty for a claim. */
  readonly own: string
  /** Its condition or value, with those of the definitions that it uses and that cite nothing; empty for a claim. */
  readonly text: string
  readonly citations: readonly CitedClause[]
  /** The line of each citation, in the same order. */
  readonly lines: readonly number[]
}

/** All assertions, and what else cites a clause. @param source that the ruleset was compiled from */
export function citingTexts(ruleset: CheckedRuleset, source: string): readonly CitingText[] {
  const { assertions, lets, citations = [] } = ruleset
  const citing = (name: string) => ({
    citations: citedClauses(ruleset, name),
    lines: citations.filter((citation) => citation.name === name).map(({ line }) => line),
  })
  const isCited = new Set(citations.map(({ name }) => name))
  const textOf = (own: string, value: Checked) => {
    const behind = definitionsBehind(value, lets, isCited).map(({ value: { start, end } }) => source.slice(start, end))
    return [own, ...behind].join('\n')
  }
  const rules = assertions.map(({ name, source: own, expression }) => ({
    ...{ name, isAssertion: true, own, text: textOf(own, expression) },
    ...citing(name),
  }))
  const names = new Set(assertions.map(({ name }) => name))
  const definitions = lets
    .filter(({ name }) => isCited.has(name) && !names.has(name))
    .map(({ name, value }) => {
      const own = source.slice(value.start, value.end)
      return { ...{ name, isAssertion: false, own, text: textOf(own, value) }, ...citing(name) }
    })
  for (const { name } of definitions) names.add(name)
  const others = [...isCited].filter((name) => !names.has(name))
  return [
    ...rules,
    ...definitions,
    ...others.map((name) => ({ name, isAssertion: false, own: '', text: '', ...citing(name) })),
  ]
}

function definitionsBehind(
  value: Checked,
  lets: readonly CheckedLet[],
  isCited: ReadonlySet<string>,
): readonly CheckedLet[] {
  const found = new Set<number>()
  const open: Checked[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    walkTree(next, (node) => {
      const definition = node.kind === 'let' ? lets[node.let] : undefined
      if (node.kind !== 'let' || definition === undefined || found.has(node.let) || isCited.has(definition.name)) return
      found.add(node.let)
      open.push(definition.value)
    })
  return [...found].map((index) => lets[index]).filter((definition) => definition !== undefined)
}

/** A clause of a written policy that a part of the ruleset cites. */
export interface CitedClause {
  /** The label of the document. */
  readonly document: string
  /** The label of the clause. */
  readonly clause: string
  /** The author's words after the clause; absent if there are no words. */
  readonly words?: string
}

/** Returns the clauses that the assertion, definition or claim with this name cites, in the order of the text. */
export function citedClauses({ citations = [] }: CheckedRuleset, name: string): readonly CitedClause[] {
  return citations
    .filter((citation) => citation.name === name)
    .map(({ document, clause, words }) => ({ document, clause, ...(words === null ? {} : { words }) }))
}

/** The member of an answer; empty if the name cites nothing, so that other answers stay as they are. */
export function citationsField(ruleset: CheckedRuleset, name: string): { readonly citations?: readonly CitedClause[] } {
  const citations = citedClauses(ruleset, name)
  return citations.length === 0 ? {} : { citations }
}
