/**
 * Makes correct, nearly correct and hopeless requests from /openapi.json; the same seed, document and pool give the
 * same requests.
 */
import type { Random } from '../../engine/testing/random-rules'
import type { OpenApi, OpenApiOperation } from '../openapi-conformance'
import { anyJson, anyText, fitting, type Json, pick, spoilt } from './random-json'

export interface FuzzRequest {
  readonly method: string
  /** With the query, percent-encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** Stored things that a request may name to pass the first checks. */
export interface Pool {
  readonly credentials: readonly string[]
  readonly sources: readonly string[]
  readonly hashes: readonly string[]
  readonly dictionaries: readonly Json[]
  readonly names: readonly string[]
}

export function randomRequest(random: Random, document: OpenApi, pool: Pool): FuzzRequest {
  const template = random() < 0.98 ? pick(random, ruleCheckPaths(document)) : `/${encodeURIComponent(anyText(random))}`
  const methods = Object.keys(document.paths[template] ?? {})
  const method =
    methods.length > 0 && random() < 0.98
      ? pick(random, methods)
      : pick(random, ['get', 'post', 'put', 'delete', 'patch'])
  const operation = document.paths[template]?.[method]
  const body = method === 'get' ? null : bodyOf(random, document, operation, pool)
  return {
    method: method.toUpperCase(),
    path: pathOf(random, template, operation, pool),
    headers: {
      ...(random() < 0.95 && { 'x-service-credential': random() < 0.97 ? pick(random, pool.credentials) : 'garbage' }),
      ...(body !== null && { 'content-type': random() < 0.98 ? 'application/json' : 'text/plain' }),
    },
    body,
  }
}

/** Excludes the guardrail platform, whose errors have another form. */
function ruleCheckPaths({ paths }: OpenApi): readonly string[] {
  return Object.keys(paths).filter((path) => !/^\/(api|client-api|application)\//.test(path))
}

function pathOf(random: Random, template: string, operation: OpenApiOperation | undefined, pool: Pool): string {
  const real = (name: string) => (random() < 0.7 ? realMember(random, name, pool) : undefined) ?? anyText(random)
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(real(name))))
  const members = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query' && random() < 0.95)
  const query = members.map(({ name }) => `${name}=${encodeURIComponent(String(real(name)))}`)
  if (random() < 0.02) query.push(`${encodeURIComponent(anyText(random))}=1`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

function bodyOf(
  random: Random,
  document: OpenApi,
  operation: OpenApiOperation | undefined,
  pool: Pool,
): string | Uint8Array | null {
  const schema = operation?.requestBody?.content['application/json'].schema
  const kind = random()
  if (kind < 0.02) return Uint8Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() * 256))
  if (kind < 0.03) return null
  if (schema === undefined || kind < 0.07) return JSON.stringify(anyJson(random, 4))
  const value = fitting(random, document.components.schemas, schema, (name) => realMember(random, name, pool))
  const text = JSON.stringify(kind < 0.3 ? spoilt(random, value) : value)
  return kind > 0.98 ? text.slice(0, Math.floor(random() * text.length)) : text
}

function realMember(random: Random, name: string, pool: Pool): Json | undefined {
  switch (name) {
    case 'source':
      return random() < 0.8 ? pick(random, pool.sources) : mutated(random, pick(random, pool.sources))
    case 'ruleset_hash':
    case 'parent_hash':
      return pick(random, pool.hashes)
    case 'claims':
      return random() < 0.7 ? pick(random, pool.dictionaries) : spoilt(random, pick(random, pool.dictionaries))
    case 'name':
      return pick(random, pool.names)
    case 'from_unit':
    case 'to_unit':
      return pick(random, ['USD', 'EUR', 'kg', 'lb', 'm', 'ft', 'degC', 'degF', 'mi/h', 'h', 'fortnight', '%'])
    case 'factor':
      return pick(random, [1, 2.5, 0.1, 1e-7, -1, 0])
    case 'label':
      return random() < 0.5 ? undefined : { domain: 'finance', topic: anyText(random), confidence: 'low' }
    default:
      return undefined
  }
}

/** Removes, doubles or replaces a piece of a ruleset. */
function mutated(random: Random, source: string): string {
  const from = Math.floor(random() * source.length)
  const to = Math.min(source.length, from + Math.floor(random() * 20))
  const middle = pick(random, ['', source.slice(from, to).repeat(2), anyText(random), '}', '(', '"', '// @unit'])
  return source.slice(0, from) + middle + source.slice(to)
}
