/** A morning in Santo Domingo: no batch closes while the tests run, whenever they run, and no card expires. */
export const morning: number = Date.UTC(2026, 10, 20, 13);
