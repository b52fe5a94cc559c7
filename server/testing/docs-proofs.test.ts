import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { compileText } from '../engine/testing/ask'
import { factObligation } from '../meaning/obligations/facts'
import { obligationFile } from '../meaning/obligations/obligation'

const PAGE = readFileSync(path.join(import.meta.dirname, '../../public/docs/proofs.md'), 'utf8')

function block(language: string): string {
  const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(PAGE)
  if (block === null) throw new Error(`the page has no block of ${language}`)
  return block[1]!
}

it('the page on proofs shows the obligation of its ruleset', () => {
  const source = block('ruleset')
  const hash = createHash('sha256').update(source).digest('hex')
  const fact = { kind: 'implies', premises: [1], consequence: 0 } as const
  expect(block('smt2')).toBe(obligationFile(factObligation(compileText(source), hash, fact, false)).text)
})
