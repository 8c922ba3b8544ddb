import { withoutSecrets } from '../envelope.ts'
import { isSent } from '../records.ts'
import type { Request } from '../request.ts'
import type { Exchange } from './step.ts'

/**
 * The fields of an answer that are shown, at any depth, the most telling first; of any other field, only the name. `password`,
 * `ha1`, `ha1b` and tokens are never among them.
 */
const visibleFields: readonly string[] = [
  ['ret_code', 'ret_msg', 'retCode', 'retMsg', 'status', 'code', 'message', 'reason'],
  ['error', 'error_description', 'msg', 'path', 'expires_in'],
  ['ext', 'bindStatus', 'agentUuid', 'agentName', 'agentID', 'langCode', 'langCodeTxt', 'timezoneid', 'key'],
  ['total', 'total_count', 'currPage', 'page_no', 'pageSize', 'page_size', 'kind', 'apiVersion'],
].flat()
const answerLength = 300
const hidden = '…'

/** Orders fields: what is shown, lists and objects, then the names of the others. */
const rankOf = ([name, value]: [string, unknown]): number =>
  typeof value === 'object' && value !== null
    ? visibleFields.length
    : visibleFields.includes(name)
      ? visibleFields.indexOf(name)
      : visibleFields.length + 1

/** Returns the part of an answer that can be shown. Of a list, the first item and the count. */
function redact(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return [...value.slice(0, 1).map((item) => redact(item)), `× ${value.length}`]
  if (isSent(value))
    return Object.fromEntries(
      Object.entries(value)
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map(([key, inner]) => [key, redact(inner, key)]),
    )
  return value === null || visibleFields.includes(name) ? value : hidden
}

type Secrets = readonly (string | null | undefined)[]

const excerptOf = (json: unknown, secrets: Secrets): string =>
  withoutSecrets(JSON.stringify(redact(json)), secrets)
    .slice(0, answerLength)
    .toWellFormed()

/** Returns a text that is sent, with the length of each secret in its place. */
const mask = (text: string, secrets: Secrets): string =>
  secrets.reduce<string>(
    (left, secret) =>
      secret == null || secret === '' ? left : left.replaceAll(secret, `•••(${secret.length})`),
    text,
  )

/** Writes down a request and its answer. */
export function exchangeOf(
  request: Request,
  answer: { status: number | null; code: string | null; json?: unknown; milliseconds: number },
  secrets: Secrets,
): Exchange {
  const { query, headers, body } = request
  const all = [...secrets, query['sign'], typeof body?.['sign'] === 'string' ? body['sign'] : null]
  const texts = (fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mask(value, all)]))
  const { status, code, json, milliseconds } = answer
  return {
    ...request,
    query: texts(query),
    headers: texts(headers),
    body: body === undefined ? null : mask(JSON.stringify(body), all),
    status,
    code: withoutSecrets(code, all),
    answer: json === undefined || json === null ? null : excerptOf(json, all),
    milliseconds: Math.round(milliseconds),
  }
}
