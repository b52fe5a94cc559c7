import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { bridge, converterAdded, unitList } from '../../server/api/schemas/units'
import type { LanguageClient } from '../editor/language-client'
import { callOperation, type PageRefusal, refusalOf } from '../ui/server-calls'

export type UnitList = z.output<typeof unitList>
export type UnitBridge = z.output<typeof bridge>
export type ConverterAdded = z.output<typeof converterAdded>

export const UNITS_KEY = ['units'] as const

/** A refusal, thrown so that a query handles it like any other error. */
class OperationRefusedError extends Error {
  constructor(readonly refusal: PageRefusal) {
    super(refusal.message)
  }
}

export function refusalIn(error: unknown): PageRefusal {
  return error instanceof OperationRefusedError ? error.refusal : refusalOf(error)
}

async function answerOf(operation: 'listUnits' | 'bridgeUnits' | 'addConverter', request?: string): Promise<unknown> {
  const answer = await callOperation(operation, request)
  if (!answer.ok) throw new OperationRefusedError(answer.refusal)
  return JSON.parse(answer.body)
}

/** Rows are not validated, because the list may be long and comes from this server. */
export async function readUnits(): Promise<UnitList> {
  return (await answerOf('listUnits')) as UnitList
}

export async function readBridge(from: string, to: string): Promise<UnitBridge> {
  const [answer, schemas] = await Promise.all([
    answerOf('bridgeUnits', JSON.stringify({ from_unit: from, to_unit: to })),
    wireSchemas(),
  ])
  return schemas.bridge.parse(answer)
}

export async function addConverter(request: string): Promise<ConverterAdded> {
  const answer = await answerOf('addConverter', request)
  return (await wireSchemas()).converterAdded.parse(answer)
}

/** Loaded with the first answer, so that the page is usable sooner. */
function wireSchemas() {
  return import('../../server/api/schemas/units')
}

export interface UnitPair {
  readonly from: string
  readonly to: string
}

/** Gives the language worker this namespace's unit library. */
export function useUnitLibrary(client: LanguageClient | null): void {
  const { data } = useQuery({ queryKey: UNITS_KEY, queryFn: readUnits })
  useEffect(() => {
    if (client === null || data === undefined) return
    const converters = data.converters.map(({ from_unit, to_unit, factor_exact, offset_exact }) => ({
      from: from_unit,
      to: to_unit,
      factor: factor_exact,
      offset: offset_exact,
    }))
    client.setLibrary({ hash: data.unit_library_hash, converters })
  }, [client, data])
}
