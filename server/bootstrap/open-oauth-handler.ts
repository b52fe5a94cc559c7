/** Opens the authorisation server; its library is loaded only where it is used. */

import { loadOauthHandler } from '../http/oauth/load-oauth-handler'
import type { OauthHandler } from '../http/oauth/oauth-handler'
import type { ReadSession } from '../http/session/read-session'
import { AuthorizationVault } from '../services/access/authorization-vault'
import { addressKeyOf } from './address-key-of'
import type { ProcessParts } from './process-parts'
import type { JoinedService } from './start-service'

export async function openOauthHandler(
  { settings, log }: ProcessParts,
  { shared, service, workbench, platform }: JoinedService,
  readSession: ReadSession,
): Promise<OauthHandler> {
  const { createOauthHandler } = await loadOauthHandler()
  const { people, agents } = workbench
  return createOauthHandler({
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
