/**
 * The assertions whose answers can depend on what stands in an assertion or a definition.
 *
 * Promises: assertions that compare units which nothing joins are left out: whatever their parts are, they never have a
 * value. For n definitions and m assertions it takes n * m / 8 bytes, from the first question about a definition on.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DefinitionsBehind } from '../definitions-behind'
import { IndexSet } from '../index-set'
import type { Owner } from './part'

export class Dependents {
  /** By definition. */
  private byDefinition: readonly IndexSet[] | null = null
  /** Of the definition that was asked about last, because the parts of one are asked about one after another. */
  private last: { readonly definition: number; readonly list: readonly number[] } | null = null

  constructor(private readonly ruleset: CheckedRuleset) {}

  /** Ascending. */
  of({ kind, index }: Owner): readonly number[] {
    if (kind === 'assertion') return this.hasMeaning(index) ? [index] : []
    if (this.last?.definition !== index) this.last = { definition: index, list: this.ofDefinition(index).list() }
    return this.last.list
  }

  /** Whether an assertion is among those of {@link of}. */
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
