/** What is wrong with the GPUs of a cluster, from end to end: findings with their evidence and what helps, and what was not looked at. */
@NullMarked
package tessera.doctor;

import org.jspecify.annotations.NullMarked;
