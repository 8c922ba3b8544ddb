import * as z from 'zod/mini'

/** zod compiles its checks with `new Function` unless told not to; our CSP forbids eval. Imported first, before any schema is used. */
z.config({ jitless: true })
