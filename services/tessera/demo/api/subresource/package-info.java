/** The paths below objects that do something of their own: logs, commands, proxies, tokens, scale. */
@NullMarked
package tessera.demo.api.subresource;

import org.jspecify.annotations.NullMarked;
