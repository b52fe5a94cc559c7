/** Opens the authorisation server; its library is loaded only where it is used. */
import type { IdentityDoor } from '../http/oauth/identity-door'
import { loadIdentityDoor } from '../http/oauth/load-identity-door'
import type { ReadSession } from '../http/session/read-session'
import { AuthorizationVault } from '../services/access/authorization-vault'
import { addressKeyOf } from './address-key-of'
import type { ProcessParts } from './process-parts'
import type { JoinedService } from './start-service'

export async function openIdentityDoor(
  { settings, log }: ProcessParts,
  { shared, service, workbench, platform }: JoinedService,
  readSession: ReadSession,
): Promise<IdentityDoor> {
  const { createIdentityDoor } = await loadIdentityDoor()
  const { people, agents } = workbench
  return createIdentityDoor({
    service,
    people,
    agents,
    gate: platform.gate,
    readSession,
    vault: new AuthorizationVault(shared.parts.store, Date.now),
    publicUrl: settings.publicUrl,
    docsUrl: settings.docsUrl,
    authSecret: shared.parts.authSecret,
    addressKey: addressKeyOf({ settings, log }),
    now: Date.now,
    note: (event) => log.info(event, 'a person answered for an agent'),
    reportBug: (error) => log.error({ err: error }, 'the authorisation server met a bug'),
  })
}
