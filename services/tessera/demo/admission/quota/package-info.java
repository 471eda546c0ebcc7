/** What a namespace may use: resource quotas and limit ranges. */
@NullMarked
package tessera.demo.admission.quota;

import org.jspecify.annotations.NullMarked;
