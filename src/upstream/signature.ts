import { hash } from 'node:crypto'
import type { Profile } from './profile.ts'

/** MD5 as 32 hex digits, in the case that the profile wants. */
const md5 = (text: string, { token: { signCase } }: Profile): string => {
  const digest = hash('md5', text)
  return signCase === 'upper' ? digest.toUpperCase() : digest
}

/**
 * `sign` of get_token: MD5 over appid, create_time and app_key, joined without separators (docs/upstream-api.md#authentication).
 * @param createTime Unix time, as sent.
 */
export const signGetToken = (appid: string, createTime: string, appKey: string, profile: Profile): string =>
  md5(appid + createTime + appKey, profile)

export const companyTokenResponseType = 'token'
/**
 * `sign` of POST /tokens/company (docs/upstream-api.md#company-token).
 * @param currentTime Unix time in milliseconds, as sent.
 */
export const signCompanyToken = (
  appId: string,
  currentTime: string,
  appKey: string,
  profile: Profile,
): string => md5(appId + currentTime + companyTokenResponseType + appKey, profile)
