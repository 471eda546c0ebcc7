/** A Prometheus as far as a small cluster needs one: it answers, over HTTP, from what the exporters would have said. */
@NullMarked
package tessera.demo.prometheus;

import org.jspecify.annotations.NullMarked;
