/**
 * What adding a converter would change, told before it is added.
 *
 * Promises: read, admitted and compared by the very functions that add it (add-converter.ts), so what is refused there is
 * refused here in the same words; stores nothing. What somebody else adds meanwhile is not foreseen.
 */

import type { UnitLibraryVerbs } from '../../database/units/unit-libraries'
import { printNumeral } from '../../language/numeric/numeral'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import type { RequestOf } from '../service'
import { type AddConverterParts, proposeLibrary } from './add-converter'
import { readConverter } from './read-converter'
import { wireConverter } from './wire-converter'

export interface PreviewParts extends Omit<AddConverterParts, 'store'> {
  readonly store: AddConverterParts['store'] & Pick<UnitLibraryVerbs, 'readUnitLibrary'>
}

export interface ConverterPreview {
  /** As it would be kept: canonical units, exact numerals. */
  readonly converter: ExactConverter
  /** The converter of the same pair that is in force, whichever way round; null where there is none. */
  readonly replaces: ReturnType<typeof wireConverter> | null
  /** Names whose rulesets may compile or check otherwise. */
  readonly affected: readonly string[]
  /** Of the library that would be in force. */
  readonly unitLibraryHash: string
  /** Of the one in force; null for the standards alone. */
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

export function createConverters(parts: PreviewParts): Converters {
  return {
    preview: async (caller, request) => {
      demandPermission(caller, 'convert')
      const namespaceId = namespaceOf(caller)
      const converter = readConverter(request, parts.limits)
      const { seen, library, affected } = await proposeLibrary(parts, caller, namespaceId, converter)
      const { converters } = await parts.store.readUnitLibrary(namespaceId)
      const pair = [converter.from, converter.to]
      const replaced = converters.find(({ fromUnit, toUnit }) => pair.includes(fromUnit) && pair.includes(toUnit))
      return {
        converter: {
          ...{ from_unit: converter.from, to_unit: converter.to },
          ...{ factor_exact: printNumeral(converter.factor), offset_exact: printNumeral(converter.offset) },
        },
        replaces: replaced === undefined ? null : wireConverter(replaced),
        affected,
        unitLibraryHash: library.text.hash,
        previousUnitLibraryHash: seen,
      }
    },
  }
}
