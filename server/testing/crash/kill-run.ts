import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Random } from '../../engine/testing/random-rules'
import type { Deployment } from './deployment'
import { type Journal, newJournal, tallyOf } from './journal'
import { verifyAccount } from './verify-account'
import { verifyAnswers } from './verify-answers'
import { Writer } from './writer'

export const VICTIMS = ['server', 'postmaster', 'backend', 'server and postmaster', 'server and its successor'] as const
/** For a server of several processes: three kills of serving processes for each kill of their owner. */
export const VICTIMS_OF_SEVERAL = ['serving process', 'serving process', 'server', 'serving process'] as const
export type Victim = (typeof VICTIMS)[number] | (typeof VICTIMS_OF_SEVERAL)[number]

export interface KillRun {
  readonly journals: readonly Journal[]
  readonly answered: number
  readonly unanswered: number
  readonly complaints: readonly string[]
}

const ACCOUNTS = 2
const WRITERS_EACH = 3
/** Answered writes before the kill. */
const WARM = 12
const LONGEST_DELAY = 1_500
/** A start takes a few seconds, mostly after the database is open. */
const LONGEST_START = 3_000
const RECOVERY_TIMEOUT = 60_000

export async function killRun(deployment: Deployment, victim: Victim, name: string, random: Random): Promise<KillRun> {
  const server = await deployment.server()
  const journals: Journal[] = []
  for (let i = 0; i < ACCOUNTS; i++) journals.push(newJournal(await server.issueCredential({ label: `${name} ${i}` })))
  let stop = false
  const writing = Promise.all(
    journals.flatMap((journal, account) =>
      Array.from({ length: WRITERS_EACH }, (_, i) => {
        const own = { name: `${name} ${account}.${i}`, sharedName: `${name} shared` }
        return new Writer({ journal, url: server.url, ...own, random, stopped: () => stop }).run()
      }),
    ),
  )
  const answered = () => journals.reduce((sum, journal) => sum + tallyOf(journal).answered, 0)
  try {
    await until(() => answered() >= WARM, 'the writers were not answered')
    await sleep(random() * LONGEST_DELAY)
    await kill(deployment, victim, random)
    if (victim === 'postmaster' || victim === 'backend' || victim === 'serving process') {
      // The server continues as soon as the database is back.
      const before = answered()
      await until(() => answered() >= before + WARM, `the server did not go on: ${server.log()}`)
    }
  } finally {
    stop = true
    await writing
  }

  const complaints = await verify(deployment, journals, random)
  const tallies = journals.map(tallyOf)
  return {
    journals,
    answered: tallies.reduce((sum, tally) => sum + tally.answered, 0),
    unanswered: tallies.reduce((sum, tally) => sum + tally.unanswered, 0),
    complaints,
  }
}

async function kill(deployment: Deployment, victim: Victim, random: Random): Promise<void> {
  if (victim === 'backend') {
    // There may be no such process at this moment.
    await until(() => deployment.killBackend((count) => Math.floor(random() * count)), 'no backend was found')
    return
  }
  if (victim === 'serving process') {
    await until(() => deployment.killServing((count) => Math.floor(random() * count)), 'no process serves')
    return
  }
  if (victim === 'postmaster' || victim === 'server and postmaster') deployment.killPostmaster()
  if (victim !== 'postmaster') await deployment.killServer()
  if (victim === 'server and its successor') await deployment.killStartingServer(random() * LONGEST_START)
}

/** Starts the server if necessary and compares the database and the server with the journals. */
export async function verify(deployment: Deployment, journals: readonly Journal[], random: Random): Promise<string[]> {
  const { url } = await deployment.server()
  const client = new pg.Client({ connectionString: deployment.databaseUrl() })
  await client.connect()
  const complaints: string[] = []
  try {
    for (const journal of journals) {
      complaints.push(...(await verifyAccount(client, journal)))
      complaints.push(...(await verifyAnswers(url, journal, random)))
    }
  } finally {
    await client.end()
  }
  return complaints
}

async function until(reached: () => boolean, otherwise: string): Promise<void> {
  const deadline = performance.now() + RECOVERY_TIMEOUT
  while (!reached()) {
    if (performance.now() > deadline) throw new Error(otherwise)
    await sleep(5)
  }
}
