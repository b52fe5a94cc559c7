/**
 * A client and a credential as the consent page shows them.
 */
import type { Client } from 'oidc-provider'
import type { ConsentingCredential, ConsentQuestion } from '../../api/consent-question'
import type { Caller } from '../../services/access/caller'
import { isLoopback } from './client-rules'

/** @param redirectUri where the answer goes; it was held against the client's registration */
export function partiesOf(client: Client, redirectUri: string): Pick<ConsentQuestion, 'client' | 'returnsTo'> {
  const target = new URL(redirectUri)
  return {
    client: { name: shown(client.clientName) ?? target.host, site: hostOf(client.clientUri) },
    returnsTo: { host: target.host, thisComputer: isLoopback(target) },
  }
}

export function credentialOf({ label, grade, tier, caps, expiresAt }: Caller): ConsentingCredential {
  if (grade !== 'evaluation' && grade !== 'full') throw new Error(`a caller of grade ${grade} holds no credential`)
  return {
    label,
    grade,
    tier,
    callsPerDay: caps.perDay,
    callsTotal: caps.total,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** Without characters that could make a name look like another part of the page; null where nothing is left. */
function shown(name: string | undefined): string | null {
  const plain = name?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() ?? ''
  return plain === '' ? null : plain
}

function hostOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : null
}
