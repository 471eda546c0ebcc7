/** Rules of Kubernetes about labels: requirements, selectors and the text form of selectors. */
@NullMarked
package tessera.kube.labels;

import org.jspecify.annotations.NullMarked;
