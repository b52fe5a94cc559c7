'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerPasskey } from '../accounts/own-account/authenticator'
import { type PageRefusal, refusalOf, server } from '../ui/server-calls'
import { type PreparedStatement, type PrepareRequest, type SignatureProof, sheetKey } from './sheet'

/** A signature in two steps: the server words the statement, then the signer proves who they are. */
export interface Ceremony {
  /** The statement that waits for the proof, and its request. */
  readonly waiting: { readonly request: PrepareRequest; readonly prepared: PreparedStatement } | null
  readonly preparing: boolean
  /** Why the server could not word the statement. */
  readonly preparationRefused: PageRefusal | null
  readonly signing: boolean
  /** Why the proof was refused; the ceremony continues. */
  readonly proofRefused: PageRefusal | null
  readonly prepare: (request: PrepareRequest) => void
  readonly sign: (proof: () => Promise<SignatureProof>) => void
  readonly cancel: () => void
}

export function useCeremony(onSigned: (recordId: string) => void): Ceremony {
  const queries = useQueryClient()
  const preparation = useMutation({
    mutationFn: async (request: PrepareRequest) => ({
      request,
      prepared: await server.signing.prepare.mutate(request),
    }),
  })
  const waiting = preparation.data ?? null
  const signature = useMutation({
    mutationFn: async (proof: () => Promise<SignatureProof>) => {
      if (waiting === null) throw new Error('nothing waits for a signature')
      return server.signing.sign.mutate({ ceremonyId: waiting.prepared.ceremonyId, proof: await proof() })
    },
    onSuccess: ({ recordId }) => {
      if (waiting !== null) void queries.invalidateQueries({ queryKey: sheetKey(waiting.request.hash) })
      onSigned(recordId)
    },
  })
  return {
    waiting,
    preparing: preparation.isPending,
    preparationRefused: preparation.isError ? refusalOf(preparation.error) : null,
    signing: signature.isPending || signature.isSuccess,
    proofRefused: signature.isError ? proofRefusal(signature.error) : null,
    prepare: (request) => {
      signature.reset()
      preparation.mutate(request)
    },
    sign: (proof) => signature.mutate(proof),
    cancel: () => {
      preparation.reset()
      signature.reset()
    },
  }
}

/** If the browser or person cancelled the passkey, the server has not refused anything. */
function proofRefusal(error: unknown): PageRefusal {
  if (!(error instanceof PasskeyCancelledError)) return refusalOf(error)
  return { code: 'PASSKEY', message: error.message, docs: null, failures: [], diagnostics: [] }
}

/** The browser gave no assertion. The message tells the person why. */
class PasskeyCancelledError extends Error {}

/** @throws PasskeyCancelledError */
export async function passkeyProof(question: NonNullable<PreparedStatement['passkey']>): Promise<SignatureProof> {
  const answer = await answerPasskey(question)
  if ('value' in answer) return { kind: 'passkey', assertion: answer.value }
  throw new PasskeyCancelledError(
    answer.problem ??
      'The passkey was not used: the request was cancelled, or this device has no matching passkey. Nothing was signed.',
  )
}
