/**
 * `npm run release`: writes the bill of materials, the licenses and the audit of the run-time dependencies, and packs the
 * command `touchstone`, the package `touchstone-engine` and the extension for VS Code. Exit status: 1 if the audit lists a
 * vulnerability, 2 if the registry does not answer.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeAudit, judgeAudit } from './judge-audit'
import { packCommand } from './pack-command'
import { packEngine } from './pack-engine'
import { packExtension } from './pack-extension'
import { licenseList, runtimePackages } from './release-contents'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = path.join(root, '.data', 'release')
mkdirSync(folder, { recursive: true })

const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only')
if (bill.status !== 0) throw new Error(`npm sbom failed: ${bill.stderr}`)
publish('sbom.cdx.json', bill.stdout)
publish('licenses.md', licenseList(runtimePackages(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))))
for (const pack of [packCommand, packEngine, packExtension])
  console.log(`wrote ${path.relative(root, await pack(root, folder))}`)

const audit = judgeAudit(npm('audit', '--json', '--omit', 'dev', '--package-lock-only').stdout)
publish('audit.txt', `${describeAudit(audit)}\n`)
console.log(describeAudit(audit))
process.exitCode = { clean: 0, vulnerable: 1, unanswered: 2 }[audit.kind]

function publish(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text)
  console.log(`wrote .data/release/${name}`)
}

function npm(...args: string[]) {
  return spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 120_000 })
}
