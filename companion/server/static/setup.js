// @ts-check
/** Set the table up, one question a screen. */
