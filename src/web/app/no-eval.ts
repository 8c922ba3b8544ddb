import * as z from 'zod/mini'

/** zod compiles its checks with `new Function` unless switched off; our CSP forbids eval. Imported first, before any schema is used. */
z.config({ jitless: true })
