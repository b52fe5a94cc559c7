import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { areaOf, circlesIn, importProblem, LAYERS, layerOf, mutualRooms } from './layers'

const ROOT = path.resolve(import.meta.dirname, '../..')
const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(ROOT, file)))
const files = listed('*.ts', '*.tsx')

const IMPORT =
  /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

function resolveOwn(file: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (!specifier.startsWith('.')) return null
  return path.relative(ROOT, path.resolve(ROOT, path.dirname(file), specifier))
}

/** Tests may import across layers. */
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)

it('every import goes in the direction that layers.ts allows', () => {
  const problems = files
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      importsOf(file).map((specifier) => {
        const own = resolveOwn(file, specifier)
        return importProblem(file, own ?? specifier, own !== null)
      }),
    )
    .filter((problem) => problem !== null)
  expect(problems).toEqual([])
})

it('test support follows its layer, except code that starts a server', () => {
  const standsUpServer = new Set(['messaging', 'http', 'mcp'])
  const problems = files
    .filter(
      (file) => file.includes('/testing/') && !file.includes('.test.') && !standsUpServer.has(layerOf(file) ?? ''),
    )
    .flatMap((file) =>
      importsOf(file).map((specifier) => {
        const own = resolveOwn(file, specifier)
        return importProblem(file, own ?? specifier, own !== null)
      }),
    )
    .filter((problem) => problem !== null)
  expect(problems).toEqual([])
})

const productImports = files
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => importsOf(file).map((specifier) => ({ file, target: resolveOwn(file, specifier) })))
  .filter((each): each is { file: string; target: string } => each.target !== null)

it('no area imports one that leads back to it', () => {
  expect(productImports.length).toBeGreaterThan(1000)
  expect(circlesIn(productImports)).toEqual([])
})

it('no file imports one that leads back to it', () => {
  const modules = [...files, ...listed('*.mjs')]
  const known = new Set(modules)
  const fileOf = (target: string) =>
    [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((name) => known.has(name)) ?? target
  const own = modules.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const target = resolveOwn(file, specifier)
      return target === null ? [] : [{ file, target }]
    }),
  )
  expect(own.length).toBeGreaterThan(5000)
  expect(circlesIn(own, fileOf)).toEqual([])
  const [one] = own
  expect(circlesIn([...own, { file: fileOf(one!.target), target: one!.file }], fileOf)).not.toEqual([])
})

it('no two folders of an area import each other', () => {
  const isSupport = (file: string) => file.includes('/testing/')
  expect(mutualRooms(productImports.filter(({ file, target }) => !isSupport(file) && !isSupport(target)))).toEqual([])
})

it('finds two folders that import each other', () => {
  const forth = { file: 'server/services/rulesets/a.ts', target: 'server/services/signing/b' }
  const back = { file: 'server/services/signing/b.ts', target: 'server/services/rulesets/c' }
  expect(mutualRooms([forth])).toEqual([])
  expect(mutualRooms([forth, back])).toEqual([
    "server/services/signing ↔ server/services/rulesets: server/services/signing/b.ts and server/services/rulesets/a.ts import each other's folder",
  ])
  // The files at the top of an area are a room too, and so are folders of folders.
  const down = { file: 'server/services/service.ts', target: 'server/services/access/a' }
  expect(mutualRooms([down, { file: 'server/services/access/a.ts', target: 'server/services/service' }])).toHaveLength(
    1,
  )
  const deep = { file: 'server/services/guardrails/frames/a.ts', target: 'server/services/guardrails/targets/b' }
  const deepBack = { file: 'server/services/guardrails/targets/b.ts', target: 'server/services/guardrails/frames/a' }
  expect(mutualRooms([deep, deepBack])).toHaveLength(1)
  expect(
    mutualRooms([deep, { file: 'server/services/guardrails/a.ts', target: 'server/services/guardrails/frames/a' }]),
  ).toEqual([])
})

it('finds a circle between areas', () => {
  const forth = { file: 'server/database/a.ts', target: 'server/attestation/b' }
  const on = { file: 'server/attestation/b.ts', target: 'server/api/c' }
  expect(circlesIn([forth, on])).toEqual([])
  expect(circlesIn([forth, on, { file: 'server/api/testing/c.ts', target: 'server/database/a' }])).toEqual([
    'server/database → server/attestation → server/api → server/database: server/api/testing/c.ts imports server/database/a',
  ])
  // A capability in several folders is one area.
  const inside = { file: 'components/checks/a.tsx', target: 'components/checks/b' }
  expect(circlesIn([inside, { file: 'components/checks/b.tsx', target: 'components/checks/a' }])).toEqual([])
  expect(areaOf('server/bootstrap/main.ts')).toBe(areaOf('server/bootstrap/open-server.ts'))
})

it('product code never imports test support', () => {
  const problems = files
    .filter((file) => !isTest(file) && !/^(server\/cli|server\/testing|e2e)\/|^(playwright|vitest)\.config/.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.includes('/testing/'))
        .map((specifier) => `${file} imports ${specifier}`),
    )
  expect(problems).toEqual([])
})

it('every source file is in a layer, and no layer is empty', () => {
  const stray = files.filter((file) => /^(server|app|components|e2e)\//.test(file) && layerOf(file) === null)
  expect(stray).toEqual([])
})

it('finds a forbidden import', () => {
  expect(importProblem('server/language/syntax/parse.ts', 'server/engine/compile', true)).toMatch(
    /language may not import engine/,
  )
  expect(importProblem('server/language/syntax/parse.ts', 'node:fs', false)).toMatch(/runs in the browser/)
  expect(importProblem('server/engine/solver/lower.ts', 'server/engine/evaluate/program', true)).toMatch(
    /prove nothing/,
  )
  expect(importProblem('server/services/check.ts', 'generated/prisma/client', true)).toMatch(/only importer of Prisma/)
  expect(Object.keys(LAYERS)).toContain('numeric')
})

it('no folder or file is named utils, helpers, common, shared, misc or lib', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|shared|misc|lib)(\/|\.tsx?$)/.test(file))).toEqual([])
})

const MAX_FOLDER_FILES = 25

it(`no folder has more than ${MAX_FOLDER_FILES} files next to its tests`, () => {
  const counts = new Map<string, number>()
  for (const file of files.filter((each) => !each.includes('.test.')))
    counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(100)
  expect([...counts].filter(([, count]) => count > MAX_FOLDER_FILES)).toEqual([])
})

const SHORT_LINES = 30
/** May only fall: a fragment is joined with the file whose idea it shares. Entry points and workers stay short. */
const MAX_SHORT_FILES = 40

it(`at most ${MAX_SHORT_FILES} files have at most ${SHORT_LINES} lines`, () => {
  const short = [...files, ...listed('*.mjs')].filter(
    (file) =>
      /^(server|components|e2e)\//.test(file) &&
      !file.includes('.test.') &&
      readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1 <= SHORT_LINES,
  )
  expect(short.length, short.join('\n')).toBeLessThanOrEqual(MAX_SHORT_FILES)
})
