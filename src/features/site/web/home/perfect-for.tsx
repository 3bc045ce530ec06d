/** The audiences of the product. */
export function PerfectFor() {
  return (
    <section aria-labelledby="perfect-for" className="drawn-later border-t border-border">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-20 sm:px-6 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h2 id="perfect-for" className="scroll-mt-24 text-3xl sm:text-4xl">
          Perfect for
        </h2>
        <ul className="divide-y divide-border border-y border-border">
          {AUDIENCES.map(({ who, why }) => (
            <li key={who} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[14rem_1fr] sm:items-baseline">
              <span className="font-display text-xl font-semibold">{who}</span>
              <span className="text-muted">{why}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const AUDIENCES = [
  {
    who: 'Short-form creators',
    why: 'TikTok, Reels and Shorts are watched with the sound off. Give people a reason to stay.',
  },
  { who: 'Podcasters', why: 'Cut the best minute, caption it, and let the quote travel on its own.' },
  {
    who: 'Teachers and coaches',
    why: 'Lessons that can be followed in a library, on a train, and by those who cannot hear them.',
  },
  {
    who: 'Small teams',
    why: 'Product demos, updates and interviews that look finished without an editor on the payroll.',
  },
  { who: 'Everyone who reads along', why: 'One look, Accessible Block, is made for contrast and calm first.' },
]
