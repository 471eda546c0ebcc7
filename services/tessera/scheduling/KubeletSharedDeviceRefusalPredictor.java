package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import tessera.model.NodeSummary;
import tessera.scheduling.KubeletSharedDeviceRequestRules.KubeletShareAdmissionResult;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/** Predicts whether kubelets refuse a placed pod with a container that requests several shares of a device. Pure. */
final class KubeletSharedDeviceRefusalPredictor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubeletSharedDeviceRefusalPredictor.class);

    private final PodSchedulingSpec spec;
    private final KubeletSharedDeviceRequestRules rules;
    private final List<String> several;

    KubeletSharedDeviceRefusalPredictor(PodSchedulingSpec spec, KubeletSharedDeviceRequestRules rules) {
        this.spec = spec;
        this.rules = rules;
        several = multiUnitResources(spec);
    }

    private static List<String> multiUnitResources(PodSchedulingSpec spec) {
        return spec.largestContainerRequests().names().stream()
                .filter(name -> name.contains("/") && spec.largestContainerRequests().get(name) > 1).toList();
    }

    /** Returns whether the device plugins' sharing configuration matters to a pod. */
    static boolean isRelevant(PodSchedulingSpec spec) {
        return !multiUnitResources(spec).isEmpty();
    }

    /** Returns the refusals by the kubelet of a node, which the scheduler does not foresee. */
    List<PredictedNodeFilterFailure> failuresOn(SchedulerNode schedulerNode) {
        return several.stream()
                .filter(name -> schedulerNode.allocatable(name) > 0
                        && answerOf(schedulerNode.nodeSummary(), name) == KubeletShareAdmissionResult.REFUSES)
                .map(name -> PredictedNodeFilterFailure.refusedByKubelet(name,
                        spec.largestContainerRequests().get(name)))
                .toList();
    }

    private KubeletShareAdmissionResult answerOf(NodeSummary node, String resource) {
        return rules.answerFor(node, resource);
    }

    /** Returns whether the kubelet of a node may refuse the pod because its configuration is not known. */
    boolean isUncertain(NodeFitResult node) {
        return several.stream()
                .anyMatch(name -> answerOf(node.nodeSummary(), name) == KubeletShareAdmissionResult.UNCLEAR);
    }

    /** Returns a sentence for each thing that is not known of the fitting nodes. */
    List<String> uncertaintyTexts(List<NodeFitResult> fitting) {
        var texts = new ArrayList<String>();
        for (var name : several) {
            var unclear = nodeNames(fitting, name, KubeletShareAdmissionResult.UNCLEAR);
            if (!unclear.isEmpty()) {
                texts.add(MESSAGES.text("unknown.kubeletShares", unclear, name));
            }
            var shared = nodeNames(fitting, name, KubeletShareAdmissionResult.TAKES);
            if (!shared.isEmpty()) {
                texts.add(MESSAGES.text("unknown.sharesPerGpu", shared));
            }
        }
        return texts;
    }

    private List<String> nodeNames(List<NodeFitResult> fitting, String resource, KubeletShareAdmissionResult answer) {
        return fitting.stream().filter(node -> answerOf(node.nodeSummary(), resource) == answer)
                .map(NodeFitResult::name).toList();
    }
}
