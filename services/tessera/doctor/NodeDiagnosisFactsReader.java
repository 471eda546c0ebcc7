package tessera.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.health.LastFieldWrite;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackClusterReader;
import tessera.text.MessageCatalog;

/** Reads facts about single nodes: who cordoned them, and the logs of failed CUDA validations. Waits for the cluster. */
final class NodeDiagnosisFactsReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeDiagnosisFactsReader.class);
    private static final String VALIDATION = "nvidia-cuda-validator";
    private static final int LINES = 50;
    private static final int MOST = 10;

    private final ClusterObjectSource objects;
    private final GpuStackClusterReader stack;

    NodeDiagnosisFactsReader(ClusterObjectSource objects, GpuStackClusterReader stack) {
        this.objects = objects;
        this.stack = stack;
    }

    /** Returns the writers of the cordons of nodes, as far as the server keeps account of them. */
    Map<String, LastFieldWrite> cordonWrites(List<GpuNode> nodes) throws ProblemException, InterruptedException {
        var cordons = new HashMap<String, LastFieldWrite>();
        for (var node : nodes.stream().filter(GpuNode::isCordoned).limit(MOST).toList()) {
            objects.find(ObjectRef.node(node.name()))
                    .flatMap(object -> LastFieldWrite.lastWrite(object, "/spec/unschedulable"))
                    .ifPresent(write -> cordons.put(node.name(), write));
        }
        return cordons;
    }

    /** Returns by node the lines of CUDA validations that report a fabric that is not ready. */
    Map<String, List<String>> fabricLines(GpuFleet fleet, List<GpuNode> nodes)
            throws ProblemException, InterruptedException {
        var lines = new HashMap<String, List<String>>();
        int read = 0;
        for (var node : nodes) {
            for (var pod : node.info().pods()) {
                if (isValidation(pod) && read < MOST) {
                    read++;
                    lines.computeIfAbsent(node.name(), _ -> new ArrayList<>()).addAll(readLines(pod));
                }
            }
        }
        lines.values().removeIf(List::isEmpty);
        return lines;
    }

    private List<String> readLines(PodSummary pod) throws ProblemException, InterruptedException {
        try {
            return NvlinkFabricCheck.fabricLines(stack.readLog(pod, LINES).lines()).stream()
                    .map(line -> MESSAGES.text("log.pod", pod.name(), line)).limit(1).toList();
        } catch (ProblemException problemException) {
            return switch (problemException.problem().kind()) {
                case UNREACHABLE, UNTRUSTED, UNAUTHENTICATED -> throw problemException;
                default -> List.of();
            };
        }
    }

    private static boolean isValidation(PodSummary pod) {
        return VALIDATION.equals(pod.labels().get("app")) && pod.phase() != PodPhase.SUCCEEDED
                && !(pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
    }
}
