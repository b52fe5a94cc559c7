/**
 * The entries of a set. Entries that are the same expression are one (language/semantics/tree/slot-key.ts). `Intersect` and
 * `Difference` may depend on claims, so all their possible entries are included.
 */
import type { Checked, CheckedRuleset } from '../../../language/semantics/checked-ruleset'
import { childrenOf } from '../../../language/semantics/tree/children'
import { SlotKeys } from '../../../language/semantics/tree/slot-key'

/** written: a constant. claim: a claim, local, or expression over them. either: a quantifier's variable over both. */
export type EntryKind = 'written' | 'claim' | 'either'

export interface Entry {
  readonly key: string
  readonly expression: Checked
  readonly kind: EntryKind
}

/** `none` for the empty list. */
export type ListKind = EntryKind | 'none'

export class Entries {
  private readonly keys: SlotKeys
  /** By definition; empty for non-sets. */
  private readonly lists: (readonly Entry[])[] = []
  private readonly kinds: EntryKind[] = []
  /** Cached, because nested sets are read for every set around them. */
  private readonly listed = new WeakMap<Checked, readonly Entry[]>()
  private readonly judged = new WeakMap<Checked, EntryKind>()
  private readonly variables = new Map<number, ListKind>()

  constructor(private readonly ruleset: CheckedRuleset) {
    this.keys = new SlotKeys(ruleset.lets)
  }

  /** Binds a quantifier's variable while its body is described. */
  bind(variable: number, set: Checked): void {
    this.variables.set(variable, this.listKind(set))
  }

  listKind(set: Checked): ListKind {
    const kinds = new Set(this.of(set).map(({ kind }) => kind))
    const [first] = kinds
    return first === undefined ? 'none' : kinds.size === 1 ? first : 'either'
  }

  /** The entries of a set, each once, in the order of the text. */
  of(set: Checked): readonly Entry[] {
    const known = this.listed.get(set)
    if (known !== undefined) return known
    const byKey = new Map<string, Entry>()
    for (const entry of this.written(set)) if (!byKey.has(entry.key)) byKey.set(entry.key, entry)
    const entries = [...byKey.values()]
    this.listed.set(set, entries)
    return entries
  }

  /** With repetitions. */
  written(set: Checked): readonly Entry[] {
    switch (set.kind) {
      case 'set':
        return set.members.map((member) => this.entry(member))
      case 'vocabulary': {
        const { start, end } = set
        const type = set.type.kind === 'set' ? set.type.element : set.type
        return set.members.map((value) => this.entry({ kind: 'string', value, type, start, end }))
      }
      case 'let':
        return this.letEntries(set.let)
      case 'convert': {
        const type = set.type.kind === 'set' ? set.type.element : set.type
        return this.written(set.operand).map(({ expression }) => this.entry({ ...set, type, operand: expression }))
      }
      case 'unbridged':
        return this.written(set.right)
      case 'set-operation':
        return set.operation === 'Union' ? [...this.of(set.left), ...this.of(set.right)] : this.of(set.left)
      default:
        throw new Error(`a ${set.kind} is not a set`)
    }
  }

  private entry(expression: Checked): Entry {
    return { expression, key: this.keys.key(expression, () => undefined), kind: this.kind(expression) }
  }

  /** Iterative, like {@link letKind}, so that long chains of definitions do not nest. */
  private letEntries(index: number): readonly Entry[] {
    while (this.lists.length <= index) {
      const value = this.definition(this.lists.length)
      this.lists.push(value.type.kind === 'set' ? this.of(value) : [])
    }
    return this.lists[index] ?? []
  }

  private letKind(index: number): EntryKind {
    while (this.kinds.length <= index) this.kinds.push(this.kind(this.definition(this.kinds.length)))
    return this.kinds[index] ?? 'written'
  }

  private kind(expression: Checked): EntryKind {
    const known = this.judged.get(expression)
    if (known !== undefined) return known
    const kind = this.judge(expression)
    this.judged.set(expression, kind)
    return kind
  }

  private judge(expression: Checked): EntryKind {
    switch (expression.kind) {
      case 'input':
        return 'claim'
      case 'let':
        return this.letKind(expression.let)
      case 'variable': {
        const known = this.variables.get(expression.variable) ?? 'written'
        return known === 'none' ? 'written' : known
      }
      default: {
        if (expression.kind === 'quantified') this.bind(expression.variable, expression.set)
        const kinds = childrenOf(expression).map((part) => this.kind(part))
        return kinds.includes('claim') ? 'claim' : kinds.includes('either') ? 'either' : 'written'
      }
    }
  }

  private definition(index: number): Checked {
    const definition = this.ruleset.lets[index]
    if (definition === undefined) throw new Error(`the ruleset has no definition ${index}`)
    return definition.value
  }
}
