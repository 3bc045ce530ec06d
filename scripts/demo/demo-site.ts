import { type Db, transaction } from '#platform/server/db.ts'
import { browser, PASSWORD } from '../../tests/support/browser.ts'

/** A running product to fill with demo data, and its database, to backdate entries. */
export type DemoSite = { readonly url: string; readonly db: Db }

/** A demo user. */
export type DemoPerson = {
  readonly id: string
  readonly email: string
  /** A browser in which they are logged in; logs in on first use, since log-ins are rate limited. */
  browser(): Promise<ReturnType<typeof browser>>
}

/** The password of every demo user. */
export const DEMO_PASSWORD = PASSWORD

/** The account `<name>@wordpop.example`: the first run signs it up and confirms it, later runs find it. */
export async function demoPerson({ url, db }: DemoSite, name: string): Promise<DemoPerson> {
  const email = `${name}@wordpop.example`
  const there = browser(url)
  let isLoggedIn = false
  let id = await findUser(db, email)
  if (id === undefined) {
    requireOk(email, await there.signUp({ email, name: titleOf(name) }))
    isLoggedIn = true
    id = (await findUser(db, email)) ?? ''
    // The confirmation mail stays in the outbox.
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

/** Calls a procedure. @throws Error with the product's message if it is refused */
export async function ask(person: DemoPerson, procedure: string, input?: unknown): Promise<unknown> {
  const { status, output, text } = await (await person.browser()).call(procedure, input)
  if (status !== 200) throw new Error(`${procedure} of ${person.email}: ${status} ${text}`)
  return output
}

/** Runs `make` in one transaction unless an earlier run completed it. */
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
