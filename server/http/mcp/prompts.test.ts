import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { OPERATIONS, type Operation } from '../../api/operations'
import { SERVER_INSTRUCTIONS } from './prompts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../../public/docs/mcp.md'), 'utf8')

it('the table for agents lists exactly the tools with their operations', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, operations = '']) => [
    name,
    [...operations.matchAll(/`(\w+ [^`]+)`/g)].map(([, operation]) => operation),
  ])
  const tools = new Map<string, string[]>()
  for (const { tool, method, path } of Object.values<Operation>(OPERATIONS))
    if (tool !== null) tools.set(tool.name, [...(tools.get(tool.name) ?? []), `${method} ${path}`])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(tools))
})

it('the server instructions name every tool for questions about meaning', () => {
  for (const id of ['explainAnswers', 'analyseRuleset', 'compareRulesets', 'measureCoverage'] as const)
    expect(SERVER_INSTRUCTIONS).toContain(OPERATIONS[id].tool.name)
})
