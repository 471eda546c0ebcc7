/** Reviews: what a user is, and may do. */
@NullMarked
package tessera.demo.api.review;

import org.jspecify.annotations.NullMarked;
