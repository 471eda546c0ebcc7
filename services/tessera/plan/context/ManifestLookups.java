package tessera.plan.context;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Quantity;
import tessera.scheduling.spec.QuotaScopes;

/** Reads what manifests meet in a cluster. Reads only; waits for the server, so not for the FX thread. */
public interface ManifestLookups {

    /**
     * A kind that a cluster knows.
     *
     * @param plural     what it is called in paths, e.g. {@code deployments}
     * @param namespaced whether its objects are in namespaces
     * @param scaled     whether its objects tell how many pods they are to have, in a way that is the same for all kinds
     */
    record KnownKind(String plural, boolean namespaced, boolean scaled) {

        /** One without a scale. */
        public KnownKind(String plural, boolean namespaced) {
            this(plural, namespaced, false);
        }
    }

    /**
     * A quota of a namespace.
     *
     * @param hard what may be taken at most, as written, by key
     * @param used what is taken
     * @param scopes which pods it counts
     */
    record LookupQuota(String name, Map<String, String> hard, Map<String, String> used, QuotaScopes scopes) {

        public LookupQuota {
            hard = Map.copyOf(hard);
            used = Map.copyOf(used);
        }

        /** One that counts every pod. */
        public LookupQuota(String name, Map<String, String> hard, Map<String, String> used) {
            this(name, hard, used, QuotaScopes.NONE);
        }

        private Optional<BigDecimal> left(String resource) {
            var key = "requests." + resource;
            var taken = Quantity.exact(used.getOrDefault(key, "0")).orElse(BigDecimal.ZERO);
            return Quantity.exact(hard.getOrDefault(key, "")).map(most -> most.subtract(taken).max(BigDecimal.ZERO));
        }

        /** How much of a resource it leaves where that is less than wanted, as people write it; else empty. */
        public Optional<String> lacks(String resource, long wanted) {
            return left(resource).filter(left -> left.compareTo(BigDecimal.valueOf(wanted)) < 0)
                    .map(BigDecimal::toPlainString);
        }
    }

    /** Empty where the cluster does not know it. */
    Optional<KnownKind> kind(String apiVersion, String kind) throws Failure, InterruptedException;

    /** The versions in which the cluster serves a group, the one it prefers first; none where it has no such group. */
    default List<String> versions(String group) throws Failure, InterruptedException {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "Groups are not asked for here"));
    }

    /** The labels of an object; empty where there is no such object. */
    Optional<Map<String, String>> labels(ObjectRef object) throws Failure, InterruptedException;

    /** An object as JSON, as it is now; empty where there is no such object. */
    default Optional<String> text(ObjectRef object) throws Failure, InterruptedException {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "Objects are not read here"));
    }

    /**
     * Names of objects of a kind.
     *
     * @param whole whether there are no others: of very many not all are read
     */
    record ObjectNames(List<String> found, boolean whole) {

        public ObjectNames {
            found = List.copyOf(found);
        }
    }

    /**
     * The names of the objects of a kind in a namespace; none where the cluster does not know it.
     *
     * @param kind its name does not count
     */
    default ObjectNames names(ObjectRef kind) throws Failure, InterruptedException {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "Objects are not listed here"));
    }

    /** The kinds whose objects are in a namespace and can be listed, each once, in the version that the server prefers. */
    default List<ObjectRef> kinds(String namespace) throws Failure, InterruptedException {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "Kinds are not asked for here"));
    }

    /** All objects of some kinds; those of kinds that the cluster does not know are none. */
    default NamespaceContent content(List<ObjectRef> kinds) throws Failure, InterruptedException {
        var found = new ArrayList<String>();
        var closed = new ArrayList<ObjectRef>();
        for (var kind : kinds) {
            try {
                names(kind).found().forEach(name -> found.add(kind.kind() + "/" + name));
            } catch (Failure failure) {
                if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                    throw failure;
                }
                closed.add(kind);
            }
        }
        return new NamespaceContent(found, closed);
    }

    /**
     * Resources that classes of devices offer, and no device plugin need; none where there are no such classes, empty where
     * that is not known.
     */
    Optional<Set<String>> claimed() throws Failure, InterruptedException;

    /** The quotas of a namespace. */
    List<LookupQuota> quotas(String namespace) throws Failure, InterruptedException;
}
