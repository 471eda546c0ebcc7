/** Texts of manifests as trees that know where each value stands, and edits of them that leave the rest as it is. */
@NullMarked
package tessera.lint.source;

import org.jspecify.annotations.NullMarked;
