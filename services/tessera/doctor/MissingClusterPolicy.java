package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.ObjectSource;
import tessera.stack.GpuStack;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.NodeChain;
import tessera.stack.StackObjects.OperatorPod;

/**
 * An operator without a ClusterPolicy to reconcile.
 *
 * @param kindDefined whether the cluster knows what a ClusterPolicy is; empty where that may not be read
 * @param release that made the operator; empty where none did
 */
record MissingClusterPolicy(OperatorPod operator, Optional<Boolean> kindDefined, Optional<HelmReleaseFacts> release) {

    private static final ObjectRef BY_CLAIMS = new ObjectRef("nvidia.com/v1alpha1", "GPUCluster", "gpuclusters", "",
            "");

    /** Reads the cluster; empty where a ClusterPolicy exists, or it is not known whether one does; waits for the cluster. */
    static Optional<MissingClusterPolicy> read(GpuStack stack, ObjectSource objects)
            throws Failure, InterruptedException {
        var parts = stack.objects();
        var operator = parts.operator().result().flatMap(each -> each);
        if (operator.isEmpty() || parts.policies().result().filter(List::isEmpty).isEmpty()) {
            return Optional.empty();
        }
        // That is what an operator heeds where GPUs are handed out by claims alone.
        var clusters = new ArrayList<Object>();
        objects.forEach(BY_CLAIMS, "", clusters::add);
        return clusters.isEmpty() ? Optional.of(
                new MissingClusterPolicy(operator.get(), isKindDefined(objects),
                        parts.release().result().flatMap(each -> each)))
                : Optional.empty();
    }

    private static Optional<Boolean> isKindDefined(ObjectSource objects) throws Failure, InterruptedException {
        try {
            return Optional.of(objects.find(GpuStackInventory.definitionRef(GpuStackInventory.POLICIES)).isPresent());
        } catch (Failure refused) {
            if (refused.problem().kind() == ProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    /** Returns the finding about the nodes of these chains; at least one. */
    DoctorFinding finding(SymptomCatalog matrix, List<NodeChain> chains) {
        var evidence = new ArrayList<String>();
        evidence.add("deployments/%s -n %s: %d of %d pods ready".formatted(operator.name(), operator.namespace(),
                operator.ready(), operator.desired()));
        evidence.add("customresourcedefinitions/%s: %s".formatted(GpuStackInventory.POLICIES,
                kindDefined.map(there -> there ? "there" : "not there").orElse("not known whether there")));
        release.ifPresent(each -> evidence.add("release %s -n %s: revision %d, %s".formatted(each.name(),
                each.namespace(), each.revision(), each.status())));
        return matrix.finding(kindDefined.orElse(true) ? "policy-absent" : "definition-absent",
                SymptomSubject.ofNodes(chains.stream().map(NodeChain::name).toList(), ""), evidence);
    }

    /** Returns the problems of these nodes that follow from it. */
    static ExplainedNodes explainedNodes(List<NodeChain> chains) {
        return new ExplainedNodes(chains.stream().map(NodeChain::name).collect(Collectors.toSet()),
                chains.stream().filter(chain -> !DeployGateChecks.offersDevices(chain.node())).map(NodeChain::name)
                        .collect(Collectors.toSet()));
    }
}
