/**
 * Opens a deployment on a data folder like the start of the server, but without endpoints and pages. `close` throws if
 * the deployment logged errors.
 */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Closers } from '../../bootstrap/open-database'
import { openResources } from '../../bootstrap/open-resources'
import { type JoinedService, startEvaluator, startService } from '../../bootstrap/start-service'
import { describeProblems, parseEnvironment } from '../../config/settings'
import type { Store } from '../../database/store'
import { createSoloGroup } from '../../services/access/process-group'

const UNOBSERVED = { metrics: null, traces: null, logRequest: null }

export interface OpenedDeployment extends JoinedService {
  readonly store: Store
  readonly databaseUrl: string
  close(): Promise<void>
}

export async function openDeployment(environment: Readonly<Record<string, string>>): Promise<OpenedDeployment> {
  const parsed = parseEnvironment(environment)
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems))
  const { settings } = parsed
  let errors = ''
  const written = new Writable({
    write: (chunk: Buffer, _, done) => {
      errors += chunk.toString()
      done()
    },
  })
  const closers: Closers = []
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each()
    if (errors !== '') throw new Error(`the deployment reported: ${errors}`)
  }
  const dependencies = { settings, log: pino({ level: 'error' }, written), closers, group: createSoloGroup(Date.now) }
  try {
    const resources = await openResources(dependencies)
    const { store, databaseUrl } = resources
    const joined = await startService(dependencies, resources, UNOBSERVED)
    startEvaluator(dependencies, resources, joined, UNOBSERVED)
    return { ...joined, store, databaseUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}
