// The named peer of the REST benchmark: a bare node:http server that parses the same body and answers a constant of the
// same size. Run as a separate process: node bare-server.mjs <bytes of the answer>
import { createServer } from 'node:http'

const answer = JSON.stringify({ filler: 'x'.repeat(Math.max(0, Number(process.argv[2]) - 13)) })
const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString('utf8'))
    if (typeof body.claims !== 'object') throw new Error('the body holds no claims')
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`listens on ${server.address().port}`))
