package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.doctor.Known.Underused;
import tessera.fit.ObjectSource;
import tessera.insight.Fleet;
import tessera.insight.Owners;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.Quantity;
import tessera.model.reading.Metric;

/** Looks for pods whose GPUs have little to do, and for what most likely keeps these waiting. Waits for the cluster. */
final class Underuse {

    /** Training that keeps its GPUs less busy than that waits for something. */
    private static final double LITTLE = 0.30;
    /** Below that nobody uses them, which is told of the devices. */
    private static final double NOTHING = 0.05;
    private static final double AT_LIMIT = 0.9;
    private static final int MOST = 20;

    private final ObjectSource objects;

    Underuse(ObjectSource objects) {
        this.objects = objects;
    }

    /** What a pod uses of what its containers may use; empty where they have no limit. */
    private record Share(String words, Optional<Double> part) {

        boolean full() {
            return part.filter(share -> share >= AT_LIMIT).isPresent();
        }
    }

    List<Underused> of(Fleet fleet) throws Failure, InterruptedException {
        var found = new LinkedHashMap<String, List<Underused>>();
        for (var each : candidates(fleet).entrySet()) {
            judged(each.getKey(), each.getValue()).ifPresent(
                    one -> found.computeIfAbsent(alike(one), _ -> new ArrayList<>()).add(one));
        }
        return found.values().stream().map(Underuse::together).toList();
    }

    /** Pods of one owner that wait for the same are alike. */
    private static String alike(Underused one) {
        var owner = Owners.of(one.pod());
        return one.id() + " " + (owner.exists() ? one.pod().namespace() + "/" + owner : one.pod().key());
    }

    private static Underused together(List<Underused> alike) {
        var first = alike.getFirst();
        if (alike.size() == 1) {
            return first;
        }
        var evidence = new ArrayList<>(first.evidence());
        evidence.add("so it is with %d more of %s: %s".formatted(alike.size() - 1, Owners.of(first.pod()).name(), alike
                .stream().skip(1).map(other -> other.pod().name()).collect(Collectors.joining(", "))));
        return new Underused(first.id(), first.pod(), evidence);
    }

    /** How busy the devices of running pods are on average, where each of them is told of one pod alone. */
    private static Map<PodFacts, Double> candidates(Fleet fleet) {
        var busy = new TreeMap<String, DoubleSummaryStatistics>();
        for (var node : fleet.readings().nodes().values()) {
            for (var device : node.devices()) {
                double share = device.values().get(Metric.UTILISATION);
                if (!Double.isNaN(share) && device.instances().isEmpty() && device.holders().size() == 1) {
                    busy.computeIfAbsent(device.holders().getFirst().key(), _ -> new DoubleSummaryStatistics())
                            .accept(share);
                }
            }
        }
        var candidates = new TreeMap<PodFacts, Double>(Comparator.comparing(PodFacts::key));
        fleet.snapshot().nodes().stream().flatMap(node -> node.pods().stream())
                .filter(pod -> pod.phase() == PodPhase.RUNNING && mean(busy, pod.key()) < LITTLE)
                .limit(MOST).forEach(pod -> candidates.put(pod, mean(busy, pod.key())));
        return candidates;
    }

    /** As busy as can be where nothing is measured. */
    private static double mean(Map<String, DoubleSummaryStatistics> busy, String pod) {
        var all = busy.get(pod);
        return all == null ? 1 : all.getAverage();
    }

    private Optional<Underused> judged(PodFacts pod, double busy) throws Failure, InterruptedException {
        var whole = objects.object(ObjectRef.pod(pod.namespace(), pod.name()));
        var measured = objects.object(new ObjectRef("metrics.k8s.io/v1beta1", "PodMetrics", "pods", pod.namespace(),
                pod.name()));
        var evidence = new ArrayList<String>();
        evidence.add("its GPUs are %d %% busy on average".formatted(Math.round(busy * 100)));
        if (whole.isEmpty() || measured.isEmpty()) {
            evidence.add("what it uses of processors and memory is not known: the cluster has no metrics of it");
            return busy < NOTHING ? Optional.empty() : Optional.of(new Underused("low-utilisation", pod, evidence));
        }
        var processors = share(whole.get(), measured.get(), "cpu");
        var memory = share(whole.get(), measured.get(), "memory");
        evidence.add(processors.words());
        evidence.add(memory.words());
        if (processors.full()) {
            return Optional.of(new Underused("low-utilisation-cpu", pod, evidence));
        }
        if (memory.full()) {
            return Optional.of(new Underused("low-utilisation-memory", pod, evidence));
        }
        return busy < NOTHING ? Optional.empty() : Optional.of(new Underused("low-utilisation-data", pod, evidence));
    }

    private static Share share(JsonNode pod, JsonNode measured, String resource) {
        var limit = sum(pod.at("/spec/containers"), "/resources/limits/" + resource);
        var used = sum(measured.path("containers"), "/usage/" + resource).orElse(BigDecimal.ZERO);
        var words = resource.equals("cpu") ? "%s cores".formatted(rounded(used, BigDecimal.ONE))
                : "%s GiB of memory".formatted(rounded(used, BigDecimal.valueOf(1 << 30)));
        return limit.filter(most -> most.signum() > 0).map(most -> new Share("it uses %s of at most %s".formatted(words,
                rounded(most, resource.equals("cpu") ? BigDecimal.ONE : BigDecimal.valueOf(1 << 30))),
                Optional.of(used.doubleValue() / most.doubleValue())))
                .orElseGet(() -> new Share("it uses %s, without a limit".formatted(words), Optional.empty()));
    }

    private static String rounded(BigDecimal amount, BigDecimal unit) {
        return amount.divide(unit, 1, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }

    /** Of all containers; empty where one of them does not say it. */
    private static Optional<BigDecimal> sum(JsonNode containers, String path) {
        var sum = BigDecimal.ZERO;
        for (var container : containers) {
            var amount = Quantity.exact(container.at(path).asText());
            if (amount.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.add(amount.get());
        }
        return containers.isEmpty() ? Optional.empty() : Optional.of(sum);
    }
}
