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
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.GpuFraction;
import tessera.insight.OtherDevices;
import tessera.insight.PodOwners;
import tessera.insight.WaitingReason;
import tessera.model.PodFacts;
import tessera.model.PodPhase;

/** The pods that want or hold accelerators; those that wait come first. */
public final class PodsReport extends CommandReport {

    private static final List<String> NARROW = List.of("NAMESPACE", "POD", "NODE", "REQUESTS", "OWNER", "PHASE",
            "REASON");
    private static final List<String> WIDE = List.of("STATUS", "RESTARTS", "PRIORITY", "AGE", "MESSAGE");

    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    private final WaitingReason reasons;
    private final Instant now;
    private final String namespace;
    private final boolean pending;
    private final OtherDevices devices;
    private final List<PodFacts> others;
    private final List<PodFacts> pods;

    /**
     * Which pods are asked for.
     *
     * @param pending   only those on no node
     * @param all       also those that ask for devices that are no accelerators
     * @param namespace only those of it; empty for all
     */
    public record PodScopeOptions(boolean pending, boolean all, String namespace) {

        /** Whether those of a namespace are. */
        public boolean means(String other) {
            return namespace.isEmpty() || namespace.equals(other);
        }
    }

    /** A report on GPU pods. */
    public PodsReport(GpuFleet fleet, AcceleratorCatalog accelerators, PodScopeOptions wanted, Instant now) {
        super(NARROW, WIDE);
        namespace = wanted.namespace();
        pending = wanted.pending();
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.reasons = new WaitingReason(fleet, accelerators);
        this.now = now;
        devices = new OtherDevices(accelerators);
        others = devices.waiting(fleet.snapshot()).stream().filter(pod -> wanted.means(pod.namespace())).toList();
        var claiming = fleet.holders().map(PodFacts::key).collect(Collectors.toSet());
        var onUnknownNodes = fleet.snapshot().unbound().stream().filter(pod -> !pod.waitsForNode());
        var placed = Stream
                .concat(fleet.snapshot().nodes().stream().flatMap(node -> node.pods().stream()), onUnknownNodes)
                .filter(pod -> pod.phase() != PodPhase.SUCCEEDED
                        && (accelerators.wantedBy(pod) || claiming.contains(pod.key())
                                || (wanted.all() && devices.alone(pod))))
                .sorted(Comparator.comparing(PodFacts::key));
        var waiting = Stream.concat(fleet.waiting().stream(), wanted.all() ? others.stream() : Stream.empty());
        this.pods = Stream.concat(waiting, wanted.pending() ? Stream.empty() : placed)
                .filter(pod -> wanted.means(pod.namespace())).toList();
    }

    /** How many pods wait for devices that are no accelerators, and for which; empty where none does. */
    public Optional<String> otherDevices() {
        return others.isEmpty() ? Optional.empty()
                : Optional.of("%s for devices that are no known accelerators: %s".formatted(
                        others.size() == 1 ? "1 pod waits" : others.size() + " pods wait", devices.names(others)));
    }

    @Override
    String nothing() {
        return (pending ? "No pod waits for GPUs%s%s." : "No GPU pods found%s%s.").formatted(
                namespace.isEmpty() ? "" : " in the namespace " + namespace,
                fleet.snapshot().allocationComplete() ? "" : " among those that may be listed");
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var pod : pods) {
            var owner = PodOwners.of(pod);
            var row = new ArrayList<>(List.of(pod.namespace(), pod.name(), pod.node().isEmpty() ? "-" : pod.node(),
                    asks(pod),
                    owner.exists() ? owner.kind() + "/" + owner.name() : "-", phase(pod), told(pod)));
            if (wide) {
                row.addAll(List.of(pod.status(), Integer.toString(pod.restarts()), Integer.toString(pod.priority()),
                        age(pod), pod.message().replace('\n', ' ')));
            }
            table.add(row);
        }
    }

    private String asks(PodFacts pod) {
        return Stream.concat(GpuFraction.of(pod).map(GpuFraction::words).stream(),
                requests(pod).entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()))
                .collect(Collectors.joining(","));
    }

    private Map<String, Long> requests(PodFacts pod) {
        var requests = new TreeMap<String, Long>();
        pod.requests().names().stream()
                .filter(name -> accelerators.wants(pod.requests(), name))
                .forEach(name -> requests.put(name, pod.requests().get(name)));
        if (devices.alone(pod)) {
            requests.putAll(devices.of(pod.requests()));
        }
        fleet.node(pod.node()).map(node -> node.claimed().requests(pod)).ifPresent(requests::putAll);
        return requests;
    }

    private static void fraction(ObjectNode json, GpuFraction part) {
        json.put("gpus", part.gpus());
        if (part.part() > 0) {
            json.put("ofEach", part.part());
        } else {
            json.put("mebibytesOfEach", part.mebibytes());
        }
    }

    private static String phase(PodFacts pod) {
        var name = pod.phase().name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private String reason(PodFacts pod) {
        if (pod.waitsForNode()) {
            return reasons.of(pod);
        }
        var sharers = sharers(pod);
        return sharers.isEmpty() ? pod.reason()
                : "Reserves a GPU for %s".formatted(String.join(", ", sharers.stream().map(PodFacts::key).toList()));
    }

    /** Those for whom a pod of KAI only reserves a GPU. */
    private List<PodFacts> sharers(PodFacts pod) {
        return GpuFraction.reserves(pod)
                ? fleet.node(pod.node()).map(node -> node.reservedFor(pod)).orElse(List.of())
                : List.of();
    }

    /** Of a pod that is on a node but does not simply run, what it does instead is reason enough. */
    private String told(PodFacts pod) {
        var reason = reason(pod);
        return reason.isEmpty() && !pod.status().equals(phase(pod)) ? pod.status() : reason;
    }

    private long seconds(PodFacts pod) {
        var created = pod.created();
        return created == null ? -1 : fleet.snapshot().age(created, now).toSeconds();
    }

    private String age(PodFacts pod) {
        long seconds = seconds(pod);
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
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "PodList").put("complete",
                fleet.snapshot().allocationComplete()).put("waitingForOtherDevices", others.size());
        var list = json.putArray("pods");
        for (var pod : pods) {
            var owner = PodOwners.of(pod);
            var entry = list.addObject().put("namespace", pod.namespace()).put("name", pod.name())
                    .put("node", pod.node()).put("phase", phase(pod)).put("status", pod.status())
                    .put("reason", reason(pod)).put("message", pod.message()).put("priority", pod.priority())
                    .put("restarts", pod.restarts());
            if (pod.waitsForNode()) {
                switch (reasons.judge(pod).prospect()) {
                    case LATER -> entry.put("waitingHelps", true);
                    case NEVER -> entry.put("waitingHelps", false);
                    case UNKNOWN -> entry.putNull("waitingHelps");
                }
            }
            var requests = entry.putObject("requests");
            requests(pod).forEach(requests::put);
            GpuFraction.of(pod).ifPresent(part -> fraction(entry.putObject("fraction"), part));
            fleet.node(pod.node()).map(node -> node.noted(pod)).filter(held -> held > 0)
                    .ifPresent(held -> entry.put("holdsGpus", held));
            if (GpuFraction.reserves(pod)) {
                var reserved = entry.putArray("reservesFor");
                sharers(pod).forEach(sharer -> reserved.add(sharer.key()));
            }
            if (owner.exists()) {
                entry.putObject("owner").put("kind", owner.kind()).put("name", owner.name());
            }
            if (seconds(pod) >= 0) {
                entry.put("ageSeconds", seconds(pod));
            }
        }
        return json;
    }
}
