package tessera.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuFleet;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ExceededQuotaMessage;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SnapshotCollectionHealth;
import tessera.scheduling.PodFitResult;
import tessera.stack.ContainerLogTail;
import tessera.stack.GpuStackStatus;
import tessera.text.MessageCatalog;
import tessera.text.TextExcerpt;

/**
 * The complete input of an examination.
 *
 * @param alerts  what the rules find
 * @param stack   the GPU stack; empty where it could not be read
 * @param inventory what of it is neither pod nor label
 * @param pendingPods pods that wait for a node, one for each group that is alike
 * @param symptoms   what is told of pods, but by themselves
 * @param sharedDevices  devices that several pods share and that have little to do
 * @param logs what pods in trouble wrote last, by their keys
 * @param warnings  the newest warning about pods that do not start, by their keys
 * @param failureEvents   what was noted of objects that could not be made
 * @param limits  of namespaces that do other than they seem to
 * @param evidence what single nodes tell beside their state
 * @param skipped what could not be read, a sentence each
 * @param refusals problems of the reads that were refused, beside those of nodes, pods and the stack
 */
public record DiagnosisInput(GpuFleet fleet, AlertRules rules, AlertSnapshot alerts, Optional<GpuStackStatus> stack,
        GpuStackConfigInventory inventory, List<SimilarPendingPods> pendingPods, List<PodSymptom> symptoms,
        List<IdleSharedDevice> sharedDevices, Map<String, ContainerLogTail> logs, Map<String, String> warnings,
        List<CreationFailureEvent> failureEvents, List<MisleadingQuotaEntry> limits, NodeDiagnosisFacts evidence,
        List<String> skipped, List<Problem> refusals, Instant now) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DiagnosisInput.class);

    public DiagnosisInput {
        pendingPods = List.copyOf(pendingPods);
        symptoms = List.copyOf(symptoms);
        sharedDevices = List.copyOf(sharedDevices);
        logs = Map.copyOf(logs);
        warnings = Map.copyOf(warnings);
        failureEvents = List.copyOf(failureEvents);
        limits = List.copyOf(limits);
        skipped = List.copyOf(skipped);
        refusals = List.copyOf(refusals);
    }

    /**
     * Waiting pods that are alike.
     *
     * @param fit of the first of them
     */
    public record SimilarPendingPods(List<PodSummary> pods, PodFitResult fit) {

        public SimilarPendingPods {
            pods = List.copyOf(pods);
        }
    }

    /**
     * A symptom of a pod.
     *
     * @param id        in the matrix
     * @param otherPods    pods of its owner of which the same is told
     * @param container whose log tells more; empty where those of all do
     */
    public record PodSymptom(String id, PodSummary pod, List<String> evidence, List<PodSummary> otherPods,
            String container) {

        public PodSymptom {
            evidence = List.copyOf(evidence);
            otherPods = List.copyOf(otherPods);
        }

        /** One that is told of a pod alone. */
        PodSymptom(String id, PodSummary pod, List<String> evidence) {
            this(id, pod, evidence, List.of(), "");
        }

        /** Returns one symptom for all pods of one owner that have the same one. */
        static List<PodSymptom> groupSymptoms(List<PodSymptom> signs) {
            var groups = new LinkedHashMap<String, List<PodSymptom>>();
            for (var podSymptom : signs) {
                groups.computeIfAbsent(podSymptom.groupKey(), _ -> new ArrayList<>()).add(podSymptom);
            }
            return groups.values().stream().map(PodSymptom::joinSymptoms).toList();
        }

        private String groupKey() {
            var owner = PodOwnerFinder.ownerOf(pod);
            return id + " " + (owner.exists() ? pod.namespace() + "/" + owner.kind() + "/" + owner.name() : pod.key());
        }

        private static PodSymptom joinSymptoms(List<PodSymptom> alike) {
            var first = alike.getFirst();
            if (alike.size() == 1) {
                return first;
            }
            var evidence = new ArrayList<>(first.evidence());
            evidence.add(MESSAGES.text("same.owner", alike.size() - 1, PodOwnerFinder.ownerOf(first.pod()).name(),
                    SymptomPlaceholderValues
                            .namesText(alike.stream().skip(1).map(other -> other.pod().name()).toList())));
            return new PodSymptom(first.id(), first.pod(), evidence,
                    alike.stream().skip(1).map(PodSymptom::pod).toList(), first.container());
        }
    }

    /**
     * A device that several pods share and that has little to do.
     *
     * @param device what names it on its node
     */
    public record IdleSharedDevice(String node, String device, List<String> evidence) {

        public IdleSharedDevice {
            evidence = List.copyOf(evidence);
        }
    }

    /**
     * An event about something that could not be created.
     *
     * @param object as kubectl names it
     * @param requiredQuota what the refusing quota would have to allow; empty where there is none, or it has room now
     * @param limitRange  of limits that refuses it; empty where it is about none, or not known which
     * @param quotaHasRoom whether the quota that refused it has room now
     */
    public record CreationFailureEvent(String object, String message, Optional<RequiredQuota> requiredQuota,
            Optional<String> limitRange, boolean quotaHasRoom) {

        private static final String IN = " -n ";

        /** One of which it is not known yet whether a range of limits refuses it. */
        CreationFailureEvent(String object, String message) {
            this(object, message, ExceededQuotaMessage.parse(message).map(quota -> quota.requiredFor(1)),
                    Optional.empty(), false);
        }

        /** Returns the finding that explains it; empty where the message is unknown. */
        Optional<DiagnosisFinding> finding(GpuStackSymptomCatalog catalog, SymptomPlaceholderValues of) {
            return quotaHasRoom ? Optional.of(catalog.finding("quota-roomy", of, List.of(message)))
                    : catalog.eventFinding(message, of);
        }

        /** Returns the change of the quota that is used up, or of the limit range that refuses; empty for neither. */
        Optional<FindingRemediation> remediation() {
            return requiredQuota.flatMap(this::quotaIncreaseRemedy).or(this::limitRangeRemedy);
        }

        private Optional<FindingRemediation> quotaIncreaseRemedy(RequiredQuota amounts) {
            return ExceededQuotaMessage.parse(message).<FindingRemediation>map(
                    quota -> new FindingRemediation.QuotaIncreaseRemedy(namespace(), quota.quota(), amounts));
        }

        private Optional<FindingRemediation.LimitRangeRemedy> limitRangeRemedy() {
            return limitRange.map(name -> new FindingRemediation.LimitRangeRemedy(namespace(), name));
        }

        String namespace() {
            return TextExcerpt.afterFirst(object, IN);
        }

        /** Returns its kind and name. */
        String kindAndName() {
            return TextExcerpt.beforeFirst(object, IN);
        }
    }

    /**
     * An entry of a quota or limit range that has another effect than it seems to.
     *
     * @param id     in the matrix
     * @param object a quota or range of limits
     */
    public record MisleadingQuotaEntry(String id, ObjectRef object, String entryText) {

        FindingRemediation remediation() {
            if (object.kind().equals("ResourceQuota")) {
                return new FindingRemediation.QuotaIncreaseRemedy(object.namespace(), object.name(),
                        RequiredQuota.UNKNOWN);
            }
            return new FindingRemediation.LimitRangeRemedy(object.namespace(), object.name());
        }

        /** Returns the name that kubectl uses. */
        String kubectlName() {
            return "%s/%s -n %s".formatted(object.resource(), object.name(), object.namespace());
        }
    }

    /** Returns the problem that hides nodes; empty where those that are seen are all. */
    Optional<Problem> nodesProblem() {
        if (fleet.snapshot().nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            return Optional.of(problem);
        }
        return Optional.empty();
    }

    /** Returns the problem of each collection, object or log that could not be read. */
    List<Problem> unreadProblems() {
        var snapshot = fleet.snapshot();
        var problems = Stream.of(nodesProblem().stream(), snapshot.podsProblem().stream(),
                stack.stream().flatMap(each -> each.objects().problems()), snapshot.devices().hiddenProblems(),
                refusals.stream(), readingsProblems()).flatMap(each -> each);
        // The same refusal may be told with and without the server's words.
        var distinct = new LinkedHashMap<String, Problem>();
        problems.forEach(problem -> distinct.putIfAbsent(problem.headline(), problem));
        return List.copyOf(distinct.values());
    }

    /** Returns the refusals of exporters' metrics. */
    private Stream<Problem> readingsProblems() {
        var readings = fleet.readings();
        return Stream
                .concat(Stream.ofNullable(readings.problem()),
                        fleet.nodes().stream().map(node -> readings.readingsOf(node.name())).filter(Objects::nonNull)
                                .flatMap(node -> Stream.ofNullable(node.problem())))
                .filter(problem -> problem.kind() == Problem.OperationProblemKind.FORBIDDEN);
    }

    Map<String, PodSummary> allPods() {
        var pods = new TreeMap<String, PodSummary>();
        for (var node : fleet.snapshot().nodes()) {
            node.pods().forEach(pod -> pods.put(pod.key(), pod));
        }
        fleet.snapshot().unbound().forEach(pod -> pods.put(pod.key(), pod));
        return pods;
    }
}
