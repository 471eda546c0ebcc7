package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.Failure;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Reads what the placing of a pod depends on beside nodes and pods as snapshots have them. Waits for the cluster. */
public final class SurroundingsReader {

    static final String QUEUE_GATE = "kueue.x-k8s.io/";
    private static final int EVENTS = 2;
    private static final String JOB = "batch.kubernetes.io/job-name";

    private final TruncationLog source;
    private final SchedulingContext neighbourhood;
    private final List<String> unknown = new ArrayList<>();

    /** One that has read nothing yet. What is about no single pod it reads once. */
    public SurroundingsReader(ObjectSource source) {
        this(source, new SchedulingContext(source));
    }

    /** One for whoever asks of one pod after the other. */
    public SurroundingsReader(ObjectSource source, SchedulingContextCache neighbourhoods) {
        this(source, neighbourhoods.now());
    }

    /** @param neighbourhood what is about no single pod, read for others perhaps */
    SurroundingsReader(ObjectSource source, SchedulingContext neighbourhood) {
        this.source = new TruncationLog(source);
        this.neighbourhood = neighbourhood;
    }

    /** Reads for one pod, created or not. What may not be read is told as unknown. One thread at a time. */
    public PlacementInputs read(PodSchedulingSpec wish) throws Failure, InterruptedException {
        unknown.clear();
        source.forget();
        var around = neighbourhood.around(wish);
        var claims = new VolumeReader(source).read(wish);
        var queue = wish.gates().stream().anyMatch(gate -> gate.startsWith(QUEUE_GATE)) ? queue(wish)
                : Optional.<QueueStatus>empty();
        var devices = devices(wish);
        var shares = ShareCheck.concerns(wish) ? neighbourhood.shares() : ShareRules.UNKNOWN;
        var scaling = scaling(wish);
        var start = start(wish);
        var warnings = warnings(wish);
        var priorities = wish.preempts() || !wish.node().isEmpty() ? PriorityClasses.UNKNOWN
                : neighbourhood.priorities().orElse(PriorityClasses.UNKNOWN);
        unknown.addAll(source.cuts());
        return new PlacementInputs(around.neighbours(), around.namespaces(), claims, devices, shares, queue, scaling,
                start, warnings, priorities,
                Stream.concat(around.unknown().stream(), unknown.stream()).distinct().toList());
    }

    private Optional<DeviceClaims> devices(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var found = new ArrayList<DeviceClaims>();
        if (DeviceReader.concerns(wish)) {
            // Whoever claims nothing has nothing to miss where claims may not be looked at.
            var lacks = wish.deviceClaims().isEmpty() ? new ArrayList<String>() : unknown;
            SchedulingContext.attempt(lacks, () -> {
                new DeviceReader(source).read(wish).ifPresent(found::add);
                return true;
            }, "It claims devices, and what there is to claim may not be looked at");
        }
        // Whoever is still to be launched brings templates along; for a pod that is there they should be.
        boolean coming = wish.uid().isEmpty() && found.stream().anyMatch(claims -> claims.awaited().isPresent());
        if (coming) {
            unknown.add("What its resource claims would get is judged only once their template is in the cluster, "
                    + "or in the manifest");
        }
        var unclear = found.stream().flatMap(claims -> claims.unclear().stream()).findFirst();
        unclear.ifPresent(expression -> unknown
                .add("Which devices it gets is not judged: what “%s” selects is not known here".formatted(expression)));
        return coming || unclear.isPresent() ? Optional.empty() : found.stream().findFirst();
    }

    /** What Kueue says of the pod. */
    private Optional<QueueStatus> queue(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var names = Stream.of(wish.name(), wish.labels().getOrDefault(JOB, wish.name())).collect(Collectors.toSet());
        return new QueueSource(new KueueObjects(source), wish.namespace()).read(
                owner -> names.contains(owner.path("name").asText()), unknown::add);
    }

    private Optional<AutoscalerStatus> scaling(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var found = new ArrayList<AutoscalerStatus>();
        if (!wish.uid().isEmpty() && wish.node().isEmpty()) {
            SchedulingContext.attempt(unknown, () -> {
                AutoscalerStatus.read(source, wish.namespace(), wish.uid()).ifPresent(found::add);
                return true;
            }, "What an autoscaler says of it is not known");
        }
        return found.stream().findFirst();
    }

    /** Other schedulers say in events what the condition of the pod has no room for. */
    private List<String> warnings(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var found = new ArrayList<String>();
        if (!wish.uid().isEmpty() && wish.node().isEmpty()
                && !wish.scheduler().equals(PodSchedulingSpec.USUAL_SCHEDULER)) {
            SchedulingContext.attempt(unknown, () -> {
                PodEvents.read(source, wish.namespace(), wish.uid()).all().stream().filter(PodEvents.PodEvent::warning)
                        .map(PodEvents.PodEvent::words).distinct().limit(EVENTS).forEach(found::add);
                return true;
            }, "What its scheduler has noted of it is not known");
        }
        return found;
    }

    private Optional<PodStartup> start(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var found = new ArrayList<PodStartup>();
        if (!wish.uid().isEmpty() && !wish.node().isEmpty()) {
            SchedulingContext.attempt(unknown, () -> found.add(PodStartup.read(source, wish)),
                    "What its kubelet says of it is not known");
        }
        return found.stream().findFirst();
    }
}
