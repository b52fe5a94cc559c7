/** Networks as variables give them: addresses and address prefixes, separated by commas. */
import { isIP } from 'node:net'
import { z } from 'zod'

/** Addresses of a network, in the form of node:net's BlockList.addSubnet. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

export const networks = z
  .string()
  .transform((text, context) => {
    const parts = text.split(',').map((part) => part.trim())
    return parts.flatMap((part) => {
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
  const most = version === 4 ? 32 : 128
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)) return null
  return { address, prefix: Number(prefix ?? most), family: version === 4 ? 'ipv4' : 'ipv6' }
}
