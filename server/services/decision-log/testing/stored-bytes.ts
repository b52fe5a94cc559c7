/** Everything that is stored, a character a byte, for a search for private bytes. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readSnapshot } from '../../../database/backup/read-snapshot'
import { writeBackup } from '../../../database/backup/write-backup'
import type { ServicesUnderTest } from '../../testing/services-under-test'

/** @param file that does not exist yet */
export async function backupText(tested: ServicesUnderTest, file: string): Promise<string> {
  const now = () => new Date(tested.now())
  const signal = new AbortController().signal
  await readSnapshot({ url: tested.ownerUrl, now, signal }, (snapshot) => writeBackup(snapshot, file))
  return gunzipSync(readFileSync(file)).toString('latin1')
}

/** All rows of the database; columns of bytes are hexadecimal there. */
export async function databaseText(tested: ServicesUnderTest): Promise<string> {
  const tables = await tested.query<{ name: string }>(
    `SELECT table_name::text AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const texts = []
  for (const { name } of tables) {
    const rows = await tested.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" AS t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return Buffer.from(texts.join('\n')).toString('latin1')
}

/** Whether a text has the bytes in one of the forms in which they could be stored. */
export function holdsBytes(text: string, bytes: Buffer): boolean {
  return [bytes.toString('latin1'), bytes.toString('hex'), bytes.toString('base64')].some((form) => text.includes(form))
}
