package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import tessera.model.ResourceAmounts;
import tessera.scheduling.spec.ManifestPods.Pods;

/**
 * The pods that an object has at once when it runs, of several kinds perhaps, as far as it says. Pure.
 *
 * @param sets those of each kind
 */
public record PodTemplateSet(List<Pods> sets) {

    private static final String TRAIN_JOB = "TrainJob";

    public PodTemplateSet {
        sets = List.copyOf(sets);
    }

    /** Those of an object as the server has it, or as somebody wrote it. */
    public static PodTemplateSet of(JsonNode maker) {
        return of(maker.path("kind").asText(), maker);
    }

    /** The same of an object of a list, which does not say of which kind it is. */
    public static PodTemplateSet of(String kind, JsonNode maker) {
        if (kind.equals("Workload")) {
            return new PodTemplateSet(maker.at("/spec/podSets").valueStream()
                    .map(set -> new Pods("Workload", "", set.path("template"), Math.max(0, set.path("count").asLong(1)),
                            false, ""))
                    .toList());
        }
        var sets = new ArrayList<>(ManifestPods.of(List.of(maker), "").pods());
        if (kind.equals(TRAIN_JOB) && maker.at("/spec/trainer").has("resourcesPerNode")) {
            sets.add(trainer(maker.at("/spec/trainer")));
        }
        return new PodTemplateSet(sets);
    }

    /** Which nodes take them its runtime says, and how much they ask for where the TrainJob does not. */
    private static Pods trainer(JsonNode trainer) {
        var pod = JsonNodeFactory.instance.objectNode();
        pod.putObject("spec").putArray("containers").addObject().put("name", "node").set("resources",
                trainer.path("resourcesPerNode").deepCopy());
        return new Pods(TRAIN_JOB, "", pod, Math.max(0, trainer.path("numNodes").asLong(1)), false, "");
    }

    /** What they ask for together. */
    public ResourceAmounts requests() {
        return sets.stream().map(set -> PodSchedulingSpec.of(set.pod()).requests().times(set.count()))
                .reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    /** Whether some of them claim devices. */
    public boolean claims() {
        return sets.stream()
                .anyMatch(set -> set.count() > 0 && !PodSchedulingSpec.of(set.pod()).deviceClaims().isEmpty());
    }
}
