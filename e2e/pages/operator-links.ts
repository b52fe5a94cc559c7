import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The server that Playwright starts. */
export const ORIGIN = `http://localhost:${process.env.E2E_PORT ?? 3210}`
const DATA_DIR = process.env.E2E_DATA_DIR ?? '.data/e2e'
const FOLDER = `${DATA_DIR}-setup-links`
/** More than one run needs. */
const SETUP_LINK_COUNT = 60

/** For a server with another data directory. */
export function adminLinkOf(origin: string, dataDir: string): string {
  return runCommand(origin, ['.build/server/admin-link.js'], dataDir)
}

export function adminLink(origin: string, namespace?: string): string {
  return operatorLink(origin, namespace === undefined ? [] : ['--namespace', namespace])
}

export function passwordLink(origin: string, email: string): string {
  return operatorLink(origin, ['--person', email])
}

function operatorLink(origin: string, args: readonly string[]): string {
  return runCommand(origin, ['.build/server/admin-link.js', ...args])
}

function runCommand(origin: string, command: readonly string[], dataDir = DATA_DIR): string {
  const env = { ...process.env, PUBLIC_URL: origin, DATA_DIR: dataDir }
  return execFileSync(process.execPath, command, { env }).toString().trim()
}

/**
 * Playwright calls this once the server answers. One process makes all links, because each start of the operator's
 * command is slow.
 */
export default function makeSetupLinks(): void {
  const links = runCommand(ORIGIN, [
    '--import',
    'tsx',
    'server/testing/issue-setup-links.ts',
    String(SETUP_LINK_COUNT),
  ]).split('\n')
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const [index, link] of links.entries()) writeFileSync(path.join(FOLDER, String(index)), link)
}

/** For a new namespace; no other worker takes the same link. */
export function takeSetupLink(): string {
  for (const name of readdirSync(FOLDER)) {
    const file = path.join(FOLDER, name)
    try {
      const link = readFileSync(file, 'utf8')
      // Only one worker can remove it.
      unlinkSync(file)
      return link
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return adminLink(ORIGIN)
}
