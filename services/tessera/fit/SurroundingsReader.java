package tessera.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.fit.wish.PodWish;
import tessera.model.Failure;

/** Reads what the placing of a pod depends on beside nodes and pods as snapshots have them. Waits for the cluster. */
public final class SurroundingsReader {

    static final String QUEUE_GATE = "kueue.x-k8s.io/";
    private static final int EVENTS = 2;
    private static final String JOB = "batch.kubernetes.io/job-name";

    private final NotedCuts source;
    private final Neighbourhood neighbourhood;
    private final List<String> unknown = new ArrayList<>();

    /** One that has read nothing yet. What is about no single pod it reads once. */
    public SurroundingsReader(ObjectSource source) {
        this(source, new Neighbourhood(source));
    }

    /** One for whoever asks of one pod after the other. */
    public SurroundingsReader(ObjectSource source, Neighbourhoods neighbourhoods) {
        this(source, neighbourhoods.now());
    }

    /** @param neighbourhood what is about no single pod, read for others perhaps */
    SurroundingsReader(ObjectSource source, Neighbourhood neighbourhood) {
        this.source = new NotedCuts(source);
        this.neighbourhood = neighbourhood;
    }

    /** Reads for one pod, created or not. What may not be read is told as unknown. One thread at a time. */
    public Surroundings read(PodWish wish) throws Failure, InterruptedException {
        unknown.clear();
        source.forget();
        var around = neighbourhood.around(wish);
        var claims = new VolumeReader(source).read(wish);
        var queue = wish.gates().stream().anyMatch(gate -> gate.startsWith(QUEUE_GATE)) ? queue(wish)
                : Optional.<Queued>empty();
        var devices = devices(wish);
        var shares = ShareCheck.concerns(wish) ? neighbourhood.shares() : ShareRules.UNKNOWN;
        var scaling = scaling(wish);
        var start = start(wish);
        var warnings = warnings(wish);
        var priorities = wish.preempts() || !wish.node().isEmpty() ? Priorities.UNKNOWN
                : neighbourhood.priorities().orElse(Priorities.UNKNOWN);
        unknown.addAll(source.cuts());
        return new Surroundings(around.neighbours(), around.namespaces(), claims, devices, shares, queue, scaling,
                start, warnings, priorities,
                Stream.concat(around.unknown().stream(), unknown.stream()).distinct().toList());
    }

    private Optional<DeviceClaims> devices(PodWish wish) throws Failure, InterruptedException {
        var found = new ArrayList<DeviceClaims>();
        if (DeviceReader.concerns(wish)) {
            // Whoever claims nothing has nothing to miss where claims may not be looked at.
            var lacks = wish.deviceClaims().isEmpty() ? new ArrayList<String>() : unknown;
            Neighbourhood.attempt(lacks, () -> {
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
    private Optional<Queued> queue(PodWish wish) throws Failure, InterruptedException {
        var names = Stream.of(wish.name(), wish.labels().getOrDefault(JOB, wish.name())).collect(Collectors.toSet());
        return new QueueSource(new Kueue(source), wish.namespace()).read(
                owner -> names.contains(owner.path("name").asText()), unknown::add);
    }

    private Optional<Scaling> scaling(PodWish wish) throws Failure, InterruptedException {
        var found = new ArrayList<Scaling>();
        if (!wish.uid().isEmpty() && wish.node().isEmpty()) {
            Neighbourhood.attempt(unknown, () -> {
                Scaling.read(source, wish.namespace(), wish.uid()).ifPresent(found::add);
                return true;
            }, "What an autoscaler says of it is not known");
        }
        return found.stream().findFirst();
    }

    /** Other schedulers say in events what the condition of the pod has no room for. */
    private List<String> warnings(PodWish wish) throws Failure, InterruptedException {
        var found = new ArrayList<String>();
        if (!wish.uid().isEmpty() && wish.node().isEmpty() && !wish.scheduler().equals(PodWish.USUAL_SCHEDULER)) {
            Neighbourhood.attempt(unknown, () -> {
                PodEvents.read(source, wish.namespace(), wish.uid()).all().stream().filter(PodEvents.Told::warning)
                        .map(PodEvents.Told::words).distinct().limit(EVENTS).forEach(found::add);
                return true;
            }, "What its scheduler has noted of it is not known");
        }
        return found;
    }

    private Optional<Start> start(PodWish wish) throws Failure, InterruptedException {
        var found = new ArrayList<Start>();
        if (!wish.uid().isEmpty() && !wish.node().isEmpty()) {
            Neighbourhood.attempt(unknown, () -> found.add(Start.read(source, wish)),
                    "What its kubelet says of it is not known");
        }
        return found.stream().findFirst();
    }
}
