import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** An open API with minimal cost: a token, and one prebuilt page of idle extensions. The first argument is its latency, ms. */
const latencyMs = Number(process.argv[2] ?? 0)

/** Returns pseudo-random hex, the same at each start. */
const hex = (what: string, length: number): string =>
  createHash('sha256').update(what).digest('hex').slice(0, length)

/** A record of the same length as known ones, 600 bytes. */
const record = (i: number) => ({
  partition: false,
  extensions: {},
  creatorId: hex(`creator ${i % 3}`, 24),
  creationTime: 1_700_000_000_000 + i,
  updateUserId: hex(`creator ${i % 2}`, 24),
  updatedTime: 1_700_000_100_000 + i,
  id: hex(`id ${i}`, 24),
  companyId: hex('company', 24),
  startExt: null,
  batchNum: null,
  ext: String(800_000 + i),
  password: hex(`password ${i}`, 8),
  bindStatus: 0,
  bindTime: null,
  agentUuid: null,
  currentUsingAgentUuid: null,
  agentName: null,
  extType: 1,
  domain: 'voice.example.com',
  ha1: hex(`ha1 ${i}`, 32),
  ha1b: hex(`ha1b ${i}`, 32),
  status: 0,
  enabled: 1,
  langCode: '0',
  langCodeTxt: 'Opus',
})
const list = Array.from({ length: 20 }, (_, i) => record(i))
const said = { apiVersion: '6.0.0', code: 200, status: 'Success', message: 'Success', reason: null, kind: '' }
const page = Buffer.from(
  JSON.stringify({
    ...said,
    metaData: null,
    retCode: '000000',
    retMsg: 'Success',
    data: { list, currPage: 1, pageSize: 20, total: 100_000 },
  }),
)
const token = Buffer.from(
  JSON.stringify({
    ret_code: '000000',
    ret_msg: 'Success',
    item: { token: 'bench-token-0123456789abcdef0123456789', expires_in: '86400' },
  }),
)

const server = createServer((request, response) => {
  const body = request.url?.startsWith('/api/get_token') === true ? token : page
  const answer = () =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  request.resume()
  request.once('end', () => {
    if (latencyMs === 0) answer()
    else void sleep(latencyMs).then(answer)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`Service at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
