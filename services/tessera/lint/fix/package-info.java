/** Edits that mend what rules find: amounts, places, and what is around pods. */
@NullMarked
package tessera.lint.fix;

import org.jspecify.annotations.NullMarked;
