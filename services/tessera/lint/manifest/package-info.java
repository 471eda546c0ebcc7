/** What stands in a manifest: objects, templates of pods, containers, and what these ask for. */
@NullMarked
package tessera.lint.manifest;

import org.jspecify.annotations.NullMarked;
