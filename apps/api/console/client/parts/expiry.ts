/** The time that a typed lifetime leads to. The page says it of the lifetimes to choose from. */
import { find } from './shared';
import { FORMS_OF_TIME } from './times';

/** Says under the field of a lifetime when the link would expire. */
export function expiry(): void {
  for (const part of document.querySelectorAll('.expiry')) {
    const until = part.querySelector('[data-until]');
    if (!until) continue;
    const amount = find<HTMLInputElement>(part, '[name=expiresIn]');
    const unit = find<HTMLSelectElement>(part, '[name=unit]');
    const other = find<HTMLInputElement>(part, '[value=other]');
    const say = () => {
      const at = new Date(Date.now() + Number(amount.value) * Number(unit.value) * 1000);
      const isShown = other.checked && /^\s*[1-9]\d*\s*$/.test(amount.value) && !Number.isNaN(at.getTime());
      until.textContent = isShown ? `Expires ${FORMS_OF_TIME.moment.format(at)}` : '';
    };
    part.addEventListener('input', say);
    say();
  }
}
