package tessera.lint.manifest;

import java.util.List;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestValue;

/** The number of pods that a template yields as soon as its object exists. */
public final class PodTemplateReplicaCounter {

    private static final List<String> COUNTS = List.of("replicas", "parallelism", "numOfHosts");
    private static final String LATER = "CronJob";
    private static final int MOST = 100_000;

    private PodTemplateReplicaCounter() {}

    /** Returns the number of pods; 0 for those that are created later, or are suspended. */
    public static int count(ManifestPodTemplate template) {
        var object = template.object();
        if (object.kind().equals(LATER) || object.at("spec", "suspend").isTrue()) {
            return 0;
        }
        long count = 1;
        ManifestValue value = object.root();
        for (var key : template.path()) {
            value = value.at(key);
            boolean workers = value.at("groupName").isPresent()
                    && value.at("template", "spec", "containers").isPresent();
            for (var name : COUNTS) {
                count *= workers && name.equals("replicas") ? countWorkers(value) : parseCount(value.at(name), 1);
            }
        }
        var completions = object.at("spec", "completions");
        if (object.isKind("batch", "Job") && completions.isPresent()) {
            count = Math.min(count, parseCount(completions, count));
        }
        return (int) Math.min(MOST, count * groupFactor(template));
    }

    /** Returns the workers of a Ray group, between its minimum and maximum. */
    private static long countWorkers(ManifestValue group) {
        long fewest = parseCount(group.at("minReplicas"), 0);
        if (group.at("suspend").isTrue()) {
            return 0;
        }
        return Math.max(fewest,
                Math.min(parseCount(group.at("replicas"), 0), parseCount(group.at("maxReplicas"), MOST)));
    }

    /** Returns the pods per group for a worker template, less the leader if that has a template of its own. */
    private static long groupFactor(ManifestPodTemplate template) {
        if (!template.isUnder("workerTemplate")) {
            return 1;
        }
        var group = template.object().at("spec", "leaderWorkerTemplate");
        return parseCount(group.at("size"), 1) - (group.at("leaderTemplate").isPresent() ? 1 : 0);
    }

    private static long parseCount(ManifestValue value, long usual) {
        return value.text().matches("\\d{1,6}") ? Long.parseLong(value.text()) : usual;
    }
}
