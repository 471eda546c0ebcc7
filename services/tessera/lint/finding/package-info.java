/** What can be found in a manifest: rules, findings, and edits that mend them. */
@NullMarked
package tessera.lint.finding;

import org.jspecify.annotations.NullMarked;
