/** What the units page asks the server, by the names under which answers are kept. */
import type { z } from 'zod'
import type { bridge, converterAdded, unitList } from '../../server/api/schemas/units'
import { callOperation } from '../ui/call-operation'
import { type PageRefusal, refusalOf } from '../ui/page-refusal'

export type UnitList = z.output<typeof unitList>
export type UnitBridge = z.output<typeof bridge>
export type ConverterAdded = z.output<typeof converterAdded>

export const UNITS_KEY = ['units'] as const

/** A refusal that an operation answered, thrown so that a query shows it like any other. */
export class OperationRefused extends Error {
  constructor(readonly refusal: PageRefusal) {
    super(refusal.message)
  }
}

export function refusalIn(error: unknown): PageRefusal {
  return error instanceof OperationRefused ? error.refusal : refusalOf(error)
}

async function answerOf(operation: 'listUnits' | 'bridgeUnits' | 'addConverter', request?: string): Promise<unknown> {
  const answer = await callOperation(operation, request)
  if (!answer.ok) throw new OperationRefused(answer.refusal)
  return JSON.parse(answer.body)
}

/** Not judged again row by row: the list may be long, and it is the server's own. */
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

/** Loaded with the first answer: the page can be used before. */
function wireSchemas() {
  return import('../../server/api/schemas/units')
}

export interface UnitPair {
  readonly from: string
  readonly to: string
}
