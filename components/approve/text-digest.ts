'use client'

import { useEffect, useState } from 'react'

/** SHA-256 of a text in UTF-8, as this browser computes it; null before, and where the browser does not (no https). */
export function useTextDigest(text: string): string | null {
  const [found, setFound] = useState<{ readonly of: string; readonly digest: string } | null>(null)
  useEffect(() => {
    let current = true
    void crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text)).then((bytes) => {
      const digest = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
      if (current) setFound({ of: text, digest })
    })
    return () => {
      current = false
    }
  }, [text])
  return found?.of === text ? found.digest : null
}
