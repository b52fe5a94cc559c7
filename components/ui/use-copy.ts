import { useEffect, useState } from 'react'
import { copyToClipboard } from './copy-to-clipboard'

/** How long a button says that it copied, in milliseconds. What went wrong stays. */
const SHOWN = 2_000

/** What a button that copies does and says: `said` is null before the first click and a while after it copied. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const found = await copyToClipboard(text)
    setProblem(found)
    setCopied(found === null)
  }
  return { copied, problem, copy: () => void copy() }
}
