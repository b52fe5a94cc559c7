/**
 * The tools, made from the operations table.
 *
 * Promises: an operation with a tool entry is a tool and nothing else is; its input is the operation's request and its
 * output the operation's answer or the error envelope. Schemas stand inline, because not every client follows
 * references.
 */
import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { openSchema } from '../../api/open-answers'
import type { Members } from '../../api/openapi-schemas'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { errorEnvelopeSchema } from '../../api/schemas/error'
import { lenientInput } from './lenient-input'

export interface OperationTool {
  /** As tools/list returns it. */
  readonly listed: Tool
  /** One; or several without a body that share the tool, of which the arguments choose one. */
  readonly operations: readonly [OperationId, ...OperationId[]]
  /** What the contract knows of its arguments. */
  readonly input: z.ZodType
}

export function operationTools(): ReadonlyMap<string, OperationTool> {
  const byName = new Map<string, [OperationId, ...OperationId[]]>()
  for (const [id, { tool }] of Object.entries<Operation>(OPERATIONS) as [OperationId, Operation][]) {
    if (tool === null) continue
    const sharing = byName.get(tool.name)
    if (sharing === undefined) byName.set(tool.name, [id])
    else sharing.push(id)
  }
  return new Map(
    [...byName].map(([name, operations]) => {
      const input = inputOf(operations.map((id) => OPERATIONS[id]))
      return [name, { listed: listed(operations, input), operations, input }]
    }),
  )
}

/** The input of an operation without a body: the members of its path and query. */
export function memberSchema({ parameters, query }: Operation): z.ZodObject {
  return z.strictObject({ ...parameters, ...query })
}

function listed(ids: readonly [OperationId, ...OperationId[]], input: z.ZodType): Tool {
  const operations: readonly Operation[] = ids.map((id) => OPERATIONS[id])
  const { name, title, guidance, annotations } = operations[0]!.tool!
  return {
    name,
    title,
    description: `${operations.map((operation) => described(operation, operations.length === 1)).join('\n')} ${guidance}`,
    annotations: { title, ...annotations },
    inputSchema: { type: 'object', ...lenientInput(jsonSchema(input, 'input') as Members) },
    outputSchema: { type: 'object', ...openOutput(jsonSchema(outputOf(operations), 'output')) },
  }
}

/** What an operation does; where others share its tool, which arguments mean it. */
function described(operation: Operation, alone: boolean): string {
  const members = Object.keys(memberSchema(operation).shape)
  const condition = members.length === 0 ? 'Without arguments: ' : `With ${members.join(' and ')}: `
  return `${alone ? '' : condition}${operation.summary}. ${operation.description}`
}

function inputOf(operations: readonly Operation[]): z.ZodType {
  if (operations.length === 1) return operations[0]!.body?.schema ?? memberSchema(operations[0]!)
  if (operations.some(({ body }) => body !== undefined)) throw new Error('operations that share a tool take no body')
  return z.strictObject(Object.assign({}, ...operations.map((operation) => memberSchema(operation).partial().shape)))
}

function outputOf(operations: readonly Operation[]): z.ZodType {
  return z.union([...operations.map(({ response }) => response), errorEnvelopeSchema])
}

/** What the contract says of its schemas, without the ids under which the OpenAPI document gathers them. */
class WithoutIds extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<z.core.GlobalMeta, S> | undefined {
    const { id: _, ...metadata } = z.globalRegistry.get(schema) ?? {}
    return metadata as z.core.$replace<z.core.GlobalMeta, S>
  }
}

/** Answers may get members; a client that validates must let them pass. */
function openOutput(schema: Record<string, unknown>): Record<string, unknown> {
  return openSchema(schema as Members) as Record<string, unknown>
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...inline } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: new WithoutIds(),
    // The format says what the long pattern says, in a word that readers know.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
    },
  })
  return inline
}
