/**
 * What changed in definitions, with the assertions that follow them.
 *
 * Promises: definitions are paired by name, then by what they say. A definition whose own text is as before but which
 * names a changed one changed too.
 */
import type { Names } from '../engine/explain/english/names'
import type { CheckedLet, CheckedRuleset } from '../language/semantics/checked-ruleset'
import type { Finding } from './comparison-result'
import { finding, listInWords, quotedNote } from './finding'
import { areListsSame, type SameExpressions } from './same-expression'

/** What became of a definition of the later ruleset. */
export interface DefinitionPair {
  readonly before: number
  readonly after: number
  readonly isSame: boolean
}

export interface PairedDefinitions {
  readonly pairs: readonly DefinitionPair[]
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

export function pairDefinitions(
  before: CheckedRuleset,
  after: CheckedRuleset,
  same: SameExpressions,
): PairedDefinitions {
  const byName = new Map(before.lets.map(({ name }, index) => [name, index]))
  const pairs: DefinitionPair[] = []
  const added: number[] = []
  const free = new Set(before.lets.keys())
  after.lets.forEach(({ name }, index) => {
    const other = byName.get(name)
    if (other === undefined) return
    free.delete(other)
    pairs.push({ before: other, after: index, isSame: same.areSameLets(other, index) })
  })
  after.lets.forEach(({ name }, index) => {
    if (byName.has(name)) return
    const other = [...free].find((candidate) => same.areSameLets(candidate, index))
    if (other === undefined) added.push(index)
    else {
      free.delete(other)
      pairs.push({ before: other, after: index, isSame: true })
    }
  })
  return { pairs: pairs.sort((a, b) => a.after - b.after), added, removed: [...free] }
}

export interface DefinitionWords {
  readonly before: () => Names
  readonly after: () => Names
  /** Titles of the assertions whose answers change and that name a definition of the later ruleset. */
  readonly followers: (definition: number) => readonly string[]
}

/** Changed definitions that no changed answer follows are left to the finding `rewritten`. */
export function definitionChanges(
  before: CheckedRuleset,
  after: CheckedRuleset,
  { pairs, added, removed }: PairedDefinitions,
  words: DefinitionWords,
): readonly Finding[] {
  const findings: Finding[] = []
  for (const pair of pairs) {
    const [was, now] = [before.lets[pair.before]!, after.lets[pair.after]!]
    const thing = { before: was.name, after: now.name }
    const name = () => words.after().called(now.name)
    if (was.name !== now.name)
      findings.push(finding('definition-renamed', thing, { name: name(), was: words.before().called(was.name) }))
    const followers = pair.isSame ? [] : words.followers(pair.after)
    if (followers.length > 0)
      findings.push(finding('definition-changed', thing, { name: name(), list: listInWords(followers) }))
    if (!areListsSame(was.comment, now.comment))
      findings.push(finding('definition-note', thing, { name: name(), ...notes(was, now) }))
  }
  for (const index of added) {
    const { name } = after.lets[index]!
    findings.push(finding('definition-added', { before: null, after: name }, { name: words.after().called(name) }))
  }
  for (const index of removed) {
    const { name } = before.lets[index]!
    findings.push(finding('definition-removed', { before: name, after: null }, { name: words.before().called(name) }))
  }
  return findings
}

function notes(was: CheckedLet, now: CheckedLet) {
  return { was: quotedNote(was.comment), now: quotedNote(now.comment) }
}
