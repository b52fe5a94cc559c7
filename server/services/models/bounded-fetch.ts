/**
 * `fetch` whose answers end, and that goes nowhere else.
 *
 * Promises: reading more than `most` bytes of a body fails with {@link AnswerTooLarge}, and the connection is closed then;
 * a redirect is a failure, because the request carries a key.
 */
export class AnswerTooLarge extends Error {
  constructor(most: number) {
    super(`the answer is larger than ${most} bytes`)
    this.name = 'AnswerTooLarge'
  }
}

export function boundedFetch(most: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (response.body === null) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(upTo(most)), { status, statusText, headers })
  }
}

function upTo(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > most) throw new AnswerTooLarge(most)
      controller.enqueue(chunk)
    },
  })
}
