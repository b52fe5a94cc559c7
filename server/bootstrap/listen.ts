import { randomBytes } from 'node:crypto'
import type { Server } from 'node:net'
import { servesPages } from '../config/deployment'
import type { Settings } from '../config/settings'
import { StartRefusal } from '../database/client/storage-fault'
import type { Store } from '../database/store'
import { issueSetupLink, setupAddress } from '../services/accounts/setup'
import { exposureWarnings, sharedServerWarnings } from './exposure-warnings'
import { OPEN_NAMESPACE } from './start-service'

/** @throws StartRefusal if the port is taken, for example */
export async function listenOn(server: Server, { host, port }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} on ${host} is taken; set PORT to another.`
      reject(
        new StartRefusal(
          error.code === 'EADDRINUSE' ? taken : `The server cannot listen on ${host}:${port}: ${error.message}`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  console.log(`Touchstone listens on http://${host === '127.0.0.1' ? 'localhost' : host}:${bound}`)
}

/** Prints what leaves the deployment unprotected, and how to create the first account. */
export async function welcomeOperator(settings: Settings, store: Store): Promise<void> {
  for (const warning of [...exposureWarnings(settings), ...sharedServerWarnings(settings)]) console.warn(warning)
  if (servesPages(settings.role) && !(await store.hasPeople())) await offerFirstAccount(settings, store)
}

/** The person who sees the terminal becomes the first administrator. */
async function offerFirstAccount({ publicUrl, credentials }: Settings, store: Store): Promise<void> {
  const dependencies = { store, now: () => new Date(), randomBytes }
  const namespaceId = credentials === 'none' ? OPEN_NAMESPACE : null
  const token = await issueSetupLink(dependencies, { atStart: true, namespaceId })
  console.log(`This deployment has no account yet. Make the first one within a day: ${setupAddress(publicUrl, token)}`)
}
