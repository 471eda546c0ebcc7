/** The metrics exporters of the simulated nodes: signals under the names and labels by which real exporters tell them. */
@NullMarked
package tessera.demo.telemetry.exporter;

import org.jspecify.annotations.NullMarked;
