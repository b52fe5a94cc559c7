import { marked } from 'marked'
import Link from 'next/link'
import type { z } from 'zod'
import { ERRORS, errorSlug } from '../../server/api/errors'
import { errorsOf, type Operation } from '../../server/api/operations'
import type { Heading } from './document'
import { HeadingAnchor } from './heading-anchor'
import { Markdown } from './markdown'
import { type Field, fieldsOf } from './schema-fields'

export function operationHeading(operation: Operation): Heading {
  return { id: operation.id.toLowerCase(), text: `${operation.method} ${operation.path}`, depth: 2 }
}

const ACCESS: Readonly<Record<Operation['access'], string>> = {
  public: 'Needs no credential.',
  credential: 'Needs a credential.',
  full: 'Needs a full credential.',
}

/** One operation: who may call it, what it takes, what it answers, how it refuses. */
export function OperationReference({ operation }: { readonly operation: Operation }) {
  const { id, depth } = operationHeading(operation)
  return (
    <section aria-labelledby={id}>
      <HeadingAnchor
        depth={depth}
        id={id}
        content={
          <>
            <span className="operation-method">{operation.method}</span>{' '}
            <span className="operation-path">{operation.path}</span>
          </>
        }
      />
      <p>
        <strong>{operation.summary}.</strong> <Inline text={operation.description} /> {ACCESS[operation.access]}
        {operation.tool !== null && (
          <>
            {' '}
            As a tool of the <Link href="/docs/mcp">MCP door</Link>: <code>{operation.tool.name}</code>.
          </>
        )}
      </p>
      {operation.parameters !== undefined && (
        <Fields title="Path" of={id} fields={parameterFields(operation.parameters)} />
      )}
      {operation.query !== undefined && <Fields title="Query" of={id} fields={parameterFields(operation.query)} />}
      {operation.body !== undefined && (
        <Fields
          title={operation.body.required ? 'Request' : 'Request (optional)'}
          of={id}
          fields={fieldsOf(operation.body.schema)}
        />
      )}
      <Fields title="Answer" of={id} fields={fieldsOf(operation.response)} />
      <h3 id={`${id}-errors`}>Errors</h3>
      <ul>
        {errorsOf(operation).map((code) => (
          <li key={code}>
            <Link href={`/docs/errors/${errorSlug(code)}`}>{code}</Link>{' '}
            <span>
              {ERRORS[code].statuses[0]}, {ERRORS[code].title.charAt(0).toLowerCase() + ERRORS[code].title.slice(1)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function parameterFields(parameters: Readonly<Record<string, z.ZodType>>): readonly Field[] {
  return Object.entries(parameters).map(([name, schema]) => ({
    name,
    type: 'string',
    required: true,
    description: schema.description ?? '',
  }))
}

interface FieldsProps {
  readonly title: string
  /** Id of the operation. */
  readonly of: string
  readonly fields: readonly Field[]
}

export function Fields({ title, of, fields }: FieldsProps) {
  const id = `${of}-${title.split(' ')[0]!.toLowerCase()}`
  if (fields.length === 0) return null
  return (
    <>
      <h3 id={id}>{title}</h3>
      <dl className="fields">
        {fields.map(({ name, type, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <span className="field-type">
                {type}
                {required ? '' : ', optional'}
              </span>
              {description !== '' && (
                <span>
                  <Inline text={description} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The contract's descriptions mark code as markdown does. */
function Inline({ text }: { readonly text: string }) {
  return <Markdown tokens={marked.Lexer.lexInline(text)} />
}
