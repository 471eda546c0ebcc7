/** Requests and answers: the write gate, who asks, and what the server's refusals mean. */
@NullMarked
package tessera.cluster.http;

import org.jspecify.annotations.NullMarked;
