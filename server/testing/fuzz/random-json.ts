/** Random JSON that fits a schema, nearly fits one, or fits nothing; the same random source gives the same values. */
import type { Random } from '../../engine/testing/random-rules'
import type { OpenApiSchema } from '../openapi-conformance'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }

export type Schemas = Readonly<Record<string, OpenApiSchema>>

export function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!
}

const TEXTS = [
  '', ' ', 'a', 'unknown', 'null', '0', '1e400', '-1', '1/3', '120 USD', '5 kg', '\u0000', '\ud83d\ude00', '\u202e', 'ﬁ', "' OR 1=1 --",
  '{{7*7}}', '../../etc/passwd', '%2e%2e%2f', '<script>', 'é'.repeat(40), 'x'.repeat(300), '0'.repeat(64), 'f'.repeat(64), 'constructor',
  '__proto__', 'toString', 'USD', 'kg', 'mi/h', 'finance', 'high', '9'.repeat(1_200),
] // biome-ignore format: a list of texts
const NUMBERS = [0, 1, -1, 0.1, 1e21, -1e-9, 2 ** 53, 1.7976931348623157e308]

/** Returns a random text, mostly one that is known to cause trouble. */
export function anyText(random: Random): string {
  if (random() < 0.7) return pick(random, TEXTS)
  return Array.from({ length: Math.floor(random() * 12) }, () =>
    String.fromCodePoint(Math.floor(random() * 0x2fff)),
  ).join('')
}

export function anyJson(random: Random, depth = 3): Json {
  const kind = random()
  if (kind < 0.15) return null
  if (kind < 0.3) return random() < 0.5
  if (kind < 0.5) return pick(random, NUMBERS)
  if (kind < 0.75 || depth === 0) return anyText(random)
  const members = Math.floor(random() * 4)
  if (kind < 0.88) return Array.from({ length: members }, () => anyJson(random, depth - 1))
  return Object.fromEntries(Array.from({ length: members }, () => [anyText(random), anyJson(random, depth - 1)]))
}

/** Returns a value that mostly fits; `supply` may give a real value for a member name. */
export function fitting(
  random: Random,
  schemas: Schemas,
  schema: OpenApiSchema,
  supply: (member: string) => Json | undefined,
): Json {
  const { $ref, anyOf, const: only, enum: members, type } = schema
  if (typeof $ref === 'string') return fitting(random, schemas, schemas[$ref.split('/').at(-1)!]!, supply)
  if (Array.isArray(anyOf)) return fitting(random, schemas, pick(random, anyOf as OpenApiSchema[]), supply)
  if (only !== undefined) return only as Json
  if (Array.isArray(members)) return pick(random, members as Json[])
  switch (Array.isArray(type) ? pick(random, type as string[]) : type) {
    case 'object':
      return fittingObject(random, schemas, schema, supply)
    case 'array':
      return [fitting(random, schemas, (schema.items ?? {}) as OpenApiSchema, supply)]
    case 'string':
      return anyText(random)
    case 'number':
    case 'integer':
      return pick(random, NUMBERS)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return anyJson(random)
  }
}

function fittingObject(
  random: Random,
  schemas: Schemas,
  { properties, required = [] }: OpenApiSchema,
  supply: (member: string) => Json | undefined,
): Json {
  const described = Object.entries((properties ?? {}) as Schemas)
  if (described.length === 0) return anyJson(random, 2)
  const present = described.filter(([name]) => (required as string[]).includes(name) || random() < 0.6)
  return Object.fromEntries(
    present.map(([name, member]) => [
      name,
      (random() < 0.85 ? supply(name) : undefined) ?? fitting(random, schemas, member, supply),
    ]),
  )
}

/** Returns the value with one fault. */
export function spoilt(random: Random, value: Json): Json {
  if (value === null || typeof value !== 'object' || random() < 0.1) return anyJson(random)
  if (Array.isArray(value))
    return value.length === 0
      ? [anyJson(random)]
      : value.map((item, index) => (index === 0 ? spoilt(random, item) : item))
  const entries = Object.entries(value)
  const index = Math.floor(random() * (entries.length + 1))
  if (index === entries.length) return { ...value, [anyText(random)]: anyJson(random) }
  if (random() < 0.3) return Object.fromEntries(entries.filter((_, at) => at !== index))
  return Object.fromEntries(entries.map(([name, member], at) => [name, at === index ? spoilt(random, member) : member]))
}
