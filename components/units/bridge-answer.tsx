import { ArrowDown, CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { mendedUnit } from '../../server/language/units/bridge'
import { builtInLibrary } from '../../server/language/units/library'
import { isUnit } from '../../server/language/units/unit-library'
import { Button } from '../ui/button'
import { placeKey } from '../ui/place-key'
import { exactConversion } from './exact-conversion'
import type { UnitBridge, UnitPair } from './read-units'

/** The answer in words, and the definitions that it follows as a chain. */
export function BridgeAnswer(props: {
  readonly bridge: UnitBridge
  readonly onTake: (from: string, to: string) => void
  readonly onAddConverter: ((pair: UnitPair) => void) | null
}) {
  const { bridge, onTake, onAddConverter } = props
  const { from, to, status } = bridge
  switch (status) {
    case 'same':
      return (
        <Told Icon={CircleCheck} tint="text-true" title={`Yes: ${from} and ${to} are the same unit.`}>
          <p className="text-ink-soft">Nothing is converted.</p>
        </Told>
      )
    case 'convertible':
      return (
        <Told Icon={CircleCheck} tint="text-true" title={`Yes: ${from} converts to ${to}, exactly.`}>
          <Chain bridge={bridge} />
        </Told>
      )
    case 'ambiguous':
      return (
        <Told Icon={TriangleAlert} tint="text-warning" title={`Not by itself: ${from} to ${to} is ambiguous.`}>
          <p>{bridge.reason}</p>
          <Offer pair={{ from, to }} onAddConverter={onAddConverter} />
        </Told>
      )
    case 'no_path':
      return (
        <Told Icon={CircleSlash} tint="text-false" title={`No: nothing joins ${from} to ${to}.`}>
          <p>They measure different things, or somebody has to say what one is worth in the other.</p>
          <Offer pair={{ from, to }} onAddConverter={onAddConverter} />
        </Told>
      )
    case 'unknown_unit':
      return (
        <Told Icon={CircleSlash} tint="text-false" title="No: a unit is not written so.">
          <Misspelt text={from} onTake={(unit) => onTake(unit, to)} />
          <Misspelt text={to} onTake={(unit) => onTake(from, unit)} />
        </Told>
      )
  }
}

/** Nothing for what is a unit. */
function Misspelt({ text, onTake }: { readonly text: string; readonly onTake: (unit: string) => void }) {
  const library = builtInLibrary()
  if (isUnit(library.parse(text))) return null
  const meant = mendedUnit(library, text)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="break-all">
        <code className="font-mono">{text}</code> is no unit: case counts, and compound units are written like kg/m3.
      </span>
      {meant !== null && (
        <Button onClick={() => onTake(meant)}>
          <span>
            Did you mean <code className="font-mono">{meant}</code>?
          </span>
        </Button>
      )}
    </p>
  )
}

function Chain({ bridge }: { readonly bridge: UnitBridge }) {
  const { from, to, path = [] } = bridge
  return (
    <>
      <p className="mt-1 font-mono break-all">{exactConversion(bridge)}</p>
      <h3 className="mt-3 text-sm font-medium text-ink-soft">
        {path.length === 0
          ? 'By no definition'
          : path.length === 1
            ? 'By one definition'
            : `By ${path.length} definitions`}
      </h3>
      <ol aria-label={`The path from ${from} to ${to}`} className="mt-1 flex flex-col items-start gap-1 font-mono">
        {[from, ...path, to].map((step, place) => (
          <li key={placeKey(place)} className="flex flex-col items-start gap-1">
            {place > 0 && <ArrowDown size={14} aria-hidden className="ml-3 text-ink-faint" />}
            <span
              className={
                place === 0 || place > path.length
                  ? 'rounded-full bg-accent-soft px-3 py-0.5 font-medium text-accent'
                  : 'rounded-md border border-line bg-canvas px-3 py-0.5 break-all'
              }
            >
              {step}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function Offer({
  pair,
  onAddConverter,
}: {
  readonly pair: UnitPair
  readonly onAddConverter: ((pair: UnitPair) => void) | null
}) {
  if (onAddConverter === null) return null
  return (
    <Button className="mt-2" onClick={() => onAddConverter(pair)}>
      Add a converter for this pair
    </Button>
  )
}

function Told(props: {
  readonly Icon: typeof CircleCheck
  readonly tint: string
  readonly title: string
  readonly children: ReactNode
}) {
  const { Icon, tint, title, children } = props
  return (
    <div className="flex gap-2.5">
      <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${tint}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{title}</p>
        {children}
      </div>
    </div>
  )
}
