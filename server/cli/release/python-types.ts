import type { Json } from '../../api/canonical-json'
import type { Members } from '../../api/openapi/openapi-schemas'
import { answerSchemas, isMembers, type NamedSchema, REFERENCE } from './wire-types'

/**
 * The module `answers` of the Python package: a TypedDict for each object, in the form that Python 3.9 understands, which
 * has no optional members among required ones.
 */
export function pythonAnswers(): string {
  const types = new PythonTypes(answerSchemas())
  return `${HEAD}\n${types.definitions().join('\n')}`
}

const HEAD = `"""The answers of the API. Written by \`npm run generate\` from the schemas of the API; do not edit."""

from typing import Any, Dict, List, Literal, TypedDict, Union
`

class PythonTypes {
  private readonly written: string[] = []

  constructor(private readonly named: readonly NamedSchema[]) {}

  definitions(): readonly string[] {
    for (const { name, schema } of this.named) {
      const expression = this.typeOf(schema, name)
      if (expression !== quoted(name)) this.written.push(`${name} = ${unquoted(expression)}\n`)
    }
    return this.written
  }

  /** @param name of the type that is written if the schema is an object */
  private typeOf(schema: Json, name: string): string {
    if (!isMembers(schema)) return 'Any'
    if (typeof schema.$ref === 'string') return quoted(schema.$ref.slice(REFERENCE.length))
    if ('const' in schema) return `Literal[${literal(schema.const)}]`
    if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const choices = schema.anyOf ?? schema.oneOf
    if (Array.isArray(choices)) return union(choices.map((each, at) => this.typeOf(each, `${name}Choice${at + 1}`)))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.typeOf({ ...schema, type }, name)))
    switch (schema.type) {
      case 'object':
        return this.objectType(schema, name)
      case 'array':
        return `List[${this.typeOf(schema.items ?? null, `${name}Entry`)}]`
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'string':
        return 'str'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      default:
        return 'Any'
    }
  }

  private objectType({ properties, required, additionalProperties }: Members, name: string): string {
    const members = Object.entries(isMembers(properties) ? properties : {})
    if (members.length === 0)
      return `Dict[str, ${isMembers(additionalProperties) ? this.typeOf(additionalProperties, `${name}Value`) : 'Any'}]`
    const needed = Array.isArray(required) ? required : []
    const typed = members.map(([member, schema]) => [member, this.typeOf(schema, name + camelCase(member))] as const)
    const part = (suffix: string, isNeeded: boolean) => {
      const entries = typed.filter(([member]) => needed.includes(member) === isNeeded)
      const dictionary = entries.map(([member, type]) => `    ${quoted(member)}: ${type},\n`).join('')
      return `${name}${suffix} = TypedDict(\n    ${quoted(name + suffix)},\n    {\n${dictionary.replaceAll(/^/gm, '    ').trimEnd()}\n    },\n    total=${isNeeded ? 'True' : 'False'},\n)\n`
    }
    const hasOptional = typed.some(([member]) => !needed.includes(member))
    if (!hasOptional) this.written.push(part('', true))
    else
      this.written.push(
        part('Always', true),
        part('Sometimes', false),
        `\nclass ${name}(${name}Always, ${name}Sometimes):\n    pass\n\n`,
      )
    return quoted(name)
  }
}

function literal(value: Json): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)]
  return all.length === 1 ? all[0]! : `Union[${all.join(', ')}]`
}

function camelCase(member: string): string {
  return member
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

function quoted(name: string): string {
  return JSON.stringify(name)
}

/** A reference to a type that is already written. */
function unquoted(expression: string): string {
  return /^"\w+"$/.test(expression) ? expression.slice(1, -1) : expression
}
