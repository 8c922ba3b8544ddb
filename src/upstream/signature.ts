import { hash } from 'node:crypto'

const md5 = (text: string): string => hash('md5', text)

/**
 * `sign` of get_token: MD5 over appid, create_time and app_key, joined without separators, 32 lower-case hex digits
 * (docs/upstream-api.md#authentication).
 * @param createTime Unix time in seconds, as sent.
 */
export function signGetToken(appid: string, createTime: string, appKey: string): string {
  return md5(appid + createTime + appKey)
}

/**
 * `sign` of POST /tokens/company (docs/upstream-api.md#company-token).
 * @param currentTime Unix time in milliseconds, as sent.
 */
export function signCompanyToken(appId: string, currentTime: string, appKey: string): string {
  return md5(appId + currentTime + companyTokenResponseType + appKey)
}

export const companyTokenResponseType = 'token'
