/**
 * Previews an addition with the functions of add-converter.ts, so that both refuse alike. It stores nothing and does
 * not foresee concurrent additions.
 */
import type { UnitLibraryVerbs } from '../../database/units/unit-libraries'
import { printNumeral } from '../../language/numeric/numeral'
import { demandPermission } from '../access/permit'
import type { RequestOf } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import { type AddConverterDependencies, proposeLibrary } from './add-converter'
import { readConverter, toWireConverter } from './wire-converter'

export interface PreviewDependencies extends Omit<AddConverterDependencies, 'store'> {
  readonly store: AddConverterDependencies['store'] & Pick<UnitLibraryVerbs, 'readUnitLibrary'>
}

export interface ConverterPreview {
  /** Canonical units and exact numerals, as stored. */
  readonly converter: ExactConverter
  /** The converter in force for the pair, in either direction. */
  readonly replaces: ReturnType<typeof toWireConverter> | null
  /** Names whose rulesets may compile or check differently. */
  readonly affected: readonly string[]
  readonly unitLibraryHash: string
  /** Null for the standards only. */
  readonly previousUnitLibraryHash: string | null
}

export interface ExactConverter {
  readonly from_unit: string
  readonly to_unit: string
  readonly factor_exact: string
  readonly offset_exact: string
}

export interface Converters {
  /** @throws Refusal CREDENTIAL_SCOPE, BAD_REQUEST with every failing field, BUDGET_EXCEEDED, ENGINE_BUSY */
  preview(caller: Caller, request: RequestOf<'addConverter'>): Promise<ConverterPreview>
}

export function createConverters(dependencies: PreviewDependencies): Converters {
  return {
    preview: async (caller, request) => {
      demandPermission(caller, 'convert')
      const namespaceId = namespaceOf(caller)
      const converter = readConverter(request, dependencies.limits)
      const { seen, library, affected } = await proposeLibrary(dependencies, caller, namespaceId, converter)
      const { converters } = await dependencies.store.readUnitLibrary(namespaceId)
      const pair = [converter.from, converter.to]
      const replaced = converters.find(({ fromUnit, toUnit }) => pair.includes(fromUnit) && pair.includes(toUnit))
      return {
        converter: {
          from_unit: converter.from,
          to_unit: converter.to,
          factor_exact: printNumeral(converter.factor),
          offset_exact: printNumeral(converter.offset),
        },
        replaces: replaced === undefined ? null : toWireConverter(replaced),
        affected,
        unitLibraryHash: library.text.hash,
        previousUnitLibraryHash: seen,
      }
    },
  }
}
