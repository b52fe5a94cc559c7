/** Reads a JSON Lines file, binds and decides every line, and counts. */
import { readFileSync } from 'node:fs'
import { DEFAULT_BUDGETS } from '../../../config/budgets'
import { Meter } from '../../../engine/core/meter'
import { decideAll } from '../../../engine/decide/decide'
import { readJson } from '../../../language/numeric/lossless-json'
import { touchstoneSource } from '../subject'
import { compileBench } from '../touchstone'

const { compiled } = compileBench(touchstoneSource(1))

function decideFile(file: string): number {
  const text = readFileSync(file, 'utf8')
  let answers = 0
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from)
    const end = newline < 0 ? text.length : newline
    const read = readJson(text.slice(from, end))
    from = end + 1
    if ('problem' in read) throw new Error(read.problem.message)
    const meter = new Meter(DEFAULT_BUDGETS.evaluation_steps)
    const binding = compiled.binder.bind(read.value as Readonly<Record<string, unknown>>, meter)
    if (!binding.ok) throw new Error('a line does not fit')
    const tools = { solver: null, mode: 'tiers', meter, budget: DEFAULT_BUDGETS } as const
    const results = decideAll(compiled.program, binding.known, binding.unbridged, tools)
    if (results === 'needs solver') throw new Error('a line needs a solver')
    for (const { check } of results) if (check !== 'AMBIGUOUS') answers++
  }
  return answers
}

process.on('message', (file: string) => {
  const began = performance.now()
  const answers = decideFile(file)
  process.send?.({ milliseconds: performance.now() - began, answers })
})
process.send?.('ready')
