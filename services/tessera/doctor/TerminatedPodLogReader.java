package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.stack.ContainerLogTail;
import tessera.stack.GpuStackClusterReader;
import tessera.text.MessageCatalog;

/** Reads the last log lines of pods with devices that ended in failure. Waits for the cluster. */
final class TerminatedPodLogReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TerminatedPodLogReader.class);
    private static final int MOST = 20;
    private static final int LINES = 50;
    /** So many logs that cannot be read are told one by one. */
    private static final int ONE_BY_ONE = 3;
    /** What a kubelet does not take on has never run, and has written nothing. */
    private static final Pattern TURNED_AWAY = Pattern.compile(
            "UnexpectedAdmissionError|OutOf.+|TopologyAffinityError|NodeAffinity|NodeUnschedulable|NodePorts|NodeName");
    private static final Set<String> TROUBLED = Set.of("CrashLoopBackOff", "Error", "OOMKilled", "RunContainerError");

    private final GpuStackClusterReader source;
    private final AcceleratorCatalog accelerators;
    private final List<String> skipped;

    /** @param skipped takes what was not looked at, a sentence each */
    TerminatedPodLogReader(GpuStackClusterReader source, AcceleratorCatalog accelerators, List<String> skipped) {
        this.source = source;
        this.accelerators = accelerators;
        this.skipped = skipped;
    }

    /** Returns the logs by pod key, of an examined pod even if it requests no device, as far as they may be read. */
    Map<String, ContainerLogTail> readLogs(GpuFleet fleet, DiagnosisScope focus)
            throws ProblemException, InterruptedException {
        var seen = fleet.nodes().stream().flatMap(TerminatedPodLogReader::gpuRequestingPods);
        var troubled = Stream
                .of(seen, UnknownNodePodFinder.findHolders(fleet, accelerators), focus.boundPods(fleet.snapshot()))
                .flatMap(each -> each).distinct().filter(focus::includes).filter(TerminatedPodLogReader::isTroubled)
                .toList();
        if (troubled.size() > MOST) {
            skipped.add(MESSAGES.text("limit.logs", troubled.size() - MOST, MOST));
        }
        var written = new LinkedHashMap<String, ContainerLogTail>();
        var unread = new ArrayList<String>();
        for (var pod : troubled.stream().limit(MOST).toList()) {
            try {
                written.put(pod.key(), source.readLog(pod, LINES));
            } catch (ProblemException problemException) {
                switch (problemException.problem().kind()) {
                    case UNREACHABLE, UNTRUSTED, UNAUTHENTICATED -> throw problemException;
                    // A kubelet that does not answer says nothing of those of other nodes.
                    default ->
                        unread.add(MESSAGES.text("unread.log", pod.key(), problemException.problem().problemText()));
                }
            }
        }
        reportUnread(unread);
        return written;
    }

    private static Stream<PodSummary> gpuRequestingPods(GpuNode node) {
        return node.info().pods().stream()
                .filter(pod -> node.uses().stream().anyMatch(use -> pod.requests().get(use.resource()) > 0));
    }

    private void reportUnread(List<String> unread) {
        if (unread.size() <= ONE_BY_ONE) {
            skipped.addAll(unread);
            return;
        }
        skipped.add(unread.getFirst());
        skipped.add(MESSAGES.text("unread.log.more", unread.size() - 1));
    }

    private static boolean isTroubled(PodSummary pod) {
        return (pod.phase() == PodPhase.FAILED && !TURNED_AWAY.matcher(pod.status()).matches())
                || TROUBLED.contains(pod.status().replaceFirst("^Init:", ""));
    }
}
