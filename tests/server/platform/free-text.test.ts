import { expect, test } from 'vitest'
import { namesSecret } from '#server/platform/http/free-text.ts'

test.each([
  'password: k8Zq2LmP',
  'PIN and Passcode=4711',
  'api_key="abcd1234"',
  '口令：开门大吉',
  'the token: 9f8e7d6c',
])('finds the secret in %j', (text) => expect(namesSecret(text)).toBe(true))
test.each(['Desk 4: by the window', 'the password is in the safe', 'key account: Ada', 'floor = 2', ''])(
  'finds no secret in %j',
  (text) => expect(namesSecret(text)).toBe(false),
)
