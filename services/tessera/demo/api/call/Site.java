package tessera.demo.api.call;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.demo.api.auth.Rbac;
import tessera.demo.api.auth.Tokens;
import tessera.demo.api.request.Pace;
import tessera.demo.store.objects.Objects;

/**
 * What all requests to one server share.
 *
 * @param audit makes a name for each request
 */
public record Site(Objects objects, Tokens tokens, Rbac rbac, TableCache tables, Clock clock, Pace pace,
        Supplier<String> audit) {}
