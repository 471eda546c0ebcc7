/** Bodies and what clients accept: JSON, YAML, and as much protobuf as Go clients send. */
@NullMarked
package tessera.demo.api.wire;

import org.jspecify.annotations.NullMarked;
