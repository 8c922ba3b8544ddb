import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Describes every endpoint of this console (OpenAPI 3.1). */
export const readApiDescription = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'extension.read',
  answer: z.looseObject({ openapi: z.string() }),
})
