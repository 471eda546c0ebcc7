package tessera.plan.survey;

import java.util.Optional;
import java.util.Set;
import tessera.model.Failure;

/** Reads which kinds of objects a cluster knows. Reads only; waits for the server, so not for the FX thread. */
public interface KindLookups {

    /**
     * A kind that a cluster knows.
     *
     * @param plural     what it is called in paths, e.g. {@code deployments}
     * @param namespaced whether its objects are in namespaces
     */
    record KnownKind(String plural, boolean namespaced) {}

    /** Empty where the cluster does not know it. */
    Optional<KnownKind> kind(String apiVersion, String kind) throws Failure, InterruptedException;

    /** Resources that classes of devices offer, and no device plugin need; none where there are no such classes. */
    Set<String> claimed() throws Failure, InterruptedException;
}
