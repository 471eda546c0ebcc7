package tessera.stack;

import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.stack.NodeGpuStackComponent.NodeComponentState;
import tessera.text.MessageCatalog;

/** Derives the state of a component from the pod that does its work. */
final class GpuStackComponentPodEvaluator {

    static final Pattern INIT = Pattern.compile("Init:(\\d+)/(\\d+)");

    private static final Set<String> ON_THE_WAY = Set.of("Pending", "ContainerCreating", "PodInitializing",
            "Terminating");
    /** A driver is compiled in less, and its startup probe gives up after so long. */
    private static final Duration LONG = Duration.ofMinutes(25);
    private static final int MANY_RESTARTS = 3;
    /** A longer word of Kubernetes has no place in a table. */
    private static final int LONGEST = 16;
    /** A pod that restarts more often than once in so long does not do well. */
    private static final Duration APART = Duration.ofDays(7);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackComponentPodEvaluator.class);

    private GpuStackComponentPodEvaluator() {}

    /** Returns the component by its pod alone; whether a waiting pod waits in vain is decided later. */
    static NodeGpuStackComponent linkOf(GpuStackOperand operand, PodSummary pod, Duration age) {
        var status = pod.status();
        var text = MESSAGES.text("link.pod", status, pod.restarts());
        if (INIT.matcher(status).matches()) {
            return new NodeGpuStackComponent(operand, NodeComponentState.WAITS, NodeComponentCondition.WAITS, text,
                    pod);
        }
        if (status.equals("Running") && pod.ready() >= pod.total()) {
            boolean often = pod.restarts() >= MANY_RESTARTS && age.compareTo(APART.multipliedBy(pod.restarts())) < 0;
            if (often) {
                return new NodeGpuStackComponent(operand, NodeComponentState.LOOK, NodeComponentCondition.RESTARTED,
                        MESSAGES.text("link.restarts", pod.restarts()), text, pod);
            }
            return new NodeGpuStackComponent(operand, NodeComponentState.READY, NodeComponentCondition.NONE, text, pod);
        }
        if (ON_THE_WAY.contains(status) || (status.equals("Running") && pod.phase() == PodPhase.RUNNING)) {
            boolean stuck = age.compareTo(LONG) > 0;
            return new NodeGpuStackComponent(operand, stuck ? NodeComponentState.BROKEN : NodeComponentState.STARTING,
                    conditionOnTheWay(status), text, pod);
        }
        var word = status.startsWith("Init:") ? status.substring("Init:".length()) : status;
        var condition = conditionOf(word);
        if (condition == NodeComponentCondition.OTHER && word.length() <= LONGEST) {
            return new NodeGpuStackComponent(operand, NodeComponentState.BROKEN, condition, word, text, pod);
        }
        return new NodeGpuStackComponent(operand, NodeComponentState.BROKEN, condition, text, pod);
    }

    private static NodeComponentCondition conditionOnTheWay(String status) {
        return switch (status) {
            case "Running" -> NodeComponentCondition.NOT_READY;
            case "Terminating" -> NodeComponentCondition.ENDS;
            default -> NodeComponentCondition.STARTS;
        };
    }

    private static NodeComponentCondition conditionOf(String status) {
        return switch (status) {
            case "CrashLoopBackOff", "Error" -> NodeComponentCondition.CRASHING;
            case "ImagePullBackOff", "ErrImagePull", "InvalidImageName" -> NodeComponentCondition.NO_IMAGE;
            case "OOMKilled" -> NodeComponentCondition.OUT_OF_MEMORY;
            case "Evicted" -> NodeComponentCondition.EVICTED;
            case "UnexpectedAdmissionError" -> NodeComponentCondition.REFUSED;
            case "CreateContainerConfigError", "CreateContainerError", "RunContainerError" ->
                NodeComponentCondition.CANNOT_START;
            default -> NodeComponentCondition.OTHER;
        };
    }
}
