package tessera.demo.api.call;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.demo.api.auth.BearerTokens;
import tessera.demo.api.auth.RbacAuthorizer;
import tessera.demo.api.request.ServerTimings;
import tessera.demo.store.objects.StoredObjects;

/**
 * What all requests to one server share.
 *
 * @param audit makes a name for each request
 */
public record ServerContext(StoredObjects objects, BearerTokens tokens, RbacAuthorizer rbac, TableCache tables,
        Clock clock, ServerTimings pace,
        Supplier<String> audit) {}
