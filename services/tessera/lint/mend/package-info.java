/** Edits that mend what rules find: amounts, places, and what is around pods. */
@NullMarked
package tessera.lint.mend;

import org.jspecify.annotations.NullMarked;
