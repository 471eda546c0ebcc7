package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.fit.Surroundings.Neighbour;
import tessera.fit.wish.CompanyTerm;
import tessera.fit.wish.HostPort;
import tessera.fit.wish.PodWish;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;

/** Reads what the placing of a pod depends on beside nodes and pods as snapshots have them. Waits for the cluster. */
public final class SurroundingsReader {

    private static final ObjectRef PODS = ObjectRef.pod("", "");
    private static final ObjectRef NAMESPACES = new ObjectRef("v1", "Namespace", "namespaces", "", "");
    private static final String ALIVE = "fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed";
    private static final String QUEUE_GATE = "kueue.x-k8s.io/";
    private static final String JOB = "batch.kubernetes.io/job-name";
    private static final List<String> QUEUE_VERSIONS = List.of("kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1");

    private final ObjectSource source;
    private final List<String> unknown = new ArrayList<>();
    private Optional<Map<String, Neighbour>> neighbours = Optional.empty();
    private Optional<Map<String, Map<String, String>>> namespaces = Optional.empty();

    /** One that has read nothing yet. What is about no single pod it reads once. */
    public SurroundingsReader(ObjectSource source) {
        this.source = source;
    }

    /** Reads for one pod, created or not. What may not be read is told as unknown. One thread at a time. */
    public Surroundings read(PodWish wish) throws Failure, InterruptedException {
        if (neighbours.isEmpty()) {
            neighbours = Optional.of(neighbours());
        }
        var around = neighbours.get();
        if (namespaces.isEmpty() && selectsNamespaces(wish, around)) {
            namespaces = Optional.of(namespaces());
        }
        var claims = new VolumeReader(source).read(wish);
        var queue = wish.gates().stream().anyMatch(gate -> gate.startsWith(QUEUE_GATE)) ? queue(wish)
                : Optional.<String>empty();
        return new Surroundings(around, namespaces.orElseGet(Map::of), claims, devices(wish), queue,
                unknown.stream().distinct().toList());
    }

    private Optional<DeviceClaims> devices(PodWish wish) throws Failure, InterruptedException {
        var found = new ArrayList<DeviceClaims>();
        if (!wish.deviceClaims().isEmpty()) {
            attempt(() -> found.add(new DeviceReader(source).read(wish)),
                    "It claims devices, and what there is to claim may not be looked at");
        }
        // Whoever is still to be launched brings templates along; for a pod that is there they should be.
        boolean coming = wish.uid().isEmpty() && found.stream().anyMatch(claims -> claims.awaited().isPresent());
        if (coming) {
            unknown.add("What its resource claims would get is judged only once their template is in the cluster");
        }
        return coming ? Optional.empty() : found.stream().findFirst();
    }

    /** What is read of the cluster. */
    private interface Reading {
        boolean read() throws Failure, InterruptedException;
    }

    private void attempt(Reading reading, String otherwise) throws Failure, InterruptedException {
        try {
            if (!reading.read()) {
                unknown.add(otherwise);
            }
        } catch (Failure failure) {
            if (failure.problem().kind() != Kind.FORBIDDEN) {
                throw failure;
            }
            unknown.add(otherwise + ": " + failure.problem().sentence());
        }
    }

    private Map<String, Neighbour> neighbours() throws Failure, InterruptedException {
        var found = new HashMap<String, Neighbour>();
        attempt(() -> source.each(PODS, ALIVE, pod -> {
            var ports = HostPort.of(pod.path("spec"));
            var aversion = CompanyTerm.required(pod.path("spec"), pod.path("metadata"), "podAntiAffinity");
            if (!ports.isEmpty() || !aversion.isEmpty()) {
                found.put(pod.path("metadata").path("uid").asText(), new Neighbour(ports, aversion));
            }
        }), "Which ports of nodes are taken, and which pods keep others away, is not known for all pods");
        return found;
    }

    private static boolean selectsNamespaces(PodWish wish, Map<String, Neighbour> neighbours) {
        return wish.affinity().stream().anyMatch(term -> term.namespacesByLabels().isPresent())
                || wish.aversion().stream().anyMatch(term -> term.namespacesByLabels().isPresent())
                || neighbours.values().stream().flatMap(each -> each.aversion().stream())
                        .anyMatch(term -> term.namespacesByLabels().isPresent());
    }

    private Map<String, Map<String, String>> namespaces() throws Failure, InterruptedException {
        var found = new HashMap<String, Map<String, String>>();
        attempt(() -> source.each(NAMESPACES, "", namespace -> {
            var labels = new HashMap<String, String>();
            namespace.path("metadata").path("labels").properties()
                    .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
            found.put(namespace.path("metadata").path("name").asText(), Map.copyOf(labels));
        }), "Labels of namespaces are not known, by which pods say whom they keep away");
        return found;
    }

    /** What Kueue says of the pod. */
    private Optional<String> queue(PodWish wish) throws Failure, InterruptedException {
        var words = new ArrayList<String>();
        var names = Stream.of(wish.name(), wish.labels().getOrDefault(JOB, wish.name())).collect(Collectors.toSet());
        for (var version : QUEUE_VERSIONS) {
            var kind = new ObjectRef(version, "Workload", "workloads", wish.namespace(), "");
            attempt(() -> {
                source.each(kind, "", workload -> word(workload, names).ifPresent(words::add));
                return true;
            }, "What its queue says is not known");
            if (!words.isEmpty()) {
                break;
            }
        }
        return words.stream().findFirst();
    }

    private static Optional<String> word(JsonNode workload, Set<String> names) {
        boolean owned = false;
        for (var owner : workload.path("metadata").path("ownerReferences")) {
            owned |= names.contains(owner.path("name").asText());
        }
        if (!owned) {
            return Optional.empty();
        }
        for (var condition : workload.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("QuotaReserved")
                    && condition.path("status").asText().equals("False")) {
                return Optional.of(condition.path("message").asText());
            }
        }
        return Optional.empty();
    }
}
