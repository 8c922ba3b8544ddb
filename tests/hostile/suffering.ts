import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationId } from '#upstream/operations.ts'
import { startService } from '../upstream/service.ts'
import { secretsOf } from './answers.ts'
import type { Consoles } from './consoles.ts'
import { honestly, type Misbehaviour } from './misbehaviour.ts'

type Business = Exclude<OperationId, 'get_token'>
export const reads: [operation: Business, path: string][] = [
  ['get_timezone', '/api/reference/time-zones?language=en'],
  ['get_language', '/api/reference/languages?language=en'],
  ['get_country', '/api/reference/countries?language=en'],
  ['search_idle', '/api/extensions/idle/first'],
  ['extension_detail', '/api/extensions/8001'],
  ['search_idle_page', '/api/extensions/idle'],
  ['unbound_page', '/api/agents/9348ee74c2cefd4740db23a3b5bf4a0d/extensions'],
  ['extension_language', '/api/extensions/8001/language'],
  ['query_suggest', '/api/suggestions?q=80'],
]
export const creates: [operation: Business, path: string, ext: string][] = [
  ['create_extension', '/api/extensions', '8901'],
  ['create_extension_legacy', '/api/extensions/legacy', '8902'],
]
export const businessOperations = [...reads, ...creates].map(([operation]) => operation)

type Answer = Awaited<ReturnType<Awaited<ReturnType<Consoles['open']>>['ask']>>
export interface Seen {
  reads: [operation: Business, answer: Answer][]
  creates: [operation: Business, answer: Answer, sent: number][]
  token: Answer
  tokensAsked: number
  /** How long until a read works again once the service is honest, ms. */
  recovery: number[]
  everything: string
}

async function recovered(ask: (path: string) => Promise<Answer>): Promise<number> {
  const started = performance.now()
  while ((await ask('/api/extensions/idle')).status !== 200) {
    if (performance.now() - started > 20_000) break
    await sleep(200)
  }
  return performance.now() - started
}

type Token = Pick<Seen, 'token' | 'everything'> & { recovery: number }

/** A service whose get_token misbehaves. */
async function sufferToken(consoles: Consoles, { behave }: Misbehaviour): Promise<Token> {
  const service = await startService()
  for (const operation of businessOperations) service.on(operation, honestly(operation))
  service.on('get_token', behave('get_token'))
  const { ask, logged, close } = await consoles.open(service.url)
  const token = await ask('/api/extensions/idle')
  const status = await ask('/api/status')
  service.on('get_token', service.issueToken)
  const recovery = await recovered(ask)
  await Promise.all([close(), service.close()])
  return { token, recovery, everything: [token.text, status.text, ...logged].join('\n') }
}

/** A service that misbehaves in its business operations, and another whose get_token does. */
export async function suffer(consoles: Consoles, misbehaviour: Misbehaviour): Promise<Seen> {
  const { behave } = misbehaviour
  const tokenSuffered = sufferToken(consoles, misbehaviour)
  const service = await startService()
  for (const operation of businessOperations) service.on(operation, behave(operation))
  const { ask, logged, close } = await consoles.open(service.url)
  const readAnswers = await Promise.all(
    reads.map(async ([operation, path]): Promise<Seen['reads'][number]> => [operation, await ask(path)]),
  )
  service.on('extension_detail', honestly('extension_detail'))
  const createAnswers = await Promise.all(
    creates.map(async ([operation, path, ext]): Promise<Seen['creates'][number]> => {
      const answer = await ask(path, { ext, password: secretsOf(ext).password })
      return [operation, answer, service.count(operation)]
    }),
  )
  for (const operation of businessOperations) service.on(operation, honestly(operation))
  const recovery = await recovered(ask)
  const status = await ask('/api/status')
  const tokensAsked = service.count('get_token')
  const resent = creates.map(([operation]) => service.count(operation))
  await Promise.all([close(), service.close()])

  const { token, recovery: tokenRecovery, everything } = await tokenSuffered
  const answers = [...readAnswers, ...createAnswers].map(([, { text }]) => text)
  return {
    reads: readAnswers,
    creates: createAnswers.map(([operation, answer], i) => [operation, answer, resent[i] ?? 0]),
    token,
    tokensAsked,
    recovery: [recovery, tokenRecovery],
    everything: [...answers, status.text, ...logged, everything].join('\n'),
  }
}
