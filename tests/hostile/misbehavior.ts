import type { ServerResponse } from 'node:http'
import type { Creation } from '#contract/extensions.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { OperationId } from '#upstream/operations.ts'
import type { Behavior } from '../upstream/service.ts'
import { honestAnswer } from './answers.ts'
import type { BusinessOperation } from './operations.ts'

/** The code of a problem, or `shown` with or without warnings; see `outcomeOf` in matrix.ts. */
type ReadOutcome = ProblemCode | 'shown' | `shown: ${string}`
type CreateOutcome = ProblemCode | Creation['state']

export interface Misbehavior {
  name: string
  behave: (operation: OperationId) => Behavior
  /** The outcome of all nine reads, or only of the reads that are not simply `shown`. */
  read: ReadOutcome | Partial<Record<BusinessOperation, ReadOutcome>>
  /** The outcome of both creates, or of the create and of the deprecated create. */
  create: CreateOutcome | [CreateOutcome, CreateOutcome]
  /** The outcome of a read when get_token misbehaves in the same way. */
  token: ReadOutcome
}

export const extOf = (query: URLSearchParams, body: string): string =>
  query.get('ext') ?? /"ext":"(\d+)"/.exec(body)?.[1] ?? ''

/** Responds honestly to an operation. */
export const honestly =
  (operation: OperationId): Behavior =>
  ({ query, body }, response) => {
    const text = JSON.stringify(honestAnswer(operation, extOf(query, body)))
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }

export const respondRaw =
  (body: string | Buffer, status = 200, headers: Record<string, string | string[]> = {}) =>
  (): Behavior =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Writes raw bytes to the socket, since the HTTP library would refuse them. */
export const rawSocket =
  (text: string, thenClose = true) =>
  (): Behavior =>
  (_request, { socket }) => {
    socket?.write(text)
    if (thenClose) socket?.end()
  }

export const spoilt =
  (spoil: (answer: unknown) => unknown) =>
  (operation: OperationId): Behavior =>
  ({ query, body }, response) => {
    response.end(JSON.stringify(spoil(honestAnswer(operation, extOf(query, body)))))
  }
export const rewritten =
  (rewrite: (text: string) => string | Buffer) =>
  (operation: OperationId): Behavior =>
  ({ query, body }, response) => {
    response.end(rewrite(JSON.stringify(honestAnswer(operation, extOf(query, body)))))
  }

export const refusalWithCode = (value: unknown, rest: object = {}) =>
  respondRaw(JSON.stringify({ ret_code: value, retCode: value, ret_msg: 'Sorry', retMsg: 'Sorry', ...rest }))

export const respondEvery =
  (milliseconds: number, write: (response: ServerResponse) => void) =>
  (): Behavior =>
  (_request, response) => {
    const timer = setInterval(() => write(response), milliseconds)
    response.on('close', () => clearInterval(timer))
  }
export const flood =
  (chunk: Buffer | string, headers: Record<string, string> = {}) =>
  (): Behavior =>
  (_request, response) => {
    response.writeHead(200, headers)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  }

export const okHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
export const hostileName = '\u202Egnp.exe <img src=x onerror=alert(1)> \u0000 {{7*7}} =cmd|A0 \uD83D'
