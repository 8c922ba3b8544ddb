import * as z from 'zod/mini'

/** By default zod compiles its checks with `new Function`, but our CSP forbids eval. Import this file before any schema is used. */
z.config({ jitless: true })
