package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.NonAcceleratorResourceFilter;
import tessera.gpu.PodOwnerFinder;
import tessera.gpu.WaitingPodClaimRequests;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ResourceAmountFormatter;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A report on the pods that request or hold accelerators; waiting ones come first. */
public final class GpuPodsReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuPodsReport.class);
    private static final List<String> NARROW = List.of("NAMESPACE", "POD", "NODE", "REQUESTS", "OWNER", "PHASE",
            "REASON");
    private static final List<String> WIDE = List.of("STATUS", "RESTARTS", "PRIORITY", "AGE", "MESSAGE");

    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    private final PendingDiagnosisFinder reasons;
    private final WaitingPodClaimRequests claimRequests;
    private final Instant now;
    private final String namespace;
    private final boolean pending;
    private final NonAcceleratorResourceFilter devices;
    private final List<PodSummary> otherPods;
    private final List<PodSummary> pods;
    private final Map<PodSummary, String> waitingTexts;

    /**
     * The scope of listed pods.
     *
     * @param pending   only those on no node
     * @param all       also those that ask for devices that are no accelerators
     * @param namespace only those of it; empty for all
     */
    public record PodListScope(boolean pending, boolean all, String namespace) {

        /** Returns whether pods of a namespace are listed. */
        public boolean includesNamespace(String other) {
            return namespace.isEmpty() || namespace.equals(other);
        }
    }

    /** A report on GPU pods. */
    public GpuPodsReport(GpuFleet fleet, AcceleratorCatalog accelerators, PodListScope scope, Instant now) {
        this(fleet, accelerators, scope, now, Map.of());
    }

    /**
     * A report on GPU pods.
     *
     * @param waitingTexts why pods wait, as far as events tell it
     */
    public GpuPodsReport(GpuFleet fleet, AcceleratorCatalog accelerators, PodListScope scope, Instant now,
            Map<PodSummary, String> waitingTexts) {
        super(NARROW, WIDE);
        this.waitingTexts = Map.copyOf(waitingTexts);
        namespace = scope.namespace();
        pending = scope.pending();
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.reasons = new PendingDiagnosisFinder(fleet, accelerators);
        this.claimRequests = new WaitingPodClaimRequests(fleet.snapshot());
        this.now = now;
        devices = new NonAcceleratorResourceFilter(accelerators);
        otherPods = devices.waitingPods(fleet.snapshot()).stream()
                .filter(pod -> scope.includesNamespace(pod.namespace())).toList();
        var claiming = fleet.holders().map(PodSummary::key).collect(Collectors.toSet());
        var onUnknownNodes = fleet.snapshot().unbound().stream().filter(pod -> !pod.waitsForNode());
        var placed = Stream
                .concat(fleet.snapshot().nodes().stream().flatMap(node -> node.pods().stream()), onUnknownNodes)
                .filter(pod -> pod.phase() != PodPhase.SUCCEEDED && (accelerators.isRequestedBy(pod)
                        || claiming.contains(pod.key()) || (scope.all() && devices.isOnlyRequest(pod))))
                .sorted(Comparator.comparing(PodSummary::key));
        var waiting = Stream.concat(fleet.pendingPods().stream(), scope.all() ? otherPods.stream() : Stream.empty());
        this.pods = Stream.concat(waiting, scope.pending() ? Stream.empty() : placed)
                .filter(pod -> scope.includesNamespace(pod.namespace())).toList();
    }

    /** Returns the number of pods that wait for devices other than accelerators, and those devices; empty where none does. */
    public Optional<String> otherDevicesText() {
        if (otherPods.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(MESSAGES.text("pods.others", otherPods.size(), devices.namesText(otherPods)));
    }

    @Override
    String emptyText() {
        return MESSAGES.text(pending ? "pods.nonePending" : "pods.none", namespace, namespace.isEmpty(),
                fleet.snapshot().isAllocationComplete());
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var pod : pods) {
            var owner = PodOwnerFinder.ownerOf(pod);
            var row = new ArrayList<>(List.of(pod.namespace(), pod.name(), OptionalText.orElse(pod.node(), "-"),
                    requestText(pod), owner.exists() ? owner.kind() + "/" + owner.name() : "-", phaseText(pod),
                    statusReason(pod)));
            if (wide) {
                row.addAll(List.of(pod.status(), Integer.toString(pod.restarts()), Integer.toString(pod.priority()),
                        ageText(pod), pod.message().replace('\n', ' ')));
            }
            table.add(row);
        }
    }

    private String requestText(PodSummary pod) {
        return Stream.of(KaiGpuFraction.fromAnnotations(pod).map(KaiGpuFraction::fractionText).stream(),
                requestsOf(pod).entrySet().stream()
                        .map(entry -> entry.getKey() + "="
                                + ResourceAmountFormatter.amountText(entry.getKey(), entry.getValue())),
                uncountedRequests(pod).stream()).flatMap(texts -> texts).collect(Collectors.joining(","));
    }

    private Map<String, Long> requestsOf(PodSummary pod) {
        var requests = new TreeMap<String, Long>();
        pod.requests().names().stream().filter(name -> accelerators.isRequested(pod.requests(), name))
                .forEach(name -> requests.put(name, pod.requests().get(name)));
        if (devices.isOnlyRequest(pod)) {
            requests.putAll(devices.amountsOf(pod.requests()));
        }
        fleet.node(pod.node()).map(node -> node.claimedBoards().requestsOf(pod)).ifPresent(requests::putAll);
        if (pod.waitsForNode()) {
            claimRequests.countsOf(pod).forEach((name, count) -> requests.merge(name, count, Long::sum));
        }
        return requests;
    }

    private List<String> uncountedRequests(PodSummary pod) {
        if (pod.waitsForNode()) {
            return claimRequests.uncountedTexts(pod);
        }
        return List.of();
    }

    private void putUncountedRequests(ObjectNode json, PodSummary pod) {
        var requests = uncountedRequests(pod);
        if (!requests.isEmpty()) {
            var array = json.putArray("uncountedRequests");
            requests.forEach(array::add);
        }
    }

    private static void putFraction(ObjectNode json, KaiGpuFraction part) {
        json.put("gpus", part.gpus());
        if (part.fraction() > 0) {
            json.put("ofEach", part.fraction());
        } else {
            json.put("mebibytesOfEach", part.mebibytes());
        }
    }

    private static String phaseText(PodSummary pod) {
        var name = pod.phase().name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private String reasonText(PodSummary pod) {
        if (pod.waitsForNode()) {
            var told = waitingTexts.get(pod);
            return told == null ? reasons.reasonText(pod) : told;
        }
        var sharers = sharingPods(pod);
        if (sharers.isEmpty()) {
            return pod.reason();
        }
        return MESSAGES.text("pods.reserves", String.join(", ", sharers.stream().map(PodSummary::key).toList()));
    }

    private String reasonCode(PodSummary pod) {
        return pod.waitsForNode() ? reasons.diagnose(pod).reason().cause().code() : pod.reason();
    }

    /** Returns the pods for whom a reservation pod of KAI reserves a GPU. */
    private List<PodSummary> sharingPods(PodSummary pod) {
        if (KaiGpuFraction.isReservation(pod)) {
            return fleet.node(pod.node()).map(node -> node.reservedFor(pod)).orElse(List.of());
        }
        return List.of();
    }

    /** Returns the reason, or the status of a pod on a node that does not simply run. */
    private String statusReason(PodSummary pod) {
        var reason = reasonText(pod);
        return reason.isEmpty() && !pod.status().equals(phaseText(pod)) ? pod.status() : reason;
    }

    private long ageSeconds(PodSummary pod) {
        var created = pod.created();
        return created == null ? -1 : fleet.snapshot().ageOf(created, now).toSeconds();
    }

    private String ageText(PodSummary pod) {
        long seconds = ageSeconds(pod);
        if (seconds < 0) {
            return "";
        }
        var age = Duration.ofSeconds(seconds);
        if (age.toMinutes() < 2) {
            return seconds + "s";
        }
        if (age.toHours() < 2) {
            return age.toMinutes() + "m";
        }
        return age.toDays() < 2 ? age.toHours() + "h" : age.toDays() + "d";
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "PodList")
                .put("complete", fleet.snapshot().isAllocationComplete())
                .put("waitingForOtherDevices", otherPods.size());
        var list = json.putArray("pods");
        for (var pod : pods) {
            var owner = PodOwnerFinder.ownerOf(pod);
            var entry = list.addObject().put("namespace", pod.namespace()).put("name", pod.name())
                    .put("node", pod.node()).put("phase", phaseText(pod)).put("status", pod.status())
                    .put("reason", reasonText(pod)).put("reasonCode", reasonCode(pod)).put("message", pod.message())
                    .put("priority", pod.priority()).put("restarts", pod.restarts());
            if (pod.waitsForNode()) {
                switch (reasons.diagnose(pod).prospect()) {
                    case LATER -> entry.put("waitingHelps", true);
                    case NEVER -> entry.put("waitingHelps", false);
                    case UNKNOWN -> entry.putNull("waitingHelps");
                }
            }
            var requests = entry.putObject("requests");
            requestsOf(pod).forEach(requests::put);
            putUncountedRequests(entry, pod);
            KaiGpuFraction.fromAnnotations(pod).ifPresent(part -> putFraction(entry.putObject("fraction"), part));
            fleet.node(pod.node()).map(node -> node.notedShare(pod)).filter(held -> held > 0)
                    .ifPresent(held -> entry.put("holdsGpus", held));
            if (KaiGpuFraction.isReservation(pod)) {
                var reserved = entry.putArray("reservesFor");
                sharingPods(pod).forEach(sharer -> reserved.add(sharer.key()));
            }
            if (owner.exists()) {
                entry.putObject("owner").put("kind", owner.kind()).put("name", owner.name());
            }
            if (ageSeconds(pod) >= 0) {
                entry.put("ageSeconds", ageSeconds(pod));
            }
        }
        return json;
    }
}
