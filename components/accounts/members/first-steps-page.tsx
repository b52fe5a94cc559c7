'use client'

import { NoPermission, PageHeader } from '../../ui/page-frame'
import { useMay } from '../../ui/shell/viewer'
import { FirstStepsPanel } from './first-steps'

export function FirstStepsPage() {
  const may = useMay('manage_members')
  return (
    <>
      <PageHeader title="First steps">
        {may && <p>The way to the first signed ruleset. Each step is ticked off once it is done.</p>}
      </PageHeader>
      {may ? <FirstStepsPanel /> : <NoPermission needs="see the first steps" roles={['administrator']} />}
    </>
  )
}
