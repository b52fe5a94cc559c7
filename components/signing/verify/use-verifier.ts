import { useCallback, useEffect, useRef, useState } from 'react'
import type { VerifiedFile } from '../../../server/attestation/checks/verify-file'
import type { FromVerifier, ToVerifier } from './verify.worker'
import type { FilesToVerify } from './verify-file'

export type VerifierState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready' }
  | { readonly status: 'verifying' }
  | { readonly status: 'verified'; readonly verified: VerifiedFile; readonly hasKeys: boolean }
  | { readonly status: 'failed'; readonly problem: string }

/** Loads the worker at once, so that the page can verify after the network is gone. */
export function useVerifier(): readonly [VerifierState, (files: FilesToVerify) => void] {
  const [state, setState] = useState<VerifierState>({ status: 'loading' })
  const worker = useRef<Worker | null>(null)
  const latest = useRef({ id: 0, hasKeys: false })
  useEffect(() => {
    const started = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module', name: 'verify' })
    worker.current = started
    started.onmessage = ({ data }: MessageEvent<FromVerifier>) => {
      if (data === 'ready') return setState((now) => (now.status === 'loading' ? { status: 'ready' } : now))
      const { id, hasKeys } = latest.current
      if (data.id !== id) return
      setState(
        'problem' in data ? { status: 'failed', problem: data.problem } : { status: 'verified', ...data, hasKeys },
      )
    }
    started.onerror = (event) => {
      event.preventDefault()
      setState({ status: 'failed', problem: event.message || 'its code could not be loaded' })
    }
    return () => started.terminate()
  }, [])
  const verify = useCallback((files: FilesToVerify) => {
    latest.current = { id: latest.current.id + 1, hasKeys: files.keys !== null }
    setState({ status: 'verifying' })
    const message: ToVerifier = { id: latest.current.id, files }
    worker.current?.postMessage(message)
  }, [])
  return [state, verify]
}
