package tessera.plan.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.model.Failure;
import tessera.model.PodFacts;
import tessera.model.Problem;

/**
 * Reads what plans need and snapshots do not keep. Reads only; each waits for the server, so not for the FX thread. Safe
 * for use by several threads.
 */
public interface SurveyLookups {

    /**
     * A node as it is now.
     *
     * @throws Failure of kind {@code NOT_FOUND} when there is none
     */
    NodeObject node(String name) throws Failure, InterruptedException;

    /** Every pod bound to a node. */
    List<PodDetail> podsOn(String node) throws Failure, InterruptedException;

    /** Every pod that is bound to no node. */
    List<PodDetail> podsOnNoNode() throws Failure, InterruptedException;

    List<BudgetStatus> budgets(Set<String> namespaces) throws Failure, InterruptedException;

    /** The NetworkPolicies of a namespace. */
    List<JsonNode> networkPolicies(String namespace) throws Failure, InterruptedException;

    /**
     * The MIG configurations that a node can be told to take.
     *
     * @param namespace where its MIG manager runs; empty when that is not seen
     */
    MigOffer migOffer(String node, String namespace) throws Failure, InterruptedException;

    /**
     * Where the MIG managers of the cluster find their configurations.
     *
     * @param namespace where they run; empty when that is not seen
     * @param nodes     names of those whose GPUs MIG can divide
     */
    MigSource migSource(String namespace, Set<String> nodes) throws Failure, InterruptedException;

    /**
     * The services of hosts that MIG managers stop for a change.
     *
     * @param namespace where they run; empty when that is not seen
     */
    HostClients hostClients(String namespace) throws Failure, InterruptedException;

    /**
     * What the MIG manager of a node wrote last that keeps another try of the same from helping; empty where nothing does, or
     * its log may not be read.
     *
     * @param manager its pod
     */
    default Optional<Problem> migHindrance(PodFacts manager) throws Failure, InterruptedException {
        return Optional.empty();
    }

    /** How the device plugins of the cluster are told to share GPUs. */
    SharingSetup sharing() throws Failure, InterruptedException;

    /** What plans for releases need. */
    default ReleaseLookups releases() throws Failure {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "There is no Helm here"));
    }

    /** What plans for pods and for what makes them need. */
    default WorkloadLookups workloads() throws Failure {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "No pods can be looked at here"));
    }

    /** What manifests meet in the cluster. */
    default ManifestLookups manifests() throws Failure {
        throw new Failure(Problem.of(Problem.ProblemKind.UNEXPECTED, "Manifests are not looked at here"));
    }

    /** Who the server takes us for. */
    String user() throws Failure, InterruptedException;
}
