/**
 * A claim dictionary as the fragment of a link, which no server is sent: as JSON where it is short, else packed.
 *
 * Promises: what {@link claimsFragment} makes, {@link linkedClaims} reads back, digit by digit.
 */
import { packText, unpackText } from '../ui/packed-text'
import { type ClaimLiterals, readLiterals } from './claim-literals'

const PLAIN = '#claims='
const PACKED = '#packed='
/** A longer fragment is not read by anybody: then it may as well be packed. */
const SHORT = 300

export function literalsText(literals: ClaimLiterals): string {
  return `{${Object.entries(literals)
    .map(([name, literal]) => `${JSON.stringify(name)}:${literal}`)
    .join(',')}}`
}

export async function claimsFragment(literals: ClaimLiterals): Promise<string> {
  const text = literalsText(literals)
  const plain = encodeURIComponent(text)
  return plain.length <= SHORT ? PLAIN + plain : PACKED + (await packText(text))
}

/** @param page its address, whose query stays: it names the revision */
export async function claimsLink(page: string, literals: ClaimLiterals): Promise<string> {
  const link = new URL(page)
  link.hash = await claimsFragment(literals)
  return link.href
}

/** Null where the fragment is none of ours; `damaged` where it is cut short or no dictionary. */
export async function linkedClaims(fragment: string): Promise<ClaimLiterals | 'damaged' | null> {
  if (!fragment.startsWith(PLAIN) && !fragment.startsWith(PACKED)) return null
  try {
    const text = fragment.startsWith(PLAIN)
      ? decodeURIComponent(fragment.slice(PLAIN.length))
      : await unpackText(fragment.slice(PACKED.length))
    const read = readLiterals(text)
    return 'literals' in read ? read.literals : 'damaged'
  } catch {
    return 'damaged'
  }
}
