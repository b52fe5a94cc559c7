/** Looks up what the claim map of a guard names. A failure is the word `failed` with its reason, and never a value. */
import type { ToolGuard } from '../../../api/schemas/tool-guard'
import { type JsonObject, parsePath, selectNodes } from '../../../guard/json-path'
import type { LookedUp } from '../../../guard/prepared-guard'
import { JsonNumber, type LosslessJson } from '../../../language/numeric/lossless-json'

/** Arguments of one lookup as texts, or why there are none. */
export type LookupArguments = { readonly texts: readonly string[] } | { readonly failed: string }

export type LookUp = (
  namespaceId: string,
  source: NonNullable<ToolGuard['map']['lookups'][string]['source']>,
  texts: readonly string[],
) => Promise<LookedUp>

export async function readLookups(
  lookUp: LookUp,
  namespaceId: string,
  { map }: Pick<ToolGuard, 'map'>,
  values: JsonObject,
): Promise<ReadonlyMap<string, LookedUp>> {
  const found = await Promise.all(
    Object.entries(map.lookups).map(async ([name, { arguments: paths, source }]): Promise<[string, LookedUp]> => {
      if (source === undefined) return [name, { failed: 'the guard names no connection for it' }]
      const read = readArguments(paths, values)
      return [name, 'failed' in read ? read : await lookUp(namespaceId, source, read.texts)]
    }),
  )
  return new Map(found)
}

/** Each path must select one text, number or truth value. */
export function readArguments(paths: readonly string[], values: JsonObject): LookupArguments {
  const texts: string[] = []
  for (const path of paths) {
    const parsed = parsePath(path)
    if (!('steps' in parsed)) return { failed: `${path} is not a path` }
    const nodes = selectNodes(values, parsed)
    if (nodes.length !== 1)
      return { failed: `the call has ${nodes.length === 0 ? 'no value' : 'several values'} at ${path}` }
    const text = textOf(nodes[0]?.value ?? null)
    if (text === null) return { failed: `the value at ${path} is not a text, a number or a truth value` }
    texts.push(text)
  }
  return { texts }
}

function textOf(value: LosslessJson): string | null {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null
}
