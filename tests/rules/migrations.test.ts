import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const directory = join(import.meta.dirname, '../../src/server/platform/database/migrations')

/** The fingerprint of each migration file on the main branch. Stores exist that these files made. */
const released: Record<string, string> = {
  '027-initial.ts': '4399fcdc7969aafb763cdced68b86b342f30c0a14f5e7f5eb4b58ffa0bbc3e13',
  '028-delivery-count.ts': '1ff871933a9c0226428154b47b01721e01a7edaf6a875e04f9c83196a915fbee',
  '029-request-closer.ts': 'a6174f6a9c8e1a4a726967922019ece65c461ebcc9bbc6849179ad0f719b7930',
  '031-second-factor-proof.ts': 'f3c8573d63ce8ecc39d57d4947b35bf9fcf406125e335e655825e547ecb01f5d',
  '033-person.ts': 'a86853301a1a99be63ba5c0f6e109a58cad8224bce49eea92201aeb4b6205d4c',
  '033-same-person.ts': '115f6cafeff3ebe2ff89a0ebfe7428b065b900628ba590285bce68ae892f9b78',
  '034-scan-figures.ts': '668fcdf96d55aa26453a2c95649f2ab9c0aef69abf124389efe6ef3adcf7b906',
  '034-z-numbers.ts': '3d73fd066bbe5fa9b5dd5ceb6398ce09aa35a390665b8a3cfd48618ca677dd09',
  '036-a-value-names.ts': 'a7441efc879501075366c3fc499458807decd733ebd48d2e08d8209c18459398',
  '036-b-alert-snooze.ts': '9a2d138f14b4ed99c8383301bcba5c7135e87801bd02e564a5bfc49b61e2bcb8',
  '036-c-service-alias.ts': '3e1a2887208354d186fdc3753e9ae830c68f3ae9190adeee97622612c52e58e0',
  '038-user-version.ts': '6b571b72b1c618dc812ec9a3a04996d69b32049276c285ace8b934078ff075f3',
  '041-audit-data.ts': 'c4e423caebc94ececb39442f9248a5e44ff05024f2c748848357bef17f716243',
  '041-told.ts': '70d445b9368fa34d76d1d232d448228a9b211c51e0ec8616270fe68bee6d2663',
  '042-look-ups.ts': 'dec01d4d4a753d71db23397294a856fa7c57cc60f995d044764448007c3b2028',
  '043-pause-reason.ts': 'e037431a3e05868b530dcedee393c7656d8c09352fd9b29e3fde537607221dd8',
  '043-z-intents.ts': '2af42417fb8e2cb0cd2481bb37e5ad666af66036e5ac0b9a83f44be673364eec',
  '044-names-once.ts': '02421887f8862d5f42d10d6ce86620ec0439610a9816bc71b778874ed6bd3db4',
  '045-swap-requests.ts': '65f2d72aa0d59570c0e0044117d8003070beb72b7a213d66b286145fb49150bf',
  '045-versions.ts': 'bb97479bcd1f1741092f2cdee6e76cb05bb2a6a4b0376660883ff87e3ac712fa',
  '046-colleague-changes.ts': '9a4bcc5a8c96f5997a6063dfde4afa19cd6752b0f0e6a945badbb0d313caa01c',
  '047-people-views.ts': '39977101594e7dbcb7654f317c7cd05a1fcaa48392015bb177d13891835da6c5',
  '049-user-ids.ts': '6a7b1ca66bd1df59bfbd56f44be12ef6323be67ea9f4dd387a0e6dedf3f6b4a3',
  '050-person-kind.ts': '8f237eef783c4d204b31cd30d732dbbc5eccb4080110470b3e620a68aa30a764',
  '051-people-list.ts': '5d7dd4c9bd127e84f003558700c67dda84ea3536048f1aa19935c94ca6dab802',
  '052-history.ts': '6fad662ff9ba2319d243c25354e71614b3fd4b615b07d685f6916c26e300f844',
  '053-plain-names.ts': 'f0115094bd664cecc7b7560a72dd82857e2672a66edb4bfa95218d66dd0cda61',
  '053-tried.ts': '216cfc9d62dd0260a4546f698b94bb9dcf0f0ce6820d2c2c41122e781145a6ed',
  '054-tried-apart.ts': '8aa1a928beb520ddf79c4dbb22b59d63e40e30d2c5b934ec38990bb2d0bbb095',
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
