/** The rule of RBAC: what a rule of a role allows. */
@NullMarked
package tessera.kube.rbac;

import org.jspecify.annotations.NullMarked;
