import { honestAnswer } from './answers.ts'
import {
  refusalWithCode,
  extOf,
  hostileName,
  respondRaw,
  rewritten,
  spoilt,
  type Misbehavior,
} from './misbehavior.ts'

/** Envelopes that deviate from the specification. */
export const wrongEnvelopes: Misbehavior[] = [
  {
    name: 'an array',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: respondRaw('[]'),
  },
  {
    name: 'an empty object',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: respondRaw('{}'),
  },
  {
    name: 'an unknown code',
    read: 'upstream-refused',
    create: 'in-doubt',
    token: 'upstream-refused',
    behave: refusalWithCode('123456'),
  },
  {
    name: 'a code as an object',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: refusalWithCode({ toString: 'x' }),
  },
  {
    name: 'a code as a list',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: refusalWithCode(['000000']),
  },
  {
    name: 'a code of a megabyte',
    read: 'upstream-refused',
    create: 'in-doubt',
    token: 'upstream-refused',
    behave: refusalWithCode('9'.repeat(1_000_000)),
  },
  {
    name: 'success in lower words alone',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: respondRaw('{"status":"Success","ret_msg":"Success"}'),
  },
  {
    name: 'no success under a status of success',
    read: 'upstream-refused',
    create: 'in-doubt',
    token: 'upstream-refused',
    behave: refusalWithCode('310000', { status: 'Success', code: 200 }),
  },
  {
    name: 'success beside a status of failure',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: spoilt((answer) => ({ ...Object(answer), status: 'FAIL', code: 500 })),
  },
  {
    name: 'success beside the other envelope’s refusal',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: spoilt((answer) => {
      const codes = 'ret_code' in Object(answer) ? { retCode: '310004' } : { ret_code: '310004' }
      return { ...Object(answer), ...codes }
    }),
  },
  {
    name: 'success with HTTP 400',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: (operation) => (request, response) => {
      response.writeHead(400)
      response.end(JSON.stringify(honestAnswer(operation, extOf(request.query, request.body))))
    },
  },
  {
    name: 'the same key twice',
    read: 'upstream-refused',
    create: 'in-doubt',
    token: 'upstream-refused',
    behave: rewritten((text) => `${text.slice(0, -1)},"retCode":"310000","ret_code":"999999"}`),
  },
  {
    name: '"too frequent"',
    read: 'upstream-busy',
    create: 'upstream-busy',
    token: 'upstream-busy',
    behave: refusalWithCode('330007'),
  },
  {
    name: '"restricted"',
    read: 'upstream-restricted',
    create: 'upstream-restricted',
    token: 'upstream-restricted',
    behave: refusalWithCode('900005'),
  },
  {
    name: '"token invalid" again and again',
    read: 'upstream-token',
    create: 'upstream-token',
    token: 'upstream-refused',
    behave: refusalWithCode('900002'),
  },
  {
    name: 'HTTP 401 again and again',
    read: 'upstream-token',
    create: 'upstream-token',
    token: 'upstream-credentials',
    behave: respondRaw('', 401),
  },
  {
    name: 'a message of markup and controls',
    read: 'upstream-refused',
    create: 'in-doubt',
    token: 'upstream-refused',
    behave: refusalWithCode('123456', { ret_msg: hostileName, retMsg: hostileName }),
  },
  {
    name: 'a message that repeats the whole request',
    read: 'upstream-refused',
    create: 'in-doubt',
    token: 'upstream-refused',
    behave: () => (request, response) => {
      const said = [
        request.path,
        request.query.toString(),
        JSON.stringify(request.headers),
        request.body,
      ].join(' ')
      const secret = request.headers['token'] ?? request.query.get('sign') ?? request.query.get('password')
      response.end(
        JSON.stringify({
          ret_code: '123456',
          retCode: '123456',
          ret_msg: `${String(secret)} ${said}`,
          retMsg: `${String(secret)} ${said}`,
        }),
      )
    },
  },
  {
    name: 'the token as its code',
    read: 'upstream-refused',
    create: 'in-doubt',
    token: 'upstream-refused',
    behave:
      () =>
      ({ headers, query }, response) => {
        const token = headers['token'] ?? headers.authorization?.replace('Bearer ', '') ?? query.get('sign')
        response.end(JSON.stringify({ ret_code: token, retCode: token, ret_msg: null }))
      },
  },
]
