/**
 * `npm run upgrade-check`: what this release changes for the rulesets that a deployment stores.
 *
 * Promises: reads the database as the release before left it, and changes nothing; it can run beside a server of that
 * release. Status 1 says that it could not be done, 2 that it was used wrongly.
 */
import { existsSync } from 'node:fs'
import { VERSIONS } from '../api/versions'
import { describeProblems, parseEnvironment } from '../config/parse-environment'
import type { Settings } from '../config/settings'
import type { StoreLog } from '../database/client/log'
import { StartRefusal } from '../database/client/start-refusal'
import { textsBeforeUpgrade } from '../database/rulesets/texts-before-upgrade'
import { upgradeFinding } from '../services/signing/upgrade-findings'
import { openDatabase } from './open-database'
import { readArguments, USAGE } from './upgrade-check-arguments'
import { UpgradeReport } from './upgrade-report'

const LOG: StoreLog = {
  debug: () => {},
  info: () => {},
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

async function check(settings: Settings): Promise<string> {
  const database = await openDatabase(settings, { make: false, log: LOG })
  try {
    const report = new UpgradeReport(VERSIONS.engine_version)
    for await (const text of textsBeforeUpgrade(database.url, LOG, new Date())) {
      if (text.source === null) report.damaged(text)
      else report.add(text, upgradeFinding({ ...text, source: text.source }, settings.budgets))
    }
    return report.text()
  } finally {
    await database.close()
  }
}

async function main(): Promise<number> {
  const read = readArguments(process.argv.slice(2))
  if (!read.ok) {
    console.error(`${read.problem}\n\n${USAGE}`)
    return 2
  }
  if (read.command.kind === 'help') {
    console.log(USAGE)
    return 0
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const parsed = parseEnvironment(process.env)
    if (!parsed.ok) throw new StartRefusal(describeProblems(parsed.problems))
    console.log(await check(parsed.settings))
    return 0
  } catch (error) {
    console.error(error instanceof StartRefusal ? error.message : error)
    return 1
  }
}

process.exitCode = await main()
