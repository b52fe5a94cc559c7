import { isIP } from 'node:net'
import { z } from 'zod'

/** Without unset and empty variables. */
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

/** Reports each wrong variable of the area by name. @param settle judges the variables together, once each is right */
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

/** Drops a final slash. */
export const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that begins with http:// or https:// and has no query')
  .transform((text) => text.replace(/\/+$/, ''))
  .optional()

/** Origins as browsers write them, separated by commas. */
export const origins = z
  .string()
  .transform((text, context) =>
    text.split(',').flatMap((part) => {
      const origin = part.trim()
      // A star is valid in a host name, but no host has one, so this origin would match no page.
      if (isWebAddress(origin) && new URL(origin).origin === origin && !origin.includes('*')) return origin
      context.addIssue(`"${origin}" is not an origin such as https://app.example.org`)
      return []
    }),
  )
  .default([])

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && search === '' && hash === ''
}

/** In the form of BlockList.addSubnet of node:net. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Addresses and prefixes, separated by commas. */
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
