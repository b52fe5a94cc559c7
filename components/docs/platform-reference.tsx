import { marked } from 'marked'
import Link from 'next/link'
import { z } from 'zod'
import { type PlatformOperation, refusalsOf } from '../../server/api/platform-operations'
import { problemOf } from '../../server/api/problems'
import type { Heading } from './document'
import { HeadingAnchor } from './heading-anchor'
import { Markdown } from './markdown'
import { Fields } from './operation-reference'
import { type Field, fieldsOf } from './schema-fields'

export function platformHeading({ id, method, path }: PlatformOperation): Heading {
  return { id: id.toLowerCase(), text: `${method} ${path}`, depth: 2 }
}

/** One operation of the main REST API: what it takes, what it answers, how it refuses. */
export function PlatformReference({ operation }: { readonly operation: PlatformOperation }) {
  const { id, depth } = platformHeading(operation)
  const { parameters, query, body, response, success } = operation
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
        <strong>{operation.summary}.</strong> <Markdown tokens={marked.Lexer.lexInline(operation.description)} /> Needs
        an access token and the header <code>X-Service-Active-Group</code>. Answers with {success}.
      </p>
      <Fields title="Path" of={id} fields={named(parameters, true)} />
      <Fields title="Query" of={id} fields={named(query, false)} />
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

/** A request of several types is shown type by type. */
function requestForms(body: z.ZodType): readonly (readonly [string, z.ZodType])[] {
  if (!(body instanceof z.ZodDiscriminatedUnion)) return [['Request', body]]
  return body.options.map((option) => {
    const type = option instanceof z.ZodObject ? option.shape.type : undefined
    return [`${type instanceof z.ZodLiteral ? type.value : ''} request`, option as z.ZodType] as const
  })
}

function named(members: Readonly<Record<string, z.ZodType>>, required: boolean): readonly Field[] {
  return Object.entries(members).map(([name, schema]) => ({
    ...{ name, type: 'string', required },
    description: schema.description ?? '',
  }))
}
