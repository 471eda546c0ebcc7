/** Charts that lie elsewhere: in repositories, in registries and at addresses; read without Helm and kept as files. */
@NullMarked
package tessera.cluster.chart;

import org.jspecify.annotations.NullMarked;
