import { quoteVisible } from '../../engine/explain/english/clause'
import type { Names } from '../../engine/explain/english/names'
import type { CheckedLet, CheckedRuleset, CheckedShape } from '../../language/semantics/checked-ruleset'
import type { Finding } from './comparison-result'
import { firstInWords, makeFinding, quotedNote } from './finding'
import { areListsSame, type SameExpressions } from './same-expression'
import type { StructureIds } from './structure-ids'

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
  ids: StructureIds,
): PairedDefinitions {
  const byName = new Map(before.lets.map(({ name }, index) => [name, index]))
  const pairs: DefinitionPair[] = []
  const added: number[] = []
  const free = new Set(before.lets.keys())
  after.lets.forEach(({ name }, index) => {
    const other = byName.get(name)
    if (other === undefined) return
    free.delete(other)
    const isSame = areUnitsSame(before.lets[other]!, after.lets[index]!) && same.areSameLets(other, index)
    pairs.push({ before: other, after: index, isSame })
  })
  const nameless = [...after.lets.keys()].filter((index) => !byName.has(after.lets[index]!.name))
  const renamed = free.size === 0 || nameless.length === 0 ? null : new FreeLets(free, ids, before.lets, after.lets)
  for (const index of nameless) {
    const other = renamed?.first(index) ?? null
    if (other === null || !same.areSameLets(other, index)) added.push(index)
    else {
      free.delete(other)
      pairs.push({ before: other, after: index, isSame: true })
    }
  }
  return { pairs: pairs.sort((a, b) => a.after - b.after), added, removed: [...free] }
}

/** 5 m and 5 km are the same number, but not the same value. */
function areUnitsSame(one: CheckedLet, other: CheckedLet): boolean {
  return unitKey(one) === unitKey(other)
}

function unitKey({ value: { type } }: CheckedLet): string {
  const element = type.kind === 'set' ? type.element : type
  if (element.kind !== 'numeric' || element.unit === null) return ''
  return element.unit.difference ? `difference of ${element.unit.text}` : element.unit.text
}

/** Earlier definitions without a partner, by meaning. */
class FreeLets {
  private readonly waiting = new Map<string, number[]>()

  constructor(
    private readonly free: ReadonlySet<number>,
    private readonly ids: StructureIds,
    before: readonly CheckedLet[],
    private readonly after: readonly CheckedLet[],
  ) {
    const { lets } = ids.before
    for (const index of [...free].reverse()) {
      const key = keyOf(lets[index]!, before[index]!)
      const list = this.waiting.get(key) ?? []
      this.waiting.set(key, list)
      list.push(index)
    }
  }

  /** The first unpaired one with the same meaning. */
  first(after: number): number | null {
    const list = this.waiting.get(keyOf(this.ids.after.lets[after]!, this.after[after]!)) ?? []
    while (list.length > 0 && !this.free.has(list.at(-1)!)) list.pop()
    return list.at(-1) ?? null
  }
}

function keyOf(id: number, definition: CheckedLet): string {
  return `${id} ${unitKey(definition)}`
}

export interface Followers {
  readonly count: number
  /** As many as a sentence names. */
  readonly first: readonly string[]
}

export interface DefinitionWords {
  readonly before: () => Names
  readonly after: () => Names
  /** Assertions with changed answers that name, or named, a definition of the later ruleset. */
  readonly followers: (definition: number) => Followers | null
}

/** A changed definition without changed answers is left to the finding `rewritten`. */
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
      findings.push(makeFinding('definition-renamed', thing, { name: name(), was: words.before().called(was.name) }))
    const followers = pair.isSame ? null : words.followers(pair.after)
    if (followers !== null)
      findings.push(
        makeFinding('definition-changed', thing, {
          name: name(),
          list: firstInWords(followers.first, followers.count),
        }),
      )
    if (!areListsSame(was.comment, now.comment))
      findings.push(makeFinding('definition-note', thing, { name: name(), ...notesInWords(was, now) }))
  }
  for (const index of added) {
    if (after.reports.some((report) => report.let === index)) continue
    const { name } = after.lets[index]!
    findings.push(makeFinding('definition-added', { before: null, after: name }, { name: words.after().called(name) }))
  }
  for (const index of removed) {
    if (before.reports.some((report) => report.let === index)) continue
    const { name } = before.lets[index]!
    findings.push(
      makeFinding('definition-removed', { before: name, after: null }, { name: words.before().called(name) }),
    )
  }
  return findings
}

function notesInWords(was: CheckedLet, now: CheckedLet) {
  return { was: quotedNote(was.comment), now: quotedNote(now.comment) }
}

/** A changed shape is shown as it is written; which answers follow is found for each assertion. */
export function shapeChanges(before: CheckedRuleset, after: CheckedRuleset): readonly Finding[] {
  const earlier = new Map(before.shapes?.map((shape) => [shape.name, shape]))
  const words = ({ pattern, check }: Pick<CheckedShape, 'pattern' | 'check'>) =>
    `${quoteVisible(pattern)}${check === null ? '' : ` with the check ${check}`}`
  return (after.shapes ?? []).flatMap((shape) => {
    const other = earlier.get(shape.name)
    if (other === undefined || words(other) === words(shape)) return []
    const thing = { before: shape.name, after: shape.name }
    return [makeFinding('shape-changed', thing, { name: shape.name, was: words(other), now: words(shape) })]
  })
}
