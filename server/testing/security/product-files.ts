/**
 * What the product is made of, as a test looks at it: the sources that run and the packages that they need.
 *
 * Promises: tests, tools, benchmarks and golden cases are no part of it; packages are those of the lock file that a
 * production installation gets.
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
        // The index lists a file that the work tree has removed.
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
    .filter(([place, { dev, devOptional }]) => place !== '' && dev !== true && devOptional !== true)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
}
