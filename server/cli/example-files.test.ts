import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { EXAMPLE_FOLDERS, exampleFiles } from './example-files'

const shared = path.resolve(import.meta.dirname, '../../public')

it('the examples under public agree with the golden files', () => {
  const files = exampleFiles()
  const found = EXAMPLE_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(shared, folder)).map((name) => `${folder}/${name}`),
  )
  expect(found.sort()).toEqual([...files.keys()].sort())
  for (const [file, text] of files) expect(readFileSync(path.join(shared, file), 'utf8')).toBe(text)
})
