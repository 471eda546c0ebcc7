/** The rules, grouped by what they look at. */
@NullMarked
package tessera.lint.rule;

import org.jspecify.annotations.NullMarked;
