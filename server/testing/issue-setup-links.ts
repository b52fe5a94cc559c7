/**
 * Makes many setup links at once, because starting the command for each link would take longer than the journeys.
 *
 *     PUBLIC_URL=… DATA_DIR=… node --import tsx server/testing/issue-setup-links.ts <count>
 */
import { randomBytes } from 'node:crypto'
import { serverSettings, withStore } from '../cli/command/operator-command'
import { issueSetupLink, setupAddress } from '../services/accounts/setup'

const settings = serverSettings()
await withStore(settings, async (store) => {
  const dependencies = { store, now: () => new Date(), randomBytes }
  for (let left = Number(process.argv[2]); left > 0; left--) {
    const token = await issueSetupLink(dependencies, { atStart: false, namespaceId: null })
    console.log(setupAddress(settings.publicUrl, token))
  }
})
