import type { ReactNode } from 'react'

interface HeadingAnchorProps {
  readonly depth: number
  readonly id: string
  readonly content: ReactNode
}

/** A heading that can be linked to; the title of the page needs no link of its own. */
export function HeadingAnchor({ depth, id, content }: HeadingAnchorProps) {
  if (depth === 1) return <h1>{content}</h1>
  const Level = depth === 2 ? 'h2' : 'h3'
  return (
    <Level id={id}>
      <a href={`#${id}`} className="heading-anchor">
        {content}
      </a>
    </Level>
  )
}
