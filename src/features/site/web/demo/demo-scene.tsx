/** The demo's picture: a person at a microphone at dusk, in a few vector shapes. Decorative. */
export function DemoScene() {
  return (
    <svg
      viewBox="0 0 180 320"
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="demo-wall" x1="0" y1="0" x2="0.35" y2="1">
          <stop offset="0" stopColor="#1d2f3d" />
          <stop offset="0.55" stopColor="#2b3a44" />
          <stop offset="1" stopColor="#10171d" />
        </linearGradient>
        <radialGradient id="demo-lamp" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#ffb27a" stopOpacity="0.95" />
          <stop offset="0.35" stopColor="#ef8248" stopOpacity="0.45" />
          <stop offset="1" stopColor="#ef8248" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="demo-skin" x1="0" y1="0" x2="1" y2="0.3">
          <stop offset="0" stopColor="#f0b48c" />
          <stop offset="0.5" stopColor="#b9754f" />
          <stop offset="1" stopColor="#5e3a2b" />
        </linearGradient>
        <linearGradient id="demo-shirt" x1="0" y1="0" x2="1" y2="0.4">
          <stop offset="0" stopColor="#c9c2b3" />
          <stop offset="0.45" stopColor="#7d8482" />
          <stop offset="1" stopColor="#2a3338" />
        </linearGradient>
        <linearGradient id="demo-shade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.5" stopColor="#000" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity="0.62" />
        </linearGradient>
      </defs>
      <rect width="180" height="320" fill="url(#demo-wall)" />
      <g fill="#16232d">
        <rect x="112" y="46" width="80" height="5" />
        <path d="M120 46V22h7v24zM129 46V18h9v28zM140 46V26h6v20zM150 46l6-22 7 2-5 20z" fill="#24404f" />
        <rect x="112" y="98" width="80" height="5" />
        <path d="M122 98V78h8v20zM133 98V72h6v26z" fill="#24404f" />
        <path d="M150 98c-7-9-6-20-3-26 2 6 3 9 5 12 1-7 4-13 9-16-1 9-1 18-6 30z" fill="#2c5a52" />
      </g>
      <circle cx="26" cy="92" r="92" fill="url(#demo-lamp)" />
      <path d="M14 92a14 14 0 0 1 28 0z" fill="#ffdcb8" />
      <path d="M27 92h2v60h-2z" fill="#3b3029" />
      <path d="M8 320c2-58 20-84 52-94 12-4 20-8 22-16h26c2 8 10 12 22 16 32 10 48 36 50 94z" fill="url(#demo-shirt)" />
      <path d="M80 190h30v26c0 14-30 14-30 0z" fill="#8a5238" />
      <path d="M64 152c-2-36 12-54 32-54s34 18 31 54c-2 30-16 50-31 50s-30-20-32-50z" fill="url(#demo-skin)" />
      <path
        d="M60 156c-8-44 8-72 38-72 28 0 42 24 34 70-3-2-4-12-6-24-14 2-34-2-44-14-4 12-14 18-18 22-1 6-2 14-4 18z"
        fill="#231915"
      />
      <path
        d="M79 150c3-3 8-3 11 0M103 150c3-3 8-3 11 0"
        stroke="#2a1a14"
        strokeWidth="2.2"
        strokeLinecap="round"
        fill="none"
      />
      <ellipse cx="97" cy="178" rx="8.5" ry="5" fill="#4c1f1b" />
      <path d="M91 176.6c4-1.6 8-1.6 12 0z" fill="#f3e6da" />
      <path d="M150 320 124 216" stroke="#0d1216" strokeWidth="5" strokeLinecap="round" />
      <rect x="103" y="188" width="26" height="40" rx="13" transform="rotate(-14 116 208)" fill="#11181d" />
      <path d="M108 196l16-4M108 202l18-4.500M110 208l17-4" stroke="#34434d" strokeWidth="1.4" />
      <rect width="180" height="320" fill="url(#demo-shade)" />
    </svg>
  )
}
