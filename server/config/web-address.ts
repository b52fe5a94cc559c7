/** Web addresses and origins as variables give them. */
import { z } from 'zod'

/** Without a final slash, however it is given; undefined where it is not. */
export const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that begins with http:// or https:// and has no query')
  .transform((text) => text.replace(/\/+$/, ''))
  .optional()

/** Several, separated by commas, as browsers write them. */
export const origins = z
  .string()
  .transform((text, context) =>
    text.split(',').flatMap((part) => {
      const origin = part.trim()
      if (isWebAddress(origin) && new URL(origin).origin === origin) return origin
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
