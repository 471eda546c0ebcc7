package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tessera.fit.Kueue;
import tessera.fit.ObjectSource;
import tessera.model.Failure;
import tessera.model.Problem;

/** Reads the ClusterQueues of Kueue, in whichever version a cluster has them. Waits for the cluster. */
final class QueueReader {

    private final ObjectSource source;

    QueueReader(ObjectSource source) {
        this.source = source;
    }

    /**
     * What was read.
     *
     * @param gap why not all could be
     */
    record Found(List<QueueShare> shares, Optional<Problem> gap) {}

    Found read() throws Failure, InterruptedException {
        var shares = new ArrayList<QueueShare>();
        var gap = new Kueue(source).each("ClusterQueue", "clusterqueues", "", queue -> shares(queue, shares));
        return new Found(shares, gap);
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
