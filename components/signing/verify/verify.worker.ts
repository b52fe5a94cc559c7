/** Verifies receipts off the main thread, so that no file can block the page. */
import type { VerifiedFile } from '../../../server/attestation/checks/verify-file'
import { type FilesToVerify, verifyFile } from './verify-file'

export interface ToVerifier {
  /** Answers to earlier files may arrive later. */
  readonly id: number
  readonly files: FilesToVerify
}

export type FromVerifier =
  /** The code is loaded: from now on the page works without a network. */
  'ready' | { readonly id: number; readonly verified: VerifiedFile } | { readonly id: number; readonly problem: string }

self.onmessage = async ({ data: { id, files } }: MessageEvent<ToVerifier>) => {
  post(await answerTo(id, files))
}

async function answerTo(id: number, files: FilesToVerify): Promise<FromVerifier> {
  try {
    return { id, verified: await verifyFile(files) }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}

function post(message: FromVerifier): void {
  self.postMessage(message)
}

post('ready')
