/** Makes the tools from the operations table. Schemas are inlined, because some clients do not follow references. */
import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { openSchema } from '../../api/openapi/open-answers'
import type { Members } from '../../api/openapi/openapi-schemas'
import { OPERATIONS, type Operation } from '../../api/operations'
import { errorEnvelopeSchema } from '../../api/schemas/fields'
import type { ServiceOperationId } from '../../services/create-service'
import { lenientInput } from './lenient-input'

export interface OperationTool {
  readonly listed: Tool
  /** Operations without a body may share a tool; the arguments select one. */
  readonly operations: readonly [ServiceOperationId, ...ServiceOperationId[]]
  readonly input: z.ZodType
}

export function operationTools(): ReadonlyMap<string, OperationTool> {
  const byName = new Map<string, [ServiceOperationId, ...ServiceOperationId[]]>()
  for (const [id, { tool }] of Object.entries<Operation>(OPERATIONS) as [ServiceOperationId, Operation][]) {
    if (tool === null) continue
    const sharing = byName.get(tool.name)
    if (sharing === undefined) byName.set(tool.name, [id])
    else sharing.push(id)
  }
  return new Map(
    [...byName].map(([name, operations]) => {
      const input = inputOf(operations.map((id) => OPERATIONS[id]))
      return [name, { listed: listTool(operations, input), operations, input }]
    }),
  )
}

export function memberSchema({ parameters, query }: Operation): z.ZodObject {
  return z.strictObject({ ...parameters, ...query })
}

function listTool(ids: readonly ServiceOperationId[], input: z.ZodType): Tool {
  const operations: readonly Operation[] = ids.map((id) => OPERATIONS[id])
  const { name, title, guidance, annotations } = operations[0]!.tool!
  return {
    name,
    title,
    description: `${operations.map((operation) => describeOperation(operation, operations.length === 1)).join('\n')} ${guidance}`,
    annotations: { title, ...annotations },
    inputSchema: { type: 'object', ...lenientInput(jsonSchema(input, 'input') as Members) },
    outputSchema: { type: 'object', ...openOutput(jsonSchema(outputOf(operations), 'output')) },
  }
}

/** Describes an operation; if others share its tool, also the arguments that select it. */
function describeOperation(operation: Operation, alone: boolean): string {
  return `${alone ? '' : `${argumentsOf(operation)}: `}${operation.summary}. ${operation.description}`
}

function argumentsOf(operation: Operation): string {
  const members = Object.entries(memberSchema(operation).shape)
  const isOptional = ([, schema]: (typeof members)[number]) => schema.safeParse(undefined).success
  const optional = members.filter(isOptional).map(([name]) => name)
  const needed = members.filter((member) => !isOptional(member)).map(([name]) => name)
  if (needed.length === 0) return optional.length === 0 ? 'Without arguments' : `With at most ${optional.join(' and ')}`
  return `With ${needed.join(' and ')}${optional.length === 0 ? '' : `, optionally ${optional.join(' and ')}`}`
}

function inputOf(operations: readonly Operation[]): z.ZodType {
  if (operations.length === 1) return operations[0]!.body?.schema ?? memberSchema(operations[0]!)
  if (operations.some(({ body }) => body !== undefined)) throw new Error('operations that share a tool take no body')
  return z.strictObject(Object.assign({}, ...operations.map((operation) => memberSchema(operation).partial().shape)))
}

function outputOf(operations: readonly Operation[]): z.ZodType {
  return z.union([...operations.map(({ response }) => response), errorEnvelopeSchema])
}

/** Leaves out ids, which only the OpenAPI document uses. */
class WithoutIds extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<z.core.GlobalMeta, S> | undefined {
    const { id: _, ...metadata } = z.globalRegistry.get(schema) ?? {}
    return metadata as z.core.$replace<z.core.GlobalMeta, S>
  }
}

/** Allows members that later releases add to answers. */
function openOutput(schema: Record<string, unknown>): Record<string, unknown> {
  return openSchema(schema as Members) as Record<string, unknown>
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...inline } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: new WithoutIds(),
    // The format already says what the long pattern says.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
    },
  })
  return inline
}
