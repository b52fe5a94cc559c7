/**
 * Writes public/examples from the golden policies; part of `npm run generate`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exampleFiles } from './example-files'

const folder = path.resolve(import.meta.dirname, '../../public/examples')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, text] of exampleFiles()) writeFileSync(path.join(folder, name), text)
