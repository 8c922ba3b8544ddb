import { profileSchema } from '#upstream/profile.ts'

/** Other names, envelopes, codes, units and pages than the default profile has. */
export const otherService = profileSchema.parse({
  token: { createTime: 'ms', signCase: 'upper', invalid: [{ code: '401001' }] },
  auth: { header: 'token', prefix: '' },
  envelopes: { v5: { success: ['200'] }, extensions: { success: ['200'] } },
  codes: { emptyMeansNotFound: true },
  operations: {
    searchIdle: { data: 'list' },
    detail: { names: { ext: 'number' }, in: 'query' },
    idlePage: {
      names: { page: 'page', size: 'size', search: 'keyword' },
      in: 'query',
      firstPage: 0,
      maxSize: 20,
    },
    unboundPage: { names: { page: 'page', size: 'size', search: 'keyword' }, firstPage: 0, maxSize: 50 },
  },
  records: { timeUnit: 's', bindStatus: { free: ['N'], bound: ['Y'] } },
})
