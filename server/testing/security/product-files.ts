/**
 * Reads the product for tests of the suite: its sources, without tests, tools, benchmarks and golden cases, the
 * packages of a production installation, and the page Security.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface SourceFile {
  /** Relative to the root, with slashes. */
  readonly file: string
  readonly text: string
}

const OUTSIDE =
  /\.test\.tsx?$|\/testing\/|\/bench\/|^server\/cli\/(?!start\.mjs|run-command\.mjs|credential|admin-link|data|keys|verify)/

export function sourceFiles(root: string): readonly SourceFile[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'server', 'app', 'components'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return listed
    .split('\n')
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !OUTSIDE.test(file))
    .flatMap((file) => {
      try {
        return [{ file, text: readFileSync(path.join(root, file), 'utf8') }]
      } catch (error) {
        // The index may list a file that the work tree has removed.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    })
}

interface LockedPackage {
  readonly dev?: boolean
  readonly devOptional?: boolean
}

export function runtimePackages(root: string): readonly string[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  return Object.entries(lock.packages)
    .filter(([location, { dev, devOptional }]) => location !== '' && dev !== true && devOptional !== true)
    .map(([location]) => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

export const ROOT = path.resolve(import.meta.dirname, '../../..')

export const sources = sourceFiles(ROOT)
export const packages = runtimePackages(ROOT)

/** Returns matching lines of the product's code as `file: line`, without comments. */
export function linesOf(pattern: RegExp, within: RegExp = /./): readonly string[] {
  return sources
    .filter(({ file }) => within.test(file))
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => !/^(\*|\/\/|\/\*)/.test(line) && pattern.test(line))
        .map((line) => `${file}: ${line}`),
    )
}

/** Returns files of the product with a matching line. */
export function filesOf(pattern: RegExp, within?: RegExp): readonly string[] {
  return [...new Set(linesOf(pattern, within).map((line) => line.slice(0, line.indexOf(': '))))].toSorted()
}

const page = readFileSync(path.join(ROOT, 'public/docs/security.md'), 'utf8')

/** Returns a section of the page Security by heading, with its subsections and single spaces. */
export function documented(heading: string): string {
  const from = page.indexOf(`\n${heading}\n`)
  if (from < 0) throw new Error(`public/docs/security.md has no heading "${heading}"`)
  const depth = /^#+/.exec(heading)?.[0].length ?? 2
  const rest = page.slice(from + heading.length + 2)
  const end = rest.search(new RegExp(`^#{2,${depth}} `, 'm'))
  return (end < 0 ? rest : rest.slice(0, end)).replace(/\s+/g, ' ')
}
