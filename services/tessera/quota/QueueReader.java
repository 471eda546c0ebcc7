package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tessera.fit.ObjectSource;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** Reads the ClusterQueues of Kueue, in whichever version a cluster has them. Waits for the cluster. */
final class QueueReader {

    /** The newest first. */
    static final List<String> VERSIONS = List.of("v1beta2", "v1beta1");

    private final ObjectSource source;

    QueueReader(ObjectSource source) {
        this.source = source;
    }

    /**
     * What was read.
     *
     * @param gap why it could not be
     */
    record Found(List<QueueShare> shares, Optional<Problem> gap) {}

    Found read() throws Failure, InterruptedException {
        var shares = new ArrayList<QueueShare>();
        for (var version : VERSIONS) {
            try {
                boolean there = source.each(
                        new ObjectRef("kueue.x-k8s.io/" + version, "ClusterQueue", "clusterqueues", "", ""), "",
                        queue -> shares(queue, shares));
                if (there || !shares.isEmpty()) {
                    break;
                }
            } catch (Failure failure) {
                if (failure.problem().kind() != Kind.FORBIDDEN) {
                    throw failure;
                }
                return new Found(List.of(), Optional.of(failure.problem()));
            }
        }
        return new Found(shares, Optional.empty());
    }

    private static void shares(JsonNode queue, List<QueueShare> shares) {
        var spec = queue.path("spec");
        var status = queue.path("status");
        var cohort = spec.path("cohortName").asText(spec.path("cohort").asText(""));
        for (var group : spec.path("resourceGroups")) {
            for (var flavor : group.path("flavors")) {
                var name = flavor.path("name").asText();
                for (var resource : flavor.path("resources")) {
                    var what = resource.path("name").asText();
                    var use = named(named(status.path("flavorsUsage"), name).path("resources"), what);
                    shares.add(new QueueShare(queue.at("/metadata/name").asText(), cohort, name, what,
                            resource.path("nominalQuota").asText("0"), text(resource, "borrowingLimit"),
                            text(use, "total"), text(use, "borrowed"), status.path("pendingWorkloads").asLong(-1)));
                }
            }
        }
    }

    private static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false).filter(each -> each.path("name").asText().equals(name))
                .findFirst().orElseGet(() -> list.path("none"));
    }

    private static Optional<String> text(JsonNode object, String key) {
        return object.hasNonNull(key) ? Optional.of(object.path(key).asText()) : Optional.empty();
    }
}
