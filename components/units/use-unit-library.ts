import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LanguageClient } from '../editor/language-client'
import { readUnits, UNITS_KEY } from './read-units'

/** Has the language worker read texts under the unit library of this namespace, as the server does. */
export function useUnitLibrary(client: LanguageClient | null): void {
  const { data } = useQuery({ queryKey: UNITS_KEY, queryFn: readUnits })
  useEffect(() => {
    if (client === null || data === undefined) return
    const converters = data.converters.map(({ from_unit, to_unit, factor_exact, offset_exact }) => ({
      ...{ from: from_unit, to: to_unit, factor: factor_exact, offset: offset_exact },
    }))
    client.setLibrary({ hash: data.unit_library_hash, converters })
  }, [client, data])
}
