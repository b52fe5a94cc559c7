/**
 * How variables are read: areas of variables that are judged together, and the forms that several areas have.
 *
 * Promises: every variable of the area that is wrong by itself is reported, by name; what several say together is judged
 * where each of them is right. Trusts nothing.
 */

import { isIP } from 'node:net'
import { z } from 'zod'

/** The environment without what is unset or empty. */
export type GivenVariables = Readonly<Record<string, string>>

export interface EnvironmentProblem {
  readonly variable: string
  readonly problem: string
}

export type AreaReading<T> = { readonly ok: true; readonly settings: T } | WrongVariables

export interface WrongVariables {
  readonly ok: false
  readonly problems: readonly EnvironmentProblem[]
}

/** @param settle what the variables mean, each of which has its form; or what is wrong with them together */
export function readArea<Forms extends z.ZodRawShape, T>(
  forms: Forms,
  given: GivenVariables,
  settle: (read: z.output<z.ZodObject<Forms>>) => AreaReading<T>,
): AreaReading<T> {
  const read = z.object(forms).safeParse(given)
  return read.success ? settle(read.data) : { ok: false, problems: problemsOf(read.error) }
}

function problemsOf(error: z.ZodError): EnvironmentProblem[] {
  return error.issues.map(({ path, message }) => ({ variable: String(path[0]), problem: message }))
}

export const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback)

export const oneOf = <const T extends string>(values: readonly T[], fallback: NoInfer<T>) =>
  z.enum(values, `must be one of ${values.join(', ')}`).default(fallback)

/** A web address without a final slash, however it is given; undefined where it is absent. */
export const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that begins with http:// or https:// and has no query')
  .transform((text) => text.replace(/\/+$/, ''))
  .optional()

/** Several origins, separated by commas, as browsers write them. */
export const origins = z
  .string()
  .transform((text, context) =>
    text.split(',').flatMap((part) => {
      const origin = part.trim()
      // A star is a valid letter of a host, but no host has it: such an origin would match no page.
      if (isWebAddress(origin) && new URL(origin).origin === origin && !origin.includes('*')) return origin
      context.addIssue(`"${origin}" is no origin such as https://app.example.org`)
      return []
    }),
  )
  .default([])

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && search === '' && hash === ''
}

/** Addresses of a network, in the form of node:net's BlockList.addSubnet. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Addresses and address prefixes, separated by commas. */
export const networks = z
  .string()
  .transform((text, context) => {
    const entries = text.split(',').map((part) => part.trim())
    return entries.flatMap((part) => {
      const network = parseNetwork(part)
      if (!network) context.addIssue(`"${part}" is neither an address nor a network such as 10.0.0.0/8`)
      return network ?? []
    })
  })
  .default([])

function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return null
  const maxPrefix = version === 4 ? 32 : 128
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix)) return null
  return { address, prefix: Number(prefix ?? maxPrefix), family: version === 4 ? 'ipv4' : 'ipv6' }
}
