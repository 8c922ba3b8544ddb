import { defaultProfile } from '#upstream/profile.ts'
import { expect, test } from 'vitest'
import { sipHashes } from '#sandbox/records.ts'
import { signCompanyToken, signGetToken } from '#upstream/signature.ts'

test('signs appid, create_time and app_key for get_token (docs/upstream-api.md#authentication)', () => {
  expect(signGetToken('1', '1569397773', '2', defaultProfile)).toBe('258eec3118705112b2c53dc8043d4d34')
})

test('signs appId, currentTime, responseType and secret for the company token', () => {
  // MD5 computed by another tool: printf 'a1tokens' | md5sum
  expect(signCompanyToken('a', '1', 's', defaultProfile)).toBe('00932b69b230b1ccd65ef9eb7571088d')
})

test('computes ha1 and ha1b as Kamailio stores them (docs/upstream-api.md#sip-secrets)', () => {
  expect(sipHashes('101', 'test.com', 'test123')).toEqual({
    ha1: '588f0c4d0c9aa5ac9c7dbb2c6d15272c',
    ha1b: '7c0651f2996f69af85f96c76342c5987',
  })
  expect(sipHashes('2226', 'd837d5e4a7d44db69408c495a7088481.sobot.com.cn', 'S3cret-2226')).toEqual({
    ha1: 'e3e0ff45ed94e7c27396c981b622192c',
    ha1b: 'fa440c88552023b362381f56176eb735',
  })
})
