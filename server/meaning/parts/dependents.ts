/**
 * Assertions whose answers can depend on a statement. Those that never have a value are left out. Takes n * m / 8 bytes
 * for n definitions and m assertions.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DefinitionsBehind } from '../definitions-behind'
import { IndexSet } from '../index-set'
import type { Owner } from './part'

export class Dependents {
  private byDefinition: readonly IndexSet[] | null = null
  /** Parts of one definition are asked about one after another. */
  private last: { readonly definition: number; readonly list: readonly number[] } | null = null

  constructor(private readonly ruleset: CheckedRuleset) {}

  /** Ascending. */
  of({ kind, index }: Owner): readonly number[] {
    if (kind === 'assertion') return this.hasMeaning(index) ? [index] : []
    if (this.last?.definition !== index) this.last = { definition: index, list: this.ofDefinition(index).list() }
    return this.last.list
  }

  has({ kind, index }: Owner, assertion: number): boolean {
    if (kind === 'assertion') return index === assertion && this.hasMeaning(index)
    return this.ofDefinition(index).has(assertion)
  }

  private ofDefinition(definition: number): IndexSet {
    this.byDefinition ??= this.transposed()
    return this.byDefinition[definition]!
  }

  private transposed(): readonly IndexSet[] {
    const { lets, assertions } = this.ruleset
    const behind = new DefinitionsBehind(this.ruleset)
    const sets = lets.map(() => new IndexSet(assertions.length))
    for (const assertion of assertions.keys())
      if (this.hasMeaning(assertion)) for (const definition of behind.of(assertion)) sets[definition]!.add(assertion)
    return sets
  }

  private hasMeaning(assertion: number): boolean {
    return this.ruleset.assertions[assertion]!.unbridged.length === 0
  }
}
