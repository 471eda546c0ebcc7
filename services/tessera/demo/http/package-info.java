/** HTTP/1.1 and WebSockets on plain sockets and virtual threads, with faults that can be ordered. */
@NullMarked
package tessera.demo.http;

import org.jspecify.annotations.NullMarked;
