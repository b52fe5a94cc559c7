/** Documents and comments cite files and headings that exist, and tables say a thing once. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(ROOT, file)))
const all = listed()
const folders = new Set(
  all.flatMap((file) => file.split('/').map((_, depth, names) => names.slice(0, depth).join('/'))),
)

/** A citation may be a file, a folder, or the beginning of names in a folder (`asvs-v…`, `decisions/020`). */
function exists(cited: string, roots: readonly string[]): boolean {
  const bare = cited.replace(/[/.,:]+$/, '')
  return roots.some((root) => {
    const full = root === '' ? bare : `${root}/${bare}`
    return folders.has(full) || all.some((file) => file.startsWith(full))
  })
}

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'README.md', ...listed('server/decisions/*.md')])(
  '%s cites paths that exist',
  (document) => {
    const text = readFileSync(path.join(ROOT, document), 'utf8')
    const spans = [...text.matchAll(/`([\w.-]+(?:\/[\w.[\]-]+)+\/?)…?[^`]*`/g)].map(([, span = '']) => span)
    const own = spans.filter((span) =>
      /^(server|app|components|e2e|prisma|public|api|attestation|bootstrap|cli|config|database|decisions|engine|http|language|messaging|services|testing)\//.test(
        span,
      ),
    )
    expect(own.filter((span) => !exists(span, ['', 'server']))).toEqual([])
  },
)

it('comments cite paths that exist', () => {
  const missing = listed('*.ts', '*.tsx', '*.mjs').flatMap((file) => {
    const comments = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^\s*(?:\/\*\*?|\*|\/\/)(.*)$/gm)]
    const cited = comments.flatMap(([, words = '']) => [
      ...words.matchAll(/(?<![\w/.@-])(?:server|components|e2e|prisma|public)\/[\w./-]+\.(?:tsx?|mjs|md|json|sql)\b/g),
      ...words.matchAll(
        /(?<![\w/.@-])(?:api|attestation|bootstrap|cli|config|database|decisions|engine|http|language|messaging|services|testing)\/[\w./-]+\.(?:tsx?|mjs|md)\b/g,
      ),
    ])
    return cited
      .map(([span]) => span)
      .filter((span) => !exists(span, ['', 'server', path.dirname(file)]))
      .map((span) => `${file} cites ${span}`)
  })
  expect(missing).toEqual([])
})

it('comments cite existing headings, and no document of another project', () => {
  const headings = new Map(
    listed('*.md').map((file) => [
      file,
      new Set([...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)),
    ]),
  )
  const wrong = listed('*.ts', '*.tsx', '*.mjs').flatMap((file) => {
    const comments = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^\s*(?:\/\*\*?|\*|\/\/)(.*)$/gm)]
    const words = comments.map(([, line = '']) => line.trim()).join(' ')
    const cited = words.matchAll(/([\w./-]+\.md|\bcontract), ((?:"[^"]+"(?:,| and|, and)? ?)+)/g)
    return [...cited].flatMap(([, document = '', quoted = '']) =>
      [...quoted.matchAll(/"([^"]+)"/g)]
        .filter(([, heading = '']) => !headings.get(document)?.has(heading))
        .map(([, heading]) => `${file} cites ${document}, "${heading}"`),
    )
  })
  expect(wrong).toEqual([])
})

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'README.md', 'public/docs/workbench.md'])(
  '%s has no table in which two rows begin alike',
  (document) => {
    const tables = readFileSync(path.join(ROOT, document), 'utf8').match(/(?:^\|.*\n)+/gm) ?? []
    const repeated = tables.flatMap((table) => {
      const first = table.split('\n').map((row) => row.split('|')[1]?.trim() ?? '')
      return first.filter((cell, at) => cell !== '' && first.indexOf(cell) !== at)
    })
    expect(repeated).toEqual([])
  },
)
