/** Reads an upgrade fixture (server/testing/golden/upgrades/README.md) only from its files, and parses everything. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type FixtureManifest, fixtureManifest } from './fixture-manifest'
import type { TableRows } from './stored-rows'

const tableRows = z.strictObject({ table: z.string(), columns: z.array(z.string()), rows: z.array(z.string()) })

export class UpgradeFixture {
  readonly manifest: FixtureManifest

  constructor(private readonly folder: string) {
    this.manifest = fixtureManifest.parse(JSON.parse(this.text('manifest.json')))
  }

  tables(): TableRows[] {
    return this.text('rows.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => tableRows.parse(JSON.parse(line)))
  }

  publishedKeys(): unknown {
    return JSON.parse(this.text('published-keys.json'))
  }

  receipts(): FixtureFile[] {
    return this.filesIn('receipts')
  }

  /** Issued signed notes. */
  checkpoints(): FixtureFile[] {
    return this.filesIn('checkpoints')
  }

  /** Exported logs, named by namespace id. */
  logs(): FixtureFile[] {
    return this.filesIn('logs')
  }

  get backup(): string {
    return path.join(this.folder, 'deployment.backup')
  }

  get dataFolderArchive(): string | null {
    const file = path.join(this.folder, 'data-folder.linux-x64.tar.xz')
    return existsSync(file) ? file : null
  }

  giveKeys(dataDir: string): void {
    const from = path.join(this.folder, 'test-keys')
    copyFileSync(path.join(from, 'auth-secret'), path.join(dataDir, 'auth-secret'))
    mkdirSync(path.join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
    for (const name of readdirSync(path.join(from, 'keys')))
      copyFileSync(path.join(from, 'keys', name), path.join(dataDir, 'keys', name))
  }

  private filesIn(name: string): FixtureFile[] {
    const folder = path.join(this.folder, name)
    return readdirSync(folder).map((file) => ({ name: file, text: readFileSync(path.join(folder, file), 'utf8') }))
  }

  private text(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8')
  }
}

export interface FixtureFile {
  readonly name: string
  readonly text: string
}
