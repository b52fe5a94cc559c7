/**
 * While a component loads without a Suspense boundary, React commits nothing else on the page, and typed letters are taken
 * back: fields of *Units* lost them until the table of standards had arrived.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }))

/** Declarations of components that `next/dynamic` loads, up to the end of the statement. */
function dynamicDeclarations(text: string): readonly string[] {
  return [...text.matchAll(/= dynamic\([\s\S]*?\n(?=\n|const|export|\/\/|function)/g)].map(([found]) => found)
}

it('finds the components that are loaded later', () => {
  expect(files.flatMap(({ text }) => dynamicDeclarations(text)).length).toBeGreaterThan(40)
  expect(files.filter(({ text }) => text.includes('= lazy(')).length).toBeGreaterThan(15)
})

it.each(files.filter(({ text }) => text.includes('= dynamic(')))(
  '$name shows something while they load',
  ({ text }) => {
    expect(dynamicDeclarations(text).length).toBe(text.split('= dynamic(').length - 1)
    expect(dynamicDeclarations(text).filter((each) => !/\b(loading:|ssr: false)/.test(each))).toEqual([])
  },
)

it.each(files.filter(({ text }) => text.includes('= lazy(')))('$name has a boundary around them', ({ text }) => {
  const names = [...text.matchAll(/const (\w+) = lazy\(/g)].map(([, name]) => name)
  const boundaries = text.split('<Suspense').slice(1)
  for (const name of names)
    expect(
      boundaries.some((inside) => inside.includes(`<${name}`)),
      name,
    ).toBe(true)
})
