/** The operator of the service in a sentence, as a link where the service names an address for help. */
import type { FC } from 'hono/jsx';
import { contactOf } from '#store/contact';

/** @param contact the variable CONTACT @param isFirst whether a sentence begins with the operator */
export const Operator: FC<{ contact: string | undefined; isFirst?: boolean }> = ({ contact, isFirst = false }) => {
  const found = contactOf(contact);
  const words = `${isFirst ? 'The' : 'the'} operator`;
  return found === null ? <span>{words}</span> : <a href={found.href}>{words}</a>;
};
