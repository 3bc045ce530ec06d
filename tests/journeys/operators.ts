import { type Person, somebody } from './person.ts'

/**
 * Who runs the product of the journeys, once they have signed up and proved their address. Each is for one journey:
 * to every other their addresses are anybody's.
 */
export const OLGA: Person = { ...somebody(), name: 'Olga' }
export const OTTO: Person = { ...somebody(), name: 'Otto' }
export const OPAL: Person = { ...somebody(), name: 'Opal' }

/** What the product has to be started with, so that they run it. */
export const OPERATORS = [OLGA, OTTO, OPAL].map(({ email }) => email).join(',')
