/**
 * Packs the command `touchstone` as one npm package without dependencies to install: the bundled command and the solver
 * (decisions/056). Nothing is published.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const SOLVER = 'node_modules/z3-solver'
/** An optional package, which only tables need (decisions/057). */
const DUCKDB = '@duckdb/node-api'
const SOLVER_FILES = ['build/z3-built.js', 'build/z3-built.wasm', 'LICENSE.txt']
/** Bundled packages are CommonJS in part, and an ES module has no `require`. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

export interface Manifest {
  readonly version: string
  readonly license: string
  readonly engines: object
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/**
 * @param root the checkout
 * @param target folder that receives the package; other files in it stay
 * @returns the path of the package, `touchstone-<version>.tgz`
 */
export async function packCommand(root: string, target: string): Promise<string> {
  const folder = path.join(root, '.build', 'command')
  const manifest = readManifest(root)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: { touchstone: 'server/cli/touchstone.ts' },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['z3-solver', DUCKDB],
    banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
    legalComments: 'inline',
    logLevel: 'warning',
  })
  for (const file of SOLVER_FILES) cpSync(path.join(root, SOLVER, file), path.join(folder, SOLVER, file))
  const solver = manifest.dependencies['z3-solver'] ?? ''
  writeJson(path.join(folder, SOLVER, 'package.json'), { name: 'z3-solver', version: solver, license: 'MIT' })
  writeJson(path.join(folder, 'package.json'), packageOf(manifest, solver))
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  cpSync(path.join(root, 'public/docs/command-line.md'), path.join(folder, 'README.md'))
  return packFolder(folder, target)
}

export function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
}

function packageOf({ version, license, engines, devDependencies }: Manifest, solver: string): object {
  return {
    ...{ name: 'touchstone', version, description: 'Checks, tests and compares rulesets in files', license, engines },
    type: 'module',
    bin: { touchstone: 'touchstone.js' },
    files: ['touchstone.js'],
    dependencies: { 'z3-solver': solver },
    bundleDependencies: ['z3-solver'],
    peerDependencies: { [DUCKDB]: devDependencies[DUCKDB] },
    peerDependenciesMeta: { [DUCKDB]: { optional: true } },
  }
}

export function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** @returns the path of the package */
export function packFolder(folder: string, target: string): string {
  mkdirSync(target, { recursive: true })
  const pack = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', target]
  const { status, stdout, stderr } = spawnSync('npm', pack, { cwd: folder, encoding: 'utf8', timeout: 300_000 })
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  return path.join(target, filename)
}
