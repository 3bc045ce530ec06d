import { colorOf, initialsOf, type Person } from '../../model/index.ts'
import { useEditor } from '../store/editor-context.ts'

/** Indexed by `colorOf`. */
const COLORS = [
  'border-info text-info',
  'border-premium text-premium',
  'border-success text-success',
  'border-warning text-warning',
  'border-accent text-accent-text',
] as const

/** Maximum people shown by initials. */
const SHOWN = 4

/** The other people who have the project open: coloured initials, and a sentence for screen readers. */
export function PeopleHere() {
  const people = useEditor((state) => state.people)
  const more = people.length - SHOWN
  return (
    <div className="flex items-center">
      <p role="status" className="sr-only">
        {hereText(people)}
      </p>
      <ul aria-label="Also here" className="flex items-center gap-1 empty:hidden">
        {people.slice(0, SHOWN).map((person) => (
          <li key={person.userId}>
            <Face person={person} />
          </li>
        ))}
        {more > 0 && <li className="tabular text-xs text-muted">+{more}</li>}
      </ul>
    </div>
  )
}

function Face({ person }: { person: Person }) {
  const label = `${person.name}, ${person.role}`
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={`grid size-7 place-items-center rounded-full border-2 bg-surface text-xs font-semibold select-none ${COLORS[colorOf(person)] ?? COLORS[0]}`}
    >
      <span aria-hidden="true">{initialsOf(person.name)}</span>
    </span>
  )
}

/** “Ana is here too.” */
function hereText(people: readonly Pick<Person, 'name'>[]): string {
  const names = people.map(({ name }) => name)
  const last = names.pop()
  if (last === undefined) return ''
  return names.length === 0 ? `${last} is here too.` : `${names.join(', ')} and ${last} are here too.`
}
