import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildPages, clientIsStale, packagesAreStale, pagesAreStale } from './staleness.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'staleness-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: string | object) {
  const full = path.join(root, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content))
}

describe('packagesAreStale', () => {
  const locked = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/other-platform': { version: '3.0.0', optional: true },
  }
  const installed = (packages: object) => {
    write('package-lock.json', { packages: locked })
    write('node_modules/.package-lock.json', { packages })
    return packagesAreStale(root)
  }

  it('is stale if nothing is installed, or an installation was interrupted', () => {
    write('package-lock.json', { packages: locked })
    expect(packagesAreStale(root)).toBe(true)
    write('node_modules/a/package.json', {})
    expect(packagesAreStale(root)).toBe(true)
  })

  it('is stale if a package is missing or of another version, including optional ones of this platform', () => {
    const [a, b] = [{ version: '1.0.0' }, { version: '2.0.0' }]
    expect(installed({ 'node_modules/a': a, 'node_modules/b': b })).toBe(false)
    expect(installed({ 'node_modules/a': a })).toBe(true)
    expect(installed({ 'node_modules/a': a, 'node_modules/b': { version: '2.0.1' } })).toBe(true)
    const platform = { 'node_modules/a': a, 'node_modules/b': b, 'node_modules/other-platform': { version: '2.9.0' } }
    expect(installed(platform)).toBe(true)
  })

  it('allows only development packages to be missing if only the product runs', () => {
    const withTests = { ...locked, 'node_modules/tests': { version: '1.0.0', dev: true } }
    const runs = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } }
    write('package-lock.json', { packages: withTests })
    write('node_modules/.package-lock.json', { packages: runs })
    expect(packagesAreStale(root)).toBe(true)
    expect(packagesAreStale(root, { development: false })).toBe(false)
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } })
    expect(packagesAreStale(root, { development: false })).toBe(true)
  })

  it('ignores the time of the lock file, which a checkout changes', () => {
    installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } })
    utimesSync(path.join(root, 'package-lock.json'), 4_000_000_000, 4_000_000_000)
    expect(packagesAreStale(root)).toBe(false)
  })
})

describe('clientIsStale', () => {
  it('is false in this tree, because its schema is formatted as the generator writes it', () => {
    expect(clientIsStale(path.resolve(import.meta.dirname, '../..'))).toBe(false)
  })

  const schema = 'model A {\n  id String @id // "quoted"\n}\n'
  const generate = (fromSchema: string, version: string) =>
    write(
      'generated/prisma/internal/class.ts',
      `const config = {\n  "clientVersion": "${version}",\n  "inlineSchema": ${JSON.stringify(fromSchema)},\n}`,
    )
  beforeEach(() => {
    write('prisma/schema.prisma', schema)
    write('node_modules/prisma/package.json', { version: '7.10.0' })
  })

  it('is stale if it is missing or of another schema or version', () => {
    expect(clientIsStale(root)).toBe(true)
    generate(schema, '7.10.0')
    expect(clientIsStale(root)).toBe(false)
    generate(`${schema}\n`, '7.10.0')
    expect(clientIsStale(root)).toBe(true)
    generate(schema, '7.9.0')
    expect(clientIsStale(root)).toBe(true)
  })

  it('recognizes the client that Prisma generated in this tree', () => {
    expect(clientIsStale(path.resolve(import.meta.dirname, '../..'))).toBe(false)
  })
})

describe('pagesAreStale', () => {
  const build = (run = async () => {}) =>
    buildPages(root, async () => {
      mkdirSync(path.join(root, '.next'), { recursive: true })
      await run()
    })
  beforeEach(() => {
    write('app/page.tsx', 'one')
    write('server/engine/check.ts', 'one')
    write('next.config.js', 'one')
    write('tsconfig.json', '{}')
  })

  it('is true until they are built, and after a change of their sources', async () => {
    expect(pagesAreStale(root)).toBe(true)
    await build()
    expect(pagesAreStale(root)).toBe(false)
    for (const file of [
      'app/page.tsx',
      'app/new/page.tsx',
      'server/engine/check.ts',
      'next.config.js',
      'public/a.md',
    ]) {
      write(file, 'two')
      expect([file, pagesAreStale(root)]).toEqual([file, true])
      await build()
      expect([file, pagesAreStale(root)]).toEqual([file, false])
    }
    rmSync(path.join(root, 'app/new'), { recursive: true })
    expect(pagesAreStale(root)).toBe(true)
  })

  it('is false after a change of other files', async () => {
    await build()
    for (const file of [
      'server/bootstrap/main.ts',
      'server/engine/check.test.ts',
      'server/cli/start.mjs',
      'server/README.md',
      'e2e/a.ts',
    ])
      write(file, 'two')
    expect(pagesAreStale(root)).toBe(false)
  })

  it('does not record a failed build, even after a successful one', async () => {
    await build()
    await expect(build(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
    expect(pagesAreStale(root)).toBe(true)
  })

  it('counts an edit made during the build, but not what the build wrote into tsconfig.json', async () => {
    await build(async () => write('tsconfig.json', '{"completed":true}'))
    expect(pagesAreStale(root)).toBe(false)
    await build(async () => write('app/page.tsx', 'edited meanwhile'))
    expect(pagesAreStale(root)).toBe(true)
  })
})
