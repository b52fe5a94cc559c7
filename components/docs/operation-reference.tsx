import { marked } from 'marked'
import Link from 'next/link'
import { type Field, fieldsOf, parameterFields, requestForms } from '../../server/api/fields/schema-fields'
import { ACCESS_SENTENCES, errorsOf, type Operation } from '../../server/api/operations'
import { type PlatformOperation, refusalsOf } from '../../server/api/platform-operations'
import { ERRORS, errorSlug } from '../../server/api/terms/errors'
import { problemOf } from '../../server/api/terms/problems'
import type { Heading } from './document'
import { HeadingAnchor, Markdown } from './markdown'

type NamedOperation = Pick<Operation | PlatformOperation, 'id' | 'method' | 'path'>

export function operationHeading({ id, method, path }: NamedOperation): Heading {
  return { id: id.toLowerCase(), text: `${method} ${path}`, depth: 2 }
}

function OperationHeading({ operation }: { readonly operation: NamedOperation }) {
  const { id, depth } = operationHeading(operation)
  return (
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
  )
}

export function OperationReference({ operation }: { readonly operation: Operation }) {
  const { id } = operationHeading(operation)
  return (
    <section aria-labelledby={id}>
      <OperationHeading operation={operation} />
      <p>
        <strong>{operation.summary}.</strong> <Inline text={operation.description} />{' '}
        {ACCESS_SENTENCES[operation.access]}
        {operation.tool !== null && (
          <>
            {' '}
            As a tool of the <Link href="/docs/mcp">MCP endpoint</Link>: <code>{operation.tool.name}</code>.
          </>
        )}
      </p>
      {operation.parameters !== undefined && (
        <Fields title="Path" of={id} fields={parameterFields(operation.id, operation.parameters, true)} />
      )}
      {operation.query !== undefined && (
        <Fields title="Query" of={id} fields={parameterFields(operation.id, operation.query, true)} />
      )}
      {operation.body !== undefined && (
        <Fields
          title={operation.body.required ? 'Request' : 'Request (optional)'}
          of={id}
          fields={fieldsOf(operation.body.schema)}
        />
      )}
      <Fields title="Answer" of={id} fields={fieldsOf(operation.response)} />
      {operation.page !== undefined && <Fields title="Page with limit" of={id} fields={fieldsOf(operation.page)} />}
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

/** The contract's descriptions mark code like Markdown. */
function Inline({ text }: { readonly text: string }) {
  return <Markdown tokens={marked.Lexer.lexInline(text)} />
}

/** Describes an operation of the main REST API. */
export function PlatformReference({ operation }: { readonly operation: PlatformOperation }) {
  const { id } = operationHeading(operation)
  const { parameters, query, body, response, success } = operation
  return (
    <section aria-labelledby={id}>
      <OperationHeading operation={operation} />
      <p>
        <strong>{operation.summary}.</strong> <Inline text={operation.description} /> Needs an access token and the
        header <code>X-Service-Active-Group</code>. Answers with {success}.
      </p>
      <Fields title="Path" of={id} fields={parameterFields(operation.id, parameters, true)} />
      <Fields title="Query" of={id} fields={parameterFields(operation.id, query, false)} />
      {body !== null &&
        requestForms(body).map(([title, schema]) => (
          <Fields key={title} title={title} of={id} fields={fieldsOf(schema, 'input')} />
        ))}
      {response !== null && <Fields title="Answer" of={id} fields={fieldsOf(response)} />}
      <h3 id={`${id}-errors`}>Errors</h3>
      <ul>
        {refusalsOf(operation).map((status) => {
          const { title, anchor } = problemOf(status)
          return (
            <li key={status}>
              <Link href={`/docs/api-v1#${anchor}`}>{title}</Link> <span>{status}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
