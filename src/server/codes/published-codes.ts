import type { CodedField } from '#contract/codes.ts'

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Values whose meaning the vendor has published (docs/upstream-api.md#refusal-codes). */
const published: Partial<Record<CodedField, ReadonlySet<string>>> = {
  'extension.bindStatus': codes('0 1'),
  'v5.ret_code': codes(
    '000000 400001 400002 400003 400004 400005 400014 400016 500018 500025 700046 900001 900002 900003 900004 900005 ' +
      '900006 900007 999999',
  ),
  'extensions.retCode': codes(
    '000000 300036 300056 310000 310001 310003 310004 310005 310007 310008 310011 310012 310013 310014 310120 310121 ' +
      '310122 310123 310146 310147 310162 310181 310204 310220 310222 310223 310224 310225 330007 330047 330067 330087 ' +
      '330088 330089 330100 330101 330111 330144 330162 330195 350011 360011 391033 392001 397001 397007 398015 398016 ' +
      // The gateway in front of the service sends refusal codes of the v5 service.
      '900001 900002 900005 900007',
  ),
}

/** True when the vendor has published the meaning of the field's value. */
export const isPublished = (field: string, value: string): boolean =>
  Object.entries(published).some(([name, values]) => name === field && values.has(value))
