/** NVIDIA's GPU operator and what it runs on the nodes of the simulated cluster: controllers as an API client sees them. */
@NullMarked
package tessera.demo.control.gpu;

import org.jspecify.annotations.NullMarked;
