package tessera.demo.api.call;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.demo.api.auth.RbacAuthorizer;
import tessera.demo.api.auth.SimulatedBearerTokens;
import tessera.demo.api.request.ServerTimings;
import tessera.demo.store.objects.StoredObjects;

/**
 * The services that all requests to a server share.
 *
 * @param auditIds makes a name for each request
 */
public record ServerContext(StoredObjects objects, SimulatedBearerTokens tokens, RbacAuthorizer rbac, TableCache tables,
        Clock clock, ServerTimings timings,
        Supplier<String> auditIds) {}
