/** The script under test in workerd: the Durable Object classes of both workers. */
export { AddressMeter } from '#api/address-meter';
export { KeyMeter } from '#api/key-meter';
export { default } from '#api/worker';
export { ClickCounter } from '#redirect/click-counter';
export { Statistics } from '#redirect/statistics';
