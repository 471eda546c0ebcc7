package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import tessera.kube.quantity.ResourceAmounts;
import tessera.scheduling.spec.ManifestPodFinder.IdenticalPodSet;

/**
 * The pods that an object runs at once, as sets of identical pods, as far as its templates tell. Pure.
 *
 * @param sets those of each kind
 */
public record ConcurrentPodSets(List<IdenticalPodSet> sets) {

    private static final String TRAIN_JOB = "TrainJob";

    public ConcurrentPodSets {
        sets = List.copyOf(sets);
    }

    /** Returns the pods of an object as read from the API server or from a manifest. */
    public static ConcurrentPodSets of(JsonNode maker) {
        return ofKind(maker.path("kind").asText(), maker);
    }

    /** Returns the pods of a list item, which does not tell its kind. */
    public static ConcurrentPodSets ofKind(String kind, JsonNode maker) {
        if (kind.equals("Workload")) {
            return new ConcurrentPodSets(
                    maker.at("/spec/podSets").valueStream().map(set -> new IdenticalPodSet("Workload", "",
                            set.path("template"), Math.max(0, set.path("count").asLong(1)), false, "")).toList());
        }
        var sets = new ArrayList<>(ManifestPodFinder.readContents(List.of(maker), "").pods());
        if (kind.equals(TRAIN_JOB) && maker.at("/spec/trainer").has("resourcesPerNode")) {
            sets.add(trainerPods(maker.at("/spec/trainer")));
        }
        return new ConcurrentPodSets(sets);
    }

    /** Returns the trainer pods of a TrainJob; node selection and missing requests are left to its runtime. */
    private static IdenticalPodSet trainerPods(JsonNode trainer) {
        var pod = JsonNodeFactory.instance.objectNode();
        pod.putObject("spec").putArray("containers").addObject().put("name", "node").set("resources",
                trainer.path("resourcesPerNode").deepCopy());
        return new IdenticalPodSet(TRAIN_JOB, "", pod, Math.max(0, trainer.path("numNodes").asLong(1)), false, "");
    }

    /** Returns the sum of all requests. */
    public ResourceAmounts totalRequests() {
        return sets.stream().map(set -> PodSchedulingSpec.of(set.pod()).requests().times(set.count()))
                .reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    /** Returns whether some of the pods use resource claims. */
    public boolean claimsDevices() {
        return sets.stream()
                .anyMatch(set -> set.count() > 0 && !PodSchedulingSpec.of(set.pod()).deviceClaims().isEmpty());
    }
}
