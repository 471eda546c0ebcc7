/** Bodies as clients send and accept them: JSON, YAML, tables, and as much protobuf as Go clients send. */
@NullMarked
package tessera.demo.api.wire;

import org.jspecify.annotations.NullMarked;
