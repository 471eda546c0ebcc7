/** What the GPUs of the simulated nodes do: which boards there are, who holds them, and what their sensors show. */
@NullMarked
package tessera.demo.telemetry;

import org.jspecify.annotations.NullMarked;
