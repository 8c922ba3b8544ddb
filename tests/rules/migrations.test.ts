import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const directory = join(import.meta.dirname, '../../src/server/platform/database/migrations')

/** The fingerprint of each migration file on the main branch. Stores exist that these files made. */
const released: Record<string, string> = {
  '001-initial.ts': 'a0d6569b39132b36c4ba71e2ff254fd9fb39812c82ec4ffdf71f92379ff5d639',
  '003-unavailable.ts': 'b6b0281442068269461cea57b774f54fedebef596d58f66699585e9cc34c3c0a',
  '005-due-dates.ts': '81dedfd2080bbbaf0e0b2549f739b76c42e8b8ecd59d816575fcea4b9753d031',
  '006-schema-fingerprint.ts': '24b339d6928036338734943a951ca65e6fed69f81fa567d87ba30a19dea5be2f',
  '007-service.ts': 'faf28759724996c1d59f1eb16bc818bdc2ef7e285a4faa2fd7de46ae626cc587',
  '008-sign-in.ts': '51475ca6fbc87e9a59bf5cd08a9fc1bb2e15751ddc9f34f1567f7d64b8cbd7f1',
  '009-one-lease.ts': '2a65d83969ab89de5440a1a3a97c53e3148223ae222f8d775d95d47f6baf8f81',
  '010-number-search.ts': '2a0f8d58785621a4e5252004f99ef9a414fc250eb0809f13f430911109458669',
  '011-team.ts': '874e5509aebc88bc3bac0eabad4677118e7b037c020bd51b831a0dc7e2a91b4b',
  '012-kept-back.ts': 'ae3215aab4acdf4726add78bb1e1f18fe00e62ed8a71106abc1beeb0aa608c6a',
  '013-pool-owner.ts': 'e7bb6f31354bdd27771dea09a9aa690a92c8d253fd209f12e2516231450304f9',
  '014-api-tokens.ts': 'b914346e301f3724eb1a646298cc81fa461c79a84d751c2fc37478739f175464',
  '017-notifications.ts': 'c27f6531d290e325a3a59dd253e9d1804b8f9485358c23d4c379fa5f39ea89c6',
  '018-deliveries.ts': '1858480df768165fefe41d66917caf7ecec31571376b6facff5b2c216180e205',
  '019-service-tokens.ts': '39b9607ccf1ca69a351501dfbe0c5fe814f9c9a8a8f0a881988a3603129097f7',
  '021-no-fingerprint.ts': '453419dd940488f2eec6d8b47da2cbc2583fa3d380ce6f8f1ad5c66edbeead38',
  '022-request-recipient.ts': '74974c975deef04f35d51a6938a1e8c3111f015ac027d1a909dc4e3bc07d79d7',
  '023-user-language.ts': '6692c74a268a69b7449c98e8d3373c3036a3e3a3fa28877ba88f0e4f44631549',
  '024-user-limit.ts': 'd31cc183039de8991389ca2c57744fe4eba7b651e59cef6c6c60828ee56701e8',
  '026-one-count.ts': '01ad453eba158539b7eaf295b101763cbef91fbd151eaf9fec8599ef27de0639',
}

/** Returns what to do about each file that differs from its fingerprint. */
function errorsOf(files: readonly string[], fingerprintOf: (file: string) => string): string[] {
  return [
    ...files
      .filter((file) => released[file] !== fingerprintOf(file))
      .map((file) =>
        Object.hasOwn(released, file)
          ? `${file} is released: take the change back, and make it in a new migration`
          : `${file} is new: add the line '${file}': '${fingerprintOf(file)}',`,
      ),
    ...Object.keys(released)
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is released: put it back`),
  ]
}

test('adds migrations and never edits one', () => {
  const fingerprintOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(directory, file)))
      .digest('hex')
  expect(errorsOf(readdirSync(directory), fingerprintOf)).toEqual([])
})
