/** The sources and the documentation of the product, as tests of the suite look at them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runtimePackages, sourceFiles } from '../product-files'

export const ROOT = path.resolve(import.meta.dirname, '../../../..')

export const sources = sourceFiles(ROOT)
export const packages = runtimePackages(ROOT)

/** Lines of the product's sources that match, as `file: line`; comments are no code. */
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

/** Files of the product with a line that matches, each once. */
export function filesOf(pattern: RegExp, within?: RegExp): readonly string[] {
  return [...new Set(linesOf(pattern, within).map((found) => found.slice(0, found.indexOf(': '))))].toSorted()
}

const page = readFileSync(path.join(ROOT, 'public/docs/security.md'), 'utf8')

/** A section of the page Security, by its heading, with the sections below it; spaces are single. */
export function documented(heading: string): string {
  const from = page.indexOf(`\n${heading}\n`)
  if (from < 0) throw new Error(`public/docs/security.md has no heading "${heading}"`)
  const depth = /^#+/.exec(heading)?.[0].length ?? 2
  const rest = page.slice(from + heading.length + 2)
  const end = rest.search(new RegExp(`^#{2,${depth}} `, 'm'))
  return (end < 0 ? rest : rest.slice(0, end)).replace(/\s+/g, ' ')
}
