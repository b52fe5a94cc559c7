import type { Analysis } from '../semantics/analyse'
import type { Type } from '../semantics/checked-type'
import type { Unit } from '../units/unit'
import type { KnownName } from './import-table'

/**
 * Returns the claims and definitions of a text, even while the text has errors. An imported table takes the units of
 * the claims that it reads, and declares only what is missing.
 */
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

const KINDS: Readonly<Record<Type['kind'], KnownName['kind']>> = {
  boolean: 'boolean',
  numeric: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  enum: 'text',
  text: 'text',
  set: 'text',
}

function knownName(name: string, { kind }: Type, unit: Unit | null): KnownName {
  return { name, kind: KINDS[kind], unit: unit?.text ?? null }
}
