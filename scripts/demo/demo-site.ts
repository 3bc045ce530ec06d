import { type Db, transaction } from '#platform/server/db.ts'
import { browser, PASSWORD } from '../../tests/support/browser.ts'

/** A running product that is filled with demo data, and its database, for what needs time to have passed. */
export type DemoSite = { readonly url: string; readonly db: Db }

/** Somebody of the demo. */
export type DemoPerson = {
  readonly id: string
  readonly email: string
  /** A browser in which they are logged in; the log-in waits for the first use, since log-ins are limited. */
  browser(): Promise<ReturnType<typeof browser>>
}

/** The password of everybody in the demo. */
export const DEMO_PASSWORD = PASSWORD

/** The account `<name>@wordpop.example`: signed up and confirmed by the first run, found by every later one. */
export async function demoPerson({ url, db }: DemoSite, name: string): Promise<DemoPerson> {
  const email = `${name}@wordpop.example`
  const there = browser(url)
  let isLoggedIn = false
  let id = await findUser(db, email)
  if (id === undefined) {
    requireOk(email, await there.signUp({ email, name: titleOf(name) }))
    isLoggedIn = true
    id = (await findUser(db, email)) ?? ''
    // The mail that confirms the address waits in the outbox; nobody reads it here.
    await db.$client.query('update users set email_verified = true where id = $1', [id])
  }
  return {
    id,
    email,
    async browser() {
      if (!isLoggedIn) requireOk(email, await there.logIn({ email }))
      isLoggedIn = true
      return there
    },
  }
}

function requireOk(email: string, { status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`${email} cannot come in: ${status} ${text}`)
}

/** Calls a procedure and expects an answer. @throws Error with what the product says otherwise */
export async function ask(person: DemoPerson, procedure: string, input?: unknown): Promise<unknown> {
  const { status, output, text } = await (await person.browser()).call(procedure, input)
  if (status !== 200) throw new Error(`${procedure} of ${person.email}: ${status} ${text}`)
  return output
}

/** Runs `make` in one transaction unless a run before this one finished it. */
export async function once(db: Db, name: string, make: () => Promise<void>): Promise<void> {
  await db.$client.query('create table if not exists demo_data (name text primary key)')
  const { rowCount } = await db.$client.query('select 1 from demo_data where name = $1', [name])
  if (rowCount === 1) return
  await make()
  await transaction(db, (tx) => tx.$client.query('insert into demo_data (name) values ($1)', [name]))
}

async function findUser(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ id: string }>('select id from users where email = $1', [email])
  return rows[0]?.id
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
