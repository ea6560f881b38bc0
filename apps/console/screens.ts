import type { ComponentType } from 'preact';
import type { KeyScope } from '../../lib/key/scopes.ts';
import { BooksScreen, bookTabs } from './books/books.tsx';
import { PlatformAuditScreen, PlatformKeysScreen } from './operator/platform.tsx';
import { TenantScreen } from './operator/tenant.tsx';
import { TenantsScreen } from './operator/tenants.tsx';
import { OrderScreen } from './order/order.tsx';
import { OrdersScreen } from './order/orders.tsx';
import { ScanScreen } from './order/scan.tsx';
import { PaperScreen } from './paper/paper.tsx';
import { titleIn } from './parts/tabs.tsx';
import { ProductScreen } from './products/product.tsx';
import { ProductsScreen } from './products/products.tsx';
import { can, isStore } from './session.ts';
import { SettingsScreen, settingsTabs } from './settings/settings.tsx';
import { texts } from './texts.ts';
import { TodayScreen } from './today/today.tsx';

export type Screen = {
  name: string;
  title: string;
  component: ComponentType<{ id: string }>;
  /** The screen of one item, and how its title begins. */
  detail?: ComponentType<{ id: string }>;
  detailTitle?: (id: string) => string;
  /** Needs one of these scopes. */
  scopes?: KeyScope[];
  /** Not in the navigation. */
  isHidden?: true;
};

/** The screens that this key can use, in the order of the navigation. */
export function screens(): Screen[] {
  if (!isStore.value) return operatorScreens;
  return storeScreens.filter(({ scopes }) => !scopes || can(...scopes));
}

const operatorScreens: Screen[] = [
  { name: 'tenants', title: 'Tenants', component: TenantsScreen, detail: TenantScreen },
  { name: 'keys', title: 'Platform keys', component: PlatformKeysScreen },
  { name: 'audit', title: 'Audit log', component: PlatformAuditScreen },
];

const storeScreens: Screen[] = [
  { name: 'today', title: 'Today', component: TodayScreen },
  {
    name: 'orders',
    title: 'Orders',
    component: OrdersScreen,
    detail: OrderScreen,
    detailTitle: (number: string) => `Order ${number}`,
    scopes: ['orders:read', 'orders:ship'],
  },
  { name: 'scan', title: 'Scan to ship', component: ScanScreen, scopes: ['orders:ship'] },
  {
    name: 'products',
    title: 'Products',
    component: ProductsScreen,
    detail: ProductScreen,
    scopes: ['products:read'],
  },
  {
    name: 'books',
    title: 'Books',
    component: BooksScreen,
    detail: BooksScreen,
    detailTitle: titleIn(bookTabs),
    scopes: ['orders:read'],
  },
  {
    name: 'paper',
    title: 'Print',
    component: PaperScreen,
    detail: PaperScreen,
    detailTitle: (id) => texts.papers[id as 'slips'] ?? id,
    scopes: ['orders:read', 'orders:ship'],
    isHidden: true,
  },
  {
    name: 'settings',
    title: 'Settings',
    component: SettingsScreen,
    detail: SettingsScreen,
    detailTitle: titleIn(settingsTabs),
    scopes: ['settings:read'],
  },
];

/** The screen at a path, such as `orders` or `orders/1001`. Without a path it is the first one. */
export function screenFor([name = screens()[0]?.name ?? '', id]: string[]): Screen | undefined {
  const screen = screens().find((one) => one.name === name);
  if (!screen || id === undefined) return screen;
  const { title, detail, detailTitle = String } = screen;
  return detail && { ...screen, title: `${detailTitle(id)} · ${title}`, component: detail };
}
