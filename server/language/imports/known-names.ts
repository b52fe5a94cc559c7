import type { Analysis } from '../semantics/analyse'
import type { Type } from '../semantics/checked-type'
import type { Unit } from '../units/unit'
import type { KnownName } from './import-table'

/** Returns the claims and definitions of a text, even while the text has errors. */
export function knownNamesOf({ syntax, inputs, types }: Analysis): readonly KnownName[] {
  const claims = inputs.map(({ name, type, declaredUnit, adoptedUnit }) =>
    knownName(name, type, declaredUnit ?? adoptedUnit),
  )
  const definitions = syntax.statements.flatMap((statement) => {
    if (!DEFINITIONS.has(statement.kind) || !('name' in statement)) return []
    const type = types.get(statement.name.start)
    return type === undefined ? [] : [knownName(statement.name.name, type, type.kind === 'numeric' ? type.unit : null)]
  })
  return [...claims, ...definitions]
}

const DEFINITIONS: ReadonlySet<string> = new Set(['let', 'parameter', 'scale', 'table'])

function knownName(name: string, { kind }: Type, unit: Unit | null): KnownName {
  const isText = kind === 'enum' || kind === 'text' || kind === 'set'
  return { name, kind: isText ? 'text' : kind, unit: unit?.text ?? null }
}
