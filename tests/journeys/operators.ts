import { type Person, somebody } from './person.ts'

/** The product's operators, once they have signed up and verified their address. Each belongs to one journey. */
export const OLGA: Person = { ...somebody(), name: 'Olga' }
export const OTTO: Person = { ...somebody(), name: 'Otto' }
export const OPAL: Person = { ...somebody(), name: 'Opal' }
export const OREN: Person = { ...somebody(), name: 'Oren' }
export const ODA: Person = { ...somebody(), name: 'Oda' }
export const OVID: Person = { ...somebody(), name: 'Ovid' }
export const ORLA: Person = { ...somebody(), name: 'Orla' }
export const ODIN: Person = { ...somebody(), name: 'Odin' }
export const OSKA: Person = { ...somebody(), name: 'Oska' }
export const OLIVE: Person = { ...somebody(), name: 'Olive' }

/** The setting that makes them operators. */
export const OPERATORS = [OLGA, OTTO, OPAL, OREN, ODA, OVID, ORLA, ODIN, OSKA, OLIVE]
  .map(({ email }) => email)
  .join(',')
