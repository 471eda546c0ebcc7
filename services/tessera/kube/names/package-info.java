/** The formats of names, label keys and label values, with the API server's words for what is wrong. */
@NullMarked
package tessera.kube.names;

import org.jspecify.annotations.NullMarked;
