'use client'

import { CopyText } from '../ui/copy-text'
import { Field, TextEntry } from '../ui/field'

/** A secret that is told this once: to be copied whole, by button or by hand. */
export function ShownOnce(props: { readonly label: string; readonly what: string; readonly secret: string }) {
  const { label, what, secret } = props
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 flex-1">
        {(bound) => (
          <TextEntry
            {...bound}
            readOnly
            value={secret}
            className="font-mono text-sm"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="pb-1">
        <CopyText text={secret} label="Copy" what={what} isShown />
      </div>
    </div>
  )
}
