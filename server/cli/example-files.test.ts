import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exampleFiles } from './example-files'

const folder = path.resolve(import.meta.dirname, '../../public/examples')

it('public/examples agrees with the golden policies', () => {
  const files = exampleFiles()
  expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort())
  for (const [name, text] of files) expect(readFileSync(path.join(folder, name), 'utf8')).toBe(text)
})
