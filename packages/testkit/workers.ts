/** The main module of tests in workerd. It exports the API worker, and the Durable Object classes of both workers. */
export { AddressMeter } from '#api/objects/address-meter';
export { KeyMeter } from '#api/objects/key-meter';
export { default } from '#api/worker';
export { ClickCounter } from '#redirect/counter/click-counter';
export { Statistics } from '#redirect/statistics/statistics';
