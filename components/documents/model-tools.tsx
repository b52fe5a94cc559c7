'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '../ui/controls'
import { useMay } from '../ui/shell/viewer'
import type { OpenedDocument } from './document-data'

const DraftingPanel = dynamic(() => import('./drafting-panel').then((module) => module.DraftingPanel), {
  loading: () => null,
})
const FidelityPanel = dynamic(() => import('./fidelity-panel').then((module) => module.FidelityPanel), {
  loading: () => null,
})

/** @param name of the ruleset that the page compares with; empty if there is no such ruleset */
export function ModelTools({ document, name }: { readonly document: OpenedDocument; readonly name: string }) {
  const maySave = useMay('save')
  const [shown, setShown] = useState<'drafting' | 'fidelity' | null>(null)
  const toggle = (panel: 'drafting' | 'fidelity') => setShown(shown === panel ? null : panel)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        {maySave && (
          <Button aria-expanded={shown === 'drafting'} onClick={() => toggle('drafting')}>
            Draft rules
          </Button>
        )}
        {name !== '' && (
          <Button aria-expanded={shown === 'fidelity'} onClick={() => toggle('fidelity')}>
            Fidelity
          </Button>
        )}
      </div>
      {shown === 'drafting' && <DraftingPanel document={document} />}
      {shown === 'fidelity' && name !== '' && <FidelityPanel key={name} document={document} ruleset={{ name }} />}
    </div>
  )
}
