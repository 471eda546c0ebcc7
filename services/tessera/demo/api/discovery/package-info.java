/** What the server tells about itself: versions, groups, resources, schemas, health. */
@NullMarked
package tessera.demo.api.discovery;

import org.jspecify.annotations.NullMarked;
