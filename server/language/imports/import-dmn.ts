/** Reads the decision tables of DMN 1.3 files (and of 1.1, 1.2 and 1.4, which write tables alike). */
import { asciiName } from '../syntax/ascii-name'
import type { TablePolicy } from '../syntax/syntax'
import { type Imported, importProblem, type KnownName, type RawTable, writeTable } from './import-table'
import type { ColumnKind } from './imported-cells'
import { childrenNamed, readXml, textOf, type XmlElement } from './xml'

const KINDS: Readonly<Record<string, ColumnKind['kind']>> = {
  number: 'numeric',
  integer: 'numeric',
  long: 'numeric',
  double: 'numeric',
  boolean: 'boolean',
  string: 'text',
  date: 'date',
}

export function importDmn(text: string, known: readonly KnownName[]): Imported {
  const root = readXml(text)
  if (root === null) return importProblem('This is no complete XML. Choose the .dmn file as it was saved.')
  const decisions = findAll(root, 'decision').filter((decision) => childrenNamed(decision, 'decisionTable').length > 0)
  if (decisions.length === 0) return importProblem('The file holds no decision table.')
  const texts: string[] = []
  const notes = new Set<string>()
  const names: KnownName[] = [...known]
  for (const decision of decisions) {
    for (const raw of tablesOf(decision)) {
      if (typeof raw === 'string') return importProblem(raw)
      const imported = writeTable(raw, names)
      if (!imported.ok) return importProblem(`${raw.name}: ${imported.problem}`)
      texts.push(imported.text)
      for (const note of imported.notes) notes.add(note)
      names.push(...namesIn(imported.text, names))
    }
  }
  if (findAll(root, 'literalExpression').some((each) => /\w/.test(textOf(each))))
    notes.add('Decisions that are expressions and no tables are left out. Write them as let.')
  return { ok: true, text: texts.join('\n'), notes: [...notes] }
}

/** Declared before, so that the next table does not declare them again. */
function namesIn(text: string, known: readonly KnownName[]): readonly KnownName[] {
  const declared = [...text.matchAll(/^declare (\w+) as (\w+)(?: "([^"]*)")?/gm)]
  return declared.flatMap(([, name = '', type, unit = null]) => {
    if (known.some((each) => each.name === name)) return []
    const kind = type === 'numeric' || type === 'boolean' || type === 'date' || type === 'timestamp' ? type : 'text'
    return [{ name, kind, unit }]
  })
}

/** One table for each output; the message if a policy is unknown. */
function tablesOf(decision: XmlElement): readonly (RawTable | string)[] {
  const [table] = childrenNamed(decision, 'decisionTable')
  if (table === undefined) return []
  const title = decision.attributes.get('name') ?? decision.attributes.get('id') ?? ''
  const policy = policyOf(table)
  if (policy === null)
    return [
      `The table “${title}” has the hit policy ${hitPolicyOf(table)}, which has no counterpart. Use U, F, A, C+ or C#.`,
    ]
  const outputs = childrenNamed(table, 'output')
  const rules = childrenNamed(table, 'rule')
  const inputs = childrenNamed(table, 'input').map((input) => {
    const [expression] = childrenNamed(input, 'inputExpression')
    const written = expression === undefined ? '' : textOf(expression)
    return { title: written || (input.attributes.get('label') ?? ''), kind: kindOfType(expression) }
  })
  return outputs.map((output, index): RawTable | string => {
    const own = outputs.length === 1 ? title : `${title} ${output.attributes.get('name') ?? index + 1}`
    const name = asciiName(own)
    if (name === null) return `The table “${own}” has no name that a ruleset can use. Rename the decision.`
    const [last] = childrenNamed(output, 'defaultOutputEntry')
    return {
      name,
      policy,
      columns: inputs,
      result: { title: name, kind: kindOfType(output) },
      rows: rules.map((rule) => ({
        cells: childrenNamed(rule, 'inputEntry').map(textOf),
        result: textOf(childrenNamed(rule, 'outputEntry')[index] ?? rule),
      })),
      otherwise: last === undefined ? null : textOf(last),
    }
  })
}

function kindOfType(element: XmlElement | undefined): ColumnKind['kind'] | null {
  return KINDS[element?.attributes.get('typeRef')?.replace(/^feel:/, '') ?? ''] ?? null
}

function hitPolicyOf(table: XmlElement): string {
  return [table.attributes.get('hitPolicy') ?? 'UNIQUE', table.attributes.get('aggregation')].filter(Boolean).join(' ')
}

function policyOf(table: XmlElement): TablePolicy | null {
  switch (hitPolicyOf(table)) {
    case 'UNIQUE':
      return 'unique'
    case 'FIRST':
      return 'first'
    case 'ANY':
      return 'any'
    case 'COLLECT SUM':
      return 'collect sum'
    case 'COLLECT COUNT':
      return 'collect count'
    default:
      return null
  }
}

function findAll(element: XmlElement, name: string): readonly XmlElement[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => findAll(child, name))]
}
