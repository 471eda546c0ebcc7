package tessera.plan.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.model.Failure;
import tessera.model.PodFacts;
import tessera.model.Problem;

/**
 * Reads what plans need and snapshots do not contain. Reads only; each waits for the server, so not for the FX thread. Safe
 * for use by several threads.
 */
public interface SurveyLookups {

    /**
     * Returns the current node.
     *
     * @throws Failure of kind {@code NOT_FOUND} when there is none
     */
    NodeObject readNode(String name) throws Failure, InterruptedException;

    /** Returns all pods bound to a node. */
    List<PodDetail> podsOn(String node) throws Failure, InterruptedException;

    /** Returns all pods bound to no node. */
    List<PodDetail> unboundPods() throws Failure, InterruptedException;

    List<BudgetStatus> readBudgets(Set<String> namespaces) throws Failure, InterruptedException;

    /** Returns the NetworkPolicies of a namespace. */
    List<JsonNode> networkPolicies(String namespace) throws Failure, InterruptedException;

    /**
     * Returns the MIG configurations that a node accepts.
     *
     * @param namespace where its MIG manager runs; empty when that is not seen
     */
    MigOffer readMigOffer(String node, String namespace) throws Failure, InterruptedException;

    /**
     * Returns the ConfigMaps from which the MIG managers of the cluster read their configurations.
     *
     * @param namespace where they run; empty when that is not seen
     * @param nodes     names of those whose GPUs MIG can divide
     */
    MigSource readMigSource(String namespace, Set<String> nodes) throws Failure, InterruptedException;

    /**
     * Returns the host services that MIG managers stop during a change.
     *
     * @param namespace where they run; empty when that is not seen
     */
    HostClients readHostClients(String namespace) throws Failure, InterruptedException;

    /**
     * Returns the last logged error of a node's MIG manager that makes a retry pointless; empty if none, or its log is unreadable.
     *
     * @param manager its pod
     */
    default Optional<Problem> migRetryProblem(PodFacts manager) throws Failure, InterruptedException {
        return Optional.empty();
    }

    /** Returns the sharing configuration of the cluster's device plugins. */
    SharingSetup readSharing() throws Failure, InterruptedException;

    /** Returns the lookups for release plans. */
    default ReleaseLookups releases() throws Failure {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "There is no Helm here"));
    }

    /** Returns the lookups for pod and workload plans. */
    default WorkloadLookups workloads() throws Failure {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "No pods can be looked at here"));
    }

    /** Returns the lookups for manifests. */
    default ManifestLookups manifests() throws Failure {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "Manifests are not looked at here"));
    }

    /** Returns the user name as the server knows it. */
    String readUser() throws Failure, InterruptedException;
}
