package tessera.plan.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;

/**
 * Reads what plans need and snapshots do not contain. Reads only; each waits for the server, so not for the FX thread. Safe
 * for use by several threads.
 */
public interface PlannerInputReader {

    /**
     * Returns the current node.
     *
     * @throws ProblemException of kind {@code NOT_FOUND} when there is none
     */
    PlanTargetNode readNode(String name) throws ProblemException, InterruptedException;

    /** Returns all pods bound to a node. */
    List<PodPlanningDetails> podsOn(String node) throws ProblemException, InterruptedException;

    /** Returns all pods bound to no node. */
    List<PodPlanningDetails> unboundPods() throws ProblemException, InterruptedException;

    List<PodDisruptionBudget> readBudgets(Set<String> namespaces) throws ProblemException, InterruptedException;

    /** Returns those of some DaemonSets that do not exist; one that may not be read counts as existing. */
    Set<ObjectRef> missingDaemonSets(Set<ObjectRef> daemonSets) throws InterruptedException;

    /** Returns the NetworkPolicies of a namespace. */
    List<JsonNode> networkPolicies(String namespace) throws ProblemException, InterruptedException;

    /**
     * Returns the MIG configurations that a node accepts.
     *
     * @param namespace where its MIG manager runs; empty when that is not seen
     */
    AcceptedMigConfigurations readMigOffer(String node, String namespace) throws ProblemException, InterruptedException;

    /**
     * Returns the ConfigMaps from which the MIG managers of the cluster read their configurations.
     *
     * @param namespace where they run; empty when that is not seen
     * @param nodes     names of those whose GPUs MIG can divide
     */
    MigConfigMaps readMigSource(String namespace, Set<String> nodes) throws ProblemException, InterruptedException;

    /**
     * Returns the host services that MIG managers stop during a change.
     *
     * @param namespace where they run; empty when that is not seen
     */
    MigManagerStoppedHostServices readHostClients(String namespace) throws ProblemException, InterruptedException;

    /**
     * Returns the last logged error of a node's MIG manager that makes a retry pointless; empty if none.
     *
     * @param manager its pod
     */
    default Optional<Problem> migRetryProblem(PodSummary manager) throws ProblemException, InterruptedException {
        return Optional.empty();
    }

    /** Returns the sharing configuration of the cluster's device plugins. */
    DevicePluginSharingConfiguration readSharing() throws ProblemException, InterruptedException;

    /** Returns the lookups for release plans. */
    default HelmReleaseReader releases() throws ProblemException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.UNEXPECTED, "Unsupported"));
    }

    /** Returns the lookups for pod and workload plans. */
    default WorkloadPlannerInputReader workloads() throws ProblemException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.UNEXPECTED, "Unsupported"));
    }

    /** Returns the lookups for manifests. */
    default ReferencedObjectReader manifests() throws ProblemException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.UNEXPECTED, "Unsupported"));
    }

    /** Returns the user name as the server knows it. */
    String readUser() throws ProblemException, InterruptedException;
}
