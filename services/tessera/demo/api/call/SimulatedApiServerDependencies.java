package tessera.demo.api.call;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.demo.api.auth.SimulatedBearerTokens;
import tessera.demo.api.auth.SimulatedRbacAuthorizer;
import tessera.demo.api.request.SimulatedApiServerWaitTimeFactor;
import tessera.demo.store.objects.SimulatedApiStorage;

/**
 * The services that all requests to a server share.
 *
 * @param auditIds makes a name for each request
 */
public record SimulatedApiServerDependencies(SimulatedApiStorage objects, SimulatedBearerTokens tokens,
        SimulatedRbacAuthorizer rbac, Clock clock, SimulatedApiServerWaitTimeFactor timings,
        Supplier<String> auditIds) {}
