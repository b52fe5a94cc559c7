import type { DefinitionValue } from '../../server/engine/definitions'
import type { DefinitionFace } from '../editor/ruleset-description'

/** What the definitions came to that an answer was worked out from. */
export function DefinitionValues(props: {
  readonly faces: readonly DefinitionFace[]
  readonly values: readonly DefinitionValue[]
  readonly labels: Readonly<Record<string, string>>
}) {
  const { faces, values, labels } = props
  if (faces.length === 0) return null
  const byName = new Map(values.map((value) => [value.name, value]))
  return (
    <div>
      <p className="font-medium text-ink">Its definitions came to:</p>
      <ul className="mt-1 space-y-0.5" data-testid="definition-values">
        {faces.map((face) => {
          const words = inWords(face, byName.get(face.name))
          return (
            <li key={face.name} className="break-words">
              {labels[face.name] ?? face.name}:{' '}
              {words === null ? (
                <span className="text-unknown">not determined</span>
              ) : (
                <span className="text-ink tabular-nums">{words}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Null where the claims do not determine the value. */
function inWords({ type }: DefinitionFace, found: DefinitionValue | undefined): string | null {
  const value = found?.value ?? null
  if (value === null) return null
  if (type === 'boolean') return value === 'true' ? 'yes' : 'no'
  if (type === 'member') return `“${value}”`
  return found?.unit == null ? value : `${value} ${found.unit}`
}
