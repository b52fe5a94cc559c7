import type { inferRouterOutputs } from '@trpc/server'
import Link from 'next/link'
import type { AppRouter } from '../../server/http/trpc/router'
import { Notice } from '../ui/notice'
import { rulesetPath } from '../ui/ruleset-path'
import { conversionEquation } from './exact-conversion'

type Preview = inferRouterOutputs<AppRouter>['units']['previewConverter']

/** Shown before a converter is added: what it replaces and whose results may change. */
export function ConverterPreview({ preview }: { readonly preview: Preview }) {
  const { converter, replaces, affected, unitLibraryHash, previousUnitLibraryHash } = preview
  const isSame = unitLibraryHash === previousUnitLibraryHash
  return (
    <Notice
      kind={affected.length > 0 ? 'warning' : 'info'}
      title={isSame ? 'The library says this already' : 'What adding it changes'}
    >
      {replaces === null ? (
        <p>No converter of this pair is in force: this one is new.</p>
      ) : (
        <>
          <p>It replaces the converter of this pair that {replaces.added_by} added:</p>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 font-mono break-all">
            <dt className="font-sans text-ink-soft">Now</dt>
            <dd>{equation(replaces)}</dd>
            <dt className="font-sans text-ink-soft">Then</dt>
            <dd>{equation(converter)}</dd>
          </dl>
        </>
      )}
      {affected.length === 0 ? (
        <p className="mt-2">No named ruleset computes otherwise with it.</p>
      ) : (
        <>
          <p className="mt-2">
            {affected.length === 1 ? 'One named ruleset' : `${affected.length} named rulesets`} may compile or check
            otherwise. Approvals given under the library of today then say so.
          </p>
          <ul aria-label="Rulesets that may change" className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
            {affected.map((name) => (
              <li key={name} className="break-words">
                <Link href={rulesetPath(name)} target="_blank" className="text-accent underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

function equation({ from_unit, to_unit, factor_exact, offset_exact }: Preview['converter']): string {
  return conversionEquation({ from: from_unit, to: to_unit, factor: factor_exact, offset: offset_exact })
}
