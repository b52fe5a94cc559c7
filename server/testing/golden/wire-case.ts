/** Reads wire cases: see wire/README.md. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { normaliseSource } from '../../language/text/line-index'

const wireRequest = z.strictObject({
  method: z.string(),
  path: z.string(),
  body: z.unknown().optional(),
  text: z.string().optional(),
  contentType: z.string().nullable().default('application/json'),
})

export const wireCase = z.strictObject({
  why: z.string(),
  credential: z.string().default('evaluation'),
  ...wireRequest.shape,
  before: z
    .array(z.strictObject({ credential: z.string().optional(), ...wireRequest.shape, status: z.int().default(200) }))
    .default([]),
  status: z.int(),
  expect: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).default({}),
})

export type WireRequest = z.output<typeof wireRequest>
export type WireCase = z.output<typeof wireCase>

const corpus = import.meta.dirname

export function policySource(slug: string): string {
  return readFileSync(path.join(corpus, 'policies', slug, 'ruleset.tsr'), 'utf8')
}

export function policyHash(slug: string): string {
  return createHash('sha256')
    .update(normaliseSource(policySource(slug)))
    .digest('hex')
}

/** Returns all wire cases in the order of their names. */
export function readWireCases(): { readonly name: string; readonly case: WireCase }[] {
  const folder = path.join(corpus, 'wire')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -5),
      case: wireCase.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
    }))
}

/** Returns the text to send, with its references resolved. */
export function requestText(wire: WireRequest): string | undefined {
  if (wire.text !== undefined)
    return wire.text.replace(/@repeat\/(\d+)\/([^@]*)@/g, (_, count: string, text: string) =>
      text.repeat(Number(count)),
    )
  return wire.body === undefined ? undefined : JSON.stringify(resolve(wire.body))
}

/** Returns the path to send, with its `@hash/<policy>` reference resolved. */
export function resolvePath(wire: WireRequest): string {
  return wire.path.replace(/@hash\/([\w-]+)/, (_, slug: string) => policyHash(slug))
}

/** Resolves all `@policy/<policy>` and `@hash/<policy>` references. */
export function resolve(value: unknown): unknown {
  if (typeof value === 'string') {
    const reference = /^@(policy|hash)\/([\w-]+)$/.exec(value)
    if (reference === null) return value
    return reference[1] === 'policy' ? policySource(reference[2]!) : policyHash(reference[2]!)
  }
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]))
  return value
}
