/** HTTP/1.1 and WebSockets on plain sockets and virtual threads. */
@NullMarked
package tessera.demo.http;

import org.jspecify.annotations.NullMarked;
