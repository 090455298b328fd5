/** The names of plans, as pages show them. The API has them in capitals. */

/** Returns a name like `Hobby`. @param plan as the API names it */
export const planName = (plan: string): string => `${plan.charAt(0)}${plan.slice(1).toLowerCase()}`;
