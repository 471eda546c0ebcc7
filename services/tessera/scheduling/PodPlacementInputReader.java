package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/** Reads the placement inputs of a pod that snapshots do not hold. Waits for the cluster. */
public final class PodPlacementInputReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodPlacementInputReader.class);

    static final String QUEUE_GATE = "kueue.x-k8s.io/";
    private static final String ON_NODE = "fieldSelector=spec.nodeName%3D";
    private static final String JOB = "batch.kubernetes.io/job-name";

    private final TruncationRecordingObjectSource source;
    private final SchedulingContext neighbourhood;
    private final List<String> unknown = new ArrayList<>();
    private String deviceClassGap = "";

    /** One that has read nothing yet. What is about no single pod it reads once. */
    public PodPlacementInputReader(ClusterObjectSource source) {
        this(source, new SchedulingContext(source));
    }

    /** One for whoever asks of one pod after the other. */
    public PodPlacementInputReader(ClusterObjectSource source, SchedulingContextCache neighbourhoods) {
        this(source, neighbourhoods.current());
    }

    /** @param neighbourhood what is about no single pod, read for others perhaps */
    PodPlacementInputReader(ClusterObjectSource source, SchedulingContext neighbourhood) {
        this.source = new TruncationRecordingObjectSource(source);
        this.neighbourhood = neighbourhood;
    }

    /** Reads the inputs for one pod, which need not exist yet. What may not be read is told as unknown. One thread at a time. */
    public PodPlacementInputs read(PodSchedulingSpec spec) throws ProblemException, InterruptedException {
        unknown.clear();
        source.clear();
        var namespaceFacts = neighbourhood.factsFor(spec);
        var claims = new VolumeClaimReader(source).read(spec);
        var queue = readQueueStatus(spec);
        deviceClassGap = "";
        var devices = readDeviceClaims(spec);
        var shares = KubeletSharedDeviceRefusalPredictor.isRelevant(spec) ? neighbourhood.shareRules()
                : KubeletSharedDeviceRequestRules.UNKNOWN;
        var scaling = readAutoscalerStatus(spec);
        var start = readStartup(spec);
        var warnings = readEventWarnings(spec);
        var priorities = spec.preempts() || !spec.node().isEmpty() ? PriorityClasses.UNKNOWN
                : neighbourhood.priorityClasses().orElse(PriorityClasses.UNKNOWN);
        unknown.addAll(source.truncationMessages());
        return new PodPlacementInputs(readNeighbours(spec, claims, namespaceFacts.neighbours()),
                namespaceFacts.namespaces(), claims, devices, deviceClassGap, shares, queue, scaling, start, warnings,
                priorities, Stream.concat(namespaceFacts.unknown().stream(), unknown.stream()).distinct().toList());
    }

    /** Returns the neighbours, also those on the node that is kept for the pod, and those that mount its claims for one pod. */
    private Map<String, NeighborPodConstraints> readNeighbours(PodSchedulingSpec spec, List<PodVolumeClaim> claims,
            Map<String, NeighborPodConstraints> known) throws ProblemException, InterruptedException {
        if (!spec.node().isEmpty()) {
            return known;
        }
        var all = new HashMap<>(known);
        Consumer<JsonNode> reader = pod -> all.put(pod.path("metadata").path("uid").asText(),
                NeighborPodConstraints.of(pod));
        if (!spec.nominatedNode().isEmpty()) {
            SchedulingContext.readOrNote(unknown,
                    () -> source.forEach(ObjectRef.pod("", ""), ON_NODE + spec.nominatedNode(), reader),
                    MESSAGES.text("unknown.nominatedPods"));
        }
        if (claims.stream().anyMatch(claim -> claim.mounted().isForOnePod())) {
            SchedulingContext
                    .readOrNote(
                            unknown, () -> source.forEachWithFields(Set.of("claimName"),
                                    ObjectRef.pod(spec.namespace(), ""), SchedulingContext.ALIVE, reader),
                            MESSAGES.text("unknown.claimUsers"));
        }
        return all;
    }

    private Optional<PodDeviceClaims> readDeviceClaims(PodSchedulingSpec spec)
            throws ProblemException, InterruptedException {
        var found = new ArrayList<PodDeviceClaims>();
        if (PodDeviceClaimReader.mayUseClaims(spec)) {
            try {
                new PodDeviceClaimReader(source).read(spec).ifPresent(found::add);
            } catch (ProblemException problemException) {
                noteUnreadClaims(spec, problemException);
            }
        }
        // Whoever is still to be launched brings templates along; for a pod that is there they should be.
        boolean coming = spec.uid().isEmpty() && found.stream().anyMatch(claims -> claims.waitingReason().isPresent());
        if (coming) {
            unknown.add(MESSAGES.text("unknown.claimTemplates"));
        }
        var unclear = found.stream().flatMap(claims -> claims.unsupportedExpression().stream()).findFirst();
        unclear.ifPresent(expression -> unknown.add(MESSAGES.text("unknown.deviceSelector", expression)));
        if (coming || unclear.isPresent()) {
            return Optional.empty();
        }
        return found.stream().findFirst();
    }

    private void noteUnreadClaims(PodSchedulingSpec spec, ProblemException exception) throws ProblemException {
        if (exception.problem().kind() != OperationProblemKind.FORBIDDEN) {
            throw exception;
        }
        deviceClassGap = exception.problem().problemText();
        // Whoever claims nothing has nothing to miss where claims may not be looked at.
        if (!spec.deviceClaims().isEmpty()) {
            unknown.add(MESSAGES.text("unknown.devices", deviceClassGap));
        }
    }

    /** Returns what Kueue reports about the pod. */
    private Optional<PodWaitingInQueueStatus> readQueueStatus(PodSchedulingSpec spec)
            throws ProblemException, InterruptedException {
        if (spec.schedulingGates().stream().noneMatch(gate -> gate.startsWith(QUEUE_GATE))) {
            return Optional.empty();
        }
        var names = Stream.of(spec.name(), spec.labels().getOrDefault(JOB, spec.name())).collect(Collectors.toSet());
        return new KueueWorkloadStatusReader(new KueueObjectReader(source), spec.namespace())
                .read(owner -> names.contains(owner.path("name").asText()), unknown::add);
    }

    private Optional<ClusterAutoscalerPodReport> readAutoscalerStatus(PodSchedulingSpec spec)
            throws ProblemException, InterruptedException {
        var found = new ArrayList<ClusterAutoscalerPodReport>();
        if (!spec.uid().isEmpty() && spec.node().isEmpty()) {
            SchedulingContext.readOrNote(unknown, () -> {
                ClusterAutoscalerPodReport.readLatest(source, spec.namespace(), spec.uid()).ifPresent(found::add);
                return true;
            }, MESSAGES.text("unknown.autoscaler"));
        }
        return found.stream().findFirst();
    }

    /** Returns reports of another scheduler, which say more than the pod's condition. */
    private List<String> readEventWarnings(PodSchedulingSpec spec) throws ProblemException, InterruptedException {
        var found = new ArrayList<String>();
        if (!spec.uid().isEmpty() && spec.node().isEmpty()
                && !spec.schedulerName().equals(PodSchedulingSpec.USUAL_SCHEDULER)) {
            SchedulingContext.readOrNote(unknown, () -> {
                found.addAll(new CustomSchedulerEventReader(source, unknown).read(spec));
                return true;
            }, MESSAGES.text("unknown.schedulerEvents"));
        }
        return found;
    }

    private Optional<PodStartupStatus> readStartup(PodSchedulingSpec spec)
            throws ProblemException, InterruptedException {
        var found = new ArrayList<PodStartupStatus>();
        if (!spec.uid().isEmpty() && !spec.node().isEmpty()) {
            SchedulingContext.readOrNote(unknown, () -> found.add(PodStartupStatus.read(source, spec)),
                    MESSAGES.text("unknown.kubelet"));
        }
        return found.stream().findFirst();
    }
}
