/**
 * `npm run upgrade-check`: reports what this release changes for the stored rulesets. It reads the database as the
 * previous release left it, changes nothing, and can run next to that release's server.
 */
import { VERSIONS } from '../api/terms/versions'
import type { Settings } from '../config/settings'
import { textsBeforeUpgrade } from '../database/rulesets/texts-before-upgrade'
import { findUpgradeChange } from '../services/signing/upgrade-findings'
import { COMMAND_LOG, openDatabase, runOperatorCommand, serverSettings } from './command/operator-command'
import { readArguments, UpgradeReport, USAGE } from './upgrade-report'

async function check(settings: Settings): Promise<string> {
  const database = await openDatabase(settings, { make: false, log: COMMAND_LOG })
  try {
    const report = new UpgradeReport(VERSIONS.engine_version)
    for await (const text of textsBeforeUpgrade(database.url, COMMAND_LOG, new Date())) {
      if (text.source === null) report.damaged(text)
      else report.add(text, findUpgradeChange({ ...text, source: text.source }, settings.budgets))
    }
    return report.text()
  } finally {
    await database.close()
  }
}

async function run(): Promise<void> {
  console.log(await check(serverSettings()))
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
