/** The lines of each icon, in a square of 24. */
const lines: Record<string, string> = {
  today: 'M4 11l8-7 8 7v9H4zM10 20v-6h4v6',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  scan: 'M4 6v12M8 6v12M11 6v12M15 6v12M20 6v12',
  products: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  books: 'M5 4h14v16H5zM9 4v16M12 9h4',
  settings: 'M4 7h8M16 7h4M12 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 17h4M12 17h8M8 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  tenants: 'M4 10l2-6h12l2 6v10H4zM4 10h16M10 20v-5h4v5',
  keys: 'M4 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 12h8v4M17 12v3',
  warning: 'M12 4l9 16H3zM12 10v5M12 17v1',
  audit: 'M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M12 7v5l3 3',
};

/** A picture beside a text that says the same. */
export const Icon = ({ name }: { name: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={lines[name]} />
  </svg>
);
