package tessera.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.insight.node.FieldWrite;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.scheduling.ObjectSource;
import tessera.stack.StackSource;

/** Reads facts about single nodes: who cordoned them, and the logs of failed CUDA validations. Waits for the cluster. */
final class NodeEvidenceReader {

    private static final String VALIDATION = "nvidia-cuda-validator";
    private static final int LINES = 50;
    private static final int MOST = 10;

    private final ObjectSource objects;
    private final StackSource stack;

    NodeEvidenceReader(ObjectSource objects, StackSource stack) {
        this.objects = objects;
        this.stack = stack;
    }

    /** Returns who cordoned the nodes that are closed, as far as the server keeps account of it. */
    Map<String, FieldWrite> cordons(List<GpuNode> nodes) throws Failure, InterruptedException {
        var cordons = new HashMap<String, FieldWrite>();
        for (var node : nodes.stream().filter(GpuNode::cordoned).limit(MOST).toList()) {
            objects.object(ObjectRef.node(node.name()))
                    .flatMap(object -> FieldWrite.last(object, "/spec/unschedulable"))
                    .ifPresent(write -> cordons.put(node.name(), write));
        }
        return cordons;
    }

    /** Returns by node the lines of CUDA validations that tell of a fabric that is not ready. */
    Map<String, List<String>> fabric(GpuFleet fleet, List<GpuNode> nodes) throws Failure, InterruptedException {
        var lines = new HashMap<String, List<String>>();
        int read = 0;
        for (var node : nodes) {
            for (var pod : node.info().pods()) {
                if (validation(pod) && read < MOST) {
                    read++;
                    lines.computeIfAbsent(node.name(), _ -> new ArrayList<>()).addAll(lines(pod));
                }
            }
        }
        lines.values().removeIf(List::isEmpty);
        return lines;
    }

    private List<String> lines(PodFacts pod) throws Failure, InterruptedException {
        try {
            return FabricEvidence.lines(stack.log(pod, LINES).lines()).stream()
                    .map(line -> "%s wrote: %s".formatted(pod.name(), line)).limit(1).toList();
        } catch (Failure failure) {
            return switch (failure.problem().kind()) {
                case UNREACHABLE, UNTRUSTED, UNAUTHENTICATED -> throw failure;
                default -> List.of();
            };
        }
    }

    private static boolean validation(PodFacts pod) {
        return VALIDATION.equals(pod.labels().get("app")) && pod.phase() != PodPhase.SUCCEEDED
                && !(pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
    }
}
