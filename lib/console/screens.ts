import type { ComponentType } from 'preact';
import { OrderScreen } from './order/order.tsx';
import { OrdersScreen } from './order/orders.tsx';
import { can, isStore } from './session.ts';
import { texts } from './texts.ts';
import { TodayScreen } from './today/today.tsx';

export type Screen = {
  name: string;
  title: string;
  component: ComponentType<{ id: string }>;
  detail?: ComponentType<{ id: string }>;
};

/** The screens that this key can use, in the order of the navigation. */
export function screens(): Screen[] {
  if (!isStore.value) return [];
  return [
    { name: '', title: texts.today.title, component: TodayScreen },
    ...(can('orders:read')
      ? [{ name: 'orders', title: texts.orders.title, component: OrdersScreen, detail: OrderScreen }]
      : []),
  ];
}

/** The screen at a path, such as `orders` or `orders/1001`. */
export function screenFor([name = '', id]: string[]): Screen | undefined {
  const screen = screens().find((one) => one.name === name);
  if (!screen || id === undefined) return screen;
  return screen.detail && { ...screen, title: `${screen.title} ${id}`, component: screen.detail };
}
