package tessera.lint.manifest;

import java.util.List;
import tessera.lint.source.ManifestValue;

/** How many pods are made of a template as soon as its object is there. */
public final class ReplicaCount {

    private static final List<String> COUNTS = List.of("replicas", "parallelism", "numOfHosts");
    private static final String LATER = "CronJob";
    private static final int MOST = 100_000;

    private ReplicaCount() {}

    /** None of those that are made later, or that are held back. */
    public static int of(PodTemplate template) {
        var object = template.object();
        if (object.kind().equals(LATER) || object.at("spec", "suspend").isTrue()) {
            return 0;
        }
        long count = 1;
        ManifestValue value = object.root();
        for (var key : template.path()) {
            value = value.at(key);
            boolean workers = value.at("groupName").present() && value.at("template", "spec", "containers").present();
            for (var name : COUNTS) {
                count *= workers && name.equals("replicas") ? workers(value) : number(value.at(name), 1);
            }
        }
        var completions = object.at("spec", "completions");
        if (object.is("batch", "Job") && completions.present()) {
            count = Math.min(count, number(completions, count));
        }
        return (int) Math.min(MOST, count * ofGroup(template));
    }

    /** Of a group of Ray's as many as are wanted, and no more and no fewer than it says. */
    private static long workers(ManifestValue group) {
        long fewest = number(group.at("minReplicas"), 0);
        return group.at("suspend").isTrue() ? 0
                : Math.max(fewest, Math.min(number(group.at("replicas"), 0), number(group.at("maxReplicas"), MOST)));
    }

    /** Of a group of pods one leads, and it may have a template of its own. */
    private static long ofGroup(PodTemplate template) {
        if (!template.under("workerTemplate")) {
            return 1;
        }
        var group = template.object().at("spec", "leaderWorkerTemplate");
        return number(group.at("size"), 1) - (group.at("leaderTemplate").present() ? 1 : 0);
    }

    private static long number(ManifestValue value, long usual) {
        return value.text().matches("\\d{1,6}") ? Long.parseLong(value.text()) : usual;
    }
}
