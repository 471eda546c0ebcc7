package tessera.plan.context;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.QuotaHeadroomCalculator;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** Reads the objects and kinds of a cluster that manifests refer to. Reads only; waits for the server, so not for the FX thread. */
public interface ReferencedObjectReader {

    /**
     * A kind that the cluster serves.
     *
     * @param plural     what it is called in paths, e.g. {@code deployments}
     * @param namespaced whether its objects are in namespaces
     * @param hasScale     whether its objects tell how many pods they are to have, in a way that is the same for all kinds
     */
    record ServedKind(String plural, boolean namespaced, boolean hasScale) {

        /** One without a scale. */
        public ServedKind(String plural, boolean namespaced) {
            this(plural, namespaced, false);
        }
    }

    /**
     * A ResourceQuota of a namespace with its usage.
     *
     * @param hard what may be taken at most, as written, by key
     * @param used what is taken
     * @param scopes which pods it counts
     */
    record QuotaWithUsage(String name, Map<String, String> hard, Map<String, String> used, ResourceQuotaScopes scopes) {

        public QuotaWithUsage {
            hard = Map.copyOf(hard);
            used = Map.copyOf(used);
        }

        /** One that counts every pod. */
        public QuotaWithUsage(String name, Map<String, String> hard, Map<String, String> used) {
            this(name, hard, used, ResourceQuotaScopes.NONE);
        }

        private Optional<BigDecimal> remainingAmount(String resource) {
            var key = "requests." + resource;
            var taken = QuantityParser.parseExact(used.getOrDefault(key, "0")).orElse(BigDecimal.ZERO);
            return QuantityParser.parseExact(hard.getOrDefault(key, ""))
                    .map(most -> QuotaHeadroomCalculator.remaining(most, taken));
        }

        /** Returns the remaining amount of a resource as text if it is less than requested; else empty. */
        public Optional<String> shortfallText(String resource, long wanted) {
            return remainingAmount(resource).filter(left -> left.compareTo(BigDecimal.valueOf(wanted)) < 0)
                    .map(BigDecimal::toPlainString);
        }
    }

    /** Returns the kind; empty if the cluster does not serve it. */
    Optional<ServedKind> findKind(String apiVersion, String kind) throws ProblemException, InterruptedException;

    /** Returns the served versions of an API group, preferred first; empty if the group does not exist. */
    default List<String> servedVersions(String group) throws ProblemException, InterruptedException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.UNEXPECTED, "Unsupported"));
    }

    /** Returns the labels of an object; empty if it does not exist. */
    Optional<Map<String, String>> readLabels(ObjectRef object) throws ProblemException, InterruptedException;

    /** Returns the current object as JSON; empty if it does not exist. */
    default Optional<String> readJson(ObjectRef object) throws ProblemException, InterruptedException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.UNEXPECTED, "Unsupported"));
    }

    /**
     * The names of the objects of a kind.
     *
     * @param complete whether there are no others: of very many not all are read
     */
    record ObjectNames(List<String> names, boolean complete) {

        public ObjectNames {
            names = List.copyOf(names);
        }
    }

    /**
     * Returns the names of the objects of a kind in a namespace; none if the cluster does not serve the kind.
     *
     * @param kind its name does not count
     */
    default ObjectNames listNames(ObjectRef kind) throws ProblemException, InterruptedException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.UNEXPECTED, "Unsupported"));
    }

    /** Returns the kinds with listable objects in a namespace, each once, in the server's preferred version. */
    default List<ObjectRef> listNamespacedKinds(String namespace) throws ProblemException, InterruptedException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.UNEXPECTED, "Unsupported"));
    }

    /** Returns all objects of some kinds; kinds that the cluster does not serve have none. */
    default NamespaceObjectList listContent(List<ObjectRef> kinds) throws ProblemException, InterruptedException {
        var found = new ArrayList<String>();
        var closed = new ArrayList<ObjectRef>();
        for (var kind : kinds) {
            try {
                listNames(kind).names().forEach(name -> found.add(kind.kind() + "/" + name));
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                closed.add(kind);
            }
        }
        return new NamespaceObjectList(found, closed);
    }

    /** Returns the quotas of a namespace. */
    List<QuotaWithUsage> listQuotas(String namespace) throws ProblemException, InterruptedException;
}
