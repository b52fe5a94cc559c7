/**
 * The output of `npm run data`: what was copied, how that was verified, and what to do next.
 */
import { join } from 'node:path'
import { KEY_PURPOSES, type KeyPurpose } from '../attestation/published-keys'
import type { Settings } from '../config/settings'
import { AUTH_SECRET_FILE } from '../database/access/auth-secret'
import type { Filled } from '../database/backup/fill-database'
import type { RowsSeal } from '../database/backup/table-rows'
import { placeOf } from '../database/backup/transfer-connection'
import type { TransferHeader } from '../database/backup/transfer-source'
import type { WrittenBackup } from '../database/backup/write-backup'
import type { PreparedDatabase } from '../database/roles/prepare-database'
import { KEY_VARIABLES, KEYS_FOLDER } from '../database/signing/signing-key-files'
import { textTable } from './command/operator-command'
import type { CheckExport, WrittenChecks } from './decision-log/export-checks'

const WITHOUT_SECRET = 'With another one people and agents must sign in anew, and proposed terms are counted anew.'

const WITHOUT_KEYS =
  'Without them the server refuses to start until npm run keys -- accept-new makes others; everything signed so far then verifies as before, and the log of every namespace shows the change.'

export function backupReport(
  file: string,
  header: TransferHeader,
  { tables, bytes }: WrittenBackup,
  leftOut: readonly string[],
  settings: Settings,
): string {
  return lines(
    rowsByTable(tables),
    `Written to ${file} (${number(bytes)} bytes), as everything was at ${header.made_at}.`,
    ...leftOutLine(leftOut),
    'The file holds every ruleset and the hashes of credentials: protect it like the database.',
    `AUTH_SECRET${secretPath(settings)} is not in the file: store a copy of it with the file. ${WITHOUT_SECRET}`,
    `Nor are the keys that sign${keysPath(settings)}: store a copy of them too, apart from the file. ${WITHOUT_KEYS}`,
  )
}

export function restoreReport(
  url: string,
  header: TransferHeader,
  filled: Filled,
  serverRuns: boolean,
  settings: Settings,
): string {
  return lines(
    rowsByTable(filled.tables),
    `Restored into ${placeOf(url)}, as everything was at ${header.made_at}; every table was read back and is the same.`,
    ...migratedLine(filled),
    'Every session was ended: people sign in anew. What was revoked, withdrawn, disabled or removed after the backup is in force again: repeat it now.',
    ...(serverRuns ? ['Restart the server that runs on it: it may remember what was there before.'] : []),
    `AUTH_SECRET${secretPath(settings)} is in no backup: use that of the deployment that was backed up. ${WITHOUT_SECRET}`,
    `Nor are the keys that sign${keysPath(settings)} in it. ${WITHOUT_KEYS}`,
  )
}

export function migrationReport({ applied, protection }: PreparedDatabase): string {
  return lines(
    applied.length === 0
      ? 'The tables are those of this release already; nothing was migrated.'
      : `The tables are those of this release: ${applied.length} ${applied.length === 1 ? 'migration was' : 'migrations were'} applied.`,
    protection.grants
      ? 'The role of the server owns no table and has the grants that it needs.'
      : 'The role of the server owns the tables, so triggers alone protect what must never change: public/docs/operate.md, "The roles of the database", says how to separate the roles.',
  )
}

export function moveReport(
  target: string,
  header: TransferHeader,
  filled: Filled,
  leftOut: readonly string[],
  serverRuns: boolean,
  settings: Settings,
): string {
  const secret =
    settings.authSecret === null ? `the content of ${secretFile(settings)}` : 'the same that is set here already'
  return lines(
    rowsByTable(filled.tables),
    `Copied to ${placeOf(target)}; rows and sha256 of every table are the same on both sides. The embedded database is as it was.`,
    ...leftOutLine(leftOut),
    ...migratedLine(filled),
    ...(serverRuns
      ? [
          `A server runs on the embedded database: what it writes after ${header.made_at} is not in the copy. To move for good, stop it and copy again with --replace.`,
        ]
      : []),
    'Set next, for every server that is to work on it:',
    '  DATABASE_URL  the address that was given here, or that of a role of its own (public/docs/operate.md)',
    `  AUTH_SECRET   ${secret}`,
    ...KEY_PURPOSES.map((purpose) => `  ${KEY_VARIABLES[purpose]}  ${keyPath(settings, purpose)}`),
    WITHOUT_SECRET,
  )
}

export function checksReport(
  { file, withClaims }: CheckExport,
  { rows, withValues, damaged, bytes }: WrittenChecks,
): string {
  const counted = rows === 1 ? '1 check was' : `${number(rows)} checks were`
  const claims = withClaims ? `${number(withValues)} with the kept values of their claims` : 'without claims'
  return lines(
    `${counted} written to ${file} (${number(bytes)} bytes), ${claims}.`,
    ...(damaged > 0 ? [`Damaged entries: ${number(damaged)}. Find them with npm run verify -- log.`] : []),
    ...(withValues > 0
      ? ['An erasure does not reach the values in the file: protect it, and delete it no later than they are erased.']
      : []),
  )
}

function rowsByTable(seals: readonly RowsSeal[]): string {
  const counts = seals.map(({ rows }) => number(rows))
  const width = Math.max(...counts.map((count) => count.length))
  return textTable(
    null,
    seals.map(({ name }, i) => [name, counts[i]!.padStart(width), 'rows']),
  )
}

function leftOutLine(names: readonly string[]): string[] {
  return names.length > 0 ? [`Left out, since no migration of this release made them: ${names.join(', ')}.`] : []
}

function migratedLine({ migrated }: Filled): string[] {
  return migrated.length > 0 ? [`Brought up to this release by the migrations ${migrated.join(', ')}.`] : []
}

/** Returns the path of the secret if the deployment made its own. */
function secretPath(settings: Settings): string {
  return settings.authSecret === null && settings.databaseUrl === null ? ` (${secretFile(settings)})` : ''
}

function keysPath({ signingKeys, databaseUrl, dataDir }: Settings): string {
  const stored = databaseUrl === null && Object.values(signingKeys).includes(null)
  return stored ? ` (${join(dataDir, KEYS_FOLDER)})` : ''
}

function keyPath({ signingKeys, dataDir }: Settings, purpose: KeyPurpose): string {
  if (signingKeys[purpose] !== null) return 'the same that is set here already'
  return `the content of ${join(dataDir, KEYS_FOLDER, `${purpose}.pem`)}`
}

function secretFile({ dataDir }: Settings): string {
  return join(dataDir, AUTH_SECRET_FILE)
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function lines(...all: readonly string[]): string {
  return all.join('\n')
}
