package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.GpuStackObjects.OperatorDeployment;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;

/**
 * An operator without a ClusterPolicy to reconcile.
 *
 * @param kindDefined whether the cluster knows what a ClusterPolicy is; empty where that may not be read
 * @param release that made the operator; empty where none did
 */
record MissingClusterPolicy(OperatorDeployment operator, Optional<Boolean> kindDefined,
        Optional<GpuStackHelmRelease> release) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MissingClusterPolicy.class);
    private static final ObjectRef BY_CLAIMS = new ObjectRef("nvidia.com/v1alpha1", "GPUCluster", "gpuclusters", "",
            "");

    /** Reads the cluster; empty where a ClusterPolicy exists, or it is not known whether one does; waits for the cluster. */
    static Optional<MissingClusterPolicy> read(GpuStackStatus stack, ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var parts = stack.objects();
        var operator = parts.operator().result().flatMap(each -> each);
        if (operator.isEmpty() || parts.policies().result().filter(List::isEmpty).isEmpty()) {
            return Optional.empty();
        }
        // That is what an operator heeds where GPUs are handed out by claims alone.
        var clusters = new ArrayList<Object>();
        objects.forEach(BY_CLAIMS, "", clusters::add);
        if (clusters.isEmpty()) {
            return Optional.of(new MissingClusterPolicy(operator.get(), isKindDefined(objects),
                    parts.release().result().flatMap(each -> each)));
        }
        return Optional.empty();
    }

    private static Optional<Boolean> isKindDefined(ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        try {
            return Optional
                    .of(objects.find(GpuOperatorObjectRefs.definitionRef(GpuOperatorObjectRefs.POLICIES)).isPresent());
        } catch (ProblemException refused) {
            if (refused.problem().kind() == OperationProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    /** Returns the finding about the nodes of these chains; at least one. */
    DiagnosisFinding finding(GpuStackSymptomCatalog catalog, List<NodeGpuStackComponentChain> chains) {
        var evidence = new ArrayList<String>();
        evidence.add("deployments/%s -n %s: ".formatted(operator.name(), operator.namespace())
                + MESSAGES.text("pods.ready", operator.ready(), operator.desired()));
        evidence.add("customresourcedefinitions/%s: %s".formatted(GpuOperatorObjectRefs.POLICIES,
                MESSAGES.text("crd", kindDefined)));
        release.ifPresent(each -> evidence
                .add(MESSAGES.text("release", each.name(), each.namespace(), each.revision(), each.status())));
        return catalog.finding(kindDefined.orElse(true) ? "policy-absent" : "definition-absent",
                SymptomPlaceholderValues.ofNodes(chains.stream().map(NodeGpuStackComponentChain::name).toList(), ""),
                evidence);
    }

    /** Returns the problems of these nodes that follow from it. */
    static ExplainedProblemNodes explainedNodes(List<NodeGpuStackComponentChain> chains) {
        return new ExplainedProblemNodes(
                chains.stream().map(NodeGpuStackComponentChain::name).collect(Collectors.toSet()),
                chains.stream().filter(chain -> !OperandDeployLabelChecks.offersDevices(chain.node()))
                        .map(NodeGpuStackComponentChain::name).collect(Collectors.toSet()));
    }
}
