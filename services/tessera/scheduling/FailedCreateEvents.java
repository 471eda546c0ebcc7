package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.scheduling.spec.JobPods;

/** Objects whose pods are refused, so that there are none to look at, as events tell. Waits for the cluster. */
public final class FailedCreateEvents {

    /** What was refused longer ago may have been mended: so long a controller may wait before it tries again. */
    private static final Duration RECENT = Duration.ofMinutes(20);
    /** Of so many it is asked whether a pod was made since. */
    private static final int MOST_ASKED = 100;
    private static final String APPS = "apps/v1";
    private static final Set<String> ENDED = Set.of("Complete", "Failed", "SuccessCriteriaMet", "FailureTarget");
    /** Kinds that every cluster serves, with their versions. */
    private static final Map<String, String> USUAL = Map.of("Deployment", APPS, "ReplicaSet", APPS, "StatefulSet", APPS,
            "DaemonSet", APPS, "Job", "batch/v1", "ReplicationController", "v1");
    private static final String SELECTED = "fieldSelector=reason%3D";

    private final ObjectSource objects;
    private final Map<String, RefusedOwner> found = new TreeMap<>();

    private FailedCreateEvents(ObjectSource objects) {
        this.objects = objects;
    }

    /**
     * Something of which pods are refused.
     *
     * @param message what was said last
     * @param object  as it is now; empty where it was not looked at, or may not be
     */
    public record RefusedOwner(ObjectRef maker, String message, Instant last, String uid, Optional<JsonNode> object) {

        /** How many pods it lacks; 1 where that is not known. */
        public long lacking() {
            return object.map(FailedCreateEvents::missing).orElse(1L);
        }

        /** What its user knows: a Deployment rather than its ReplicaSet. */
        public ObjectRef work() {
            return object.filter(_ -> maker.kind().equals("ReplicaSet"))
                    .flatMap(each -> each.at("/metadata/ownerReferences").valueStream()
                            .filter(owner -> owner.path("controller").asBoolean()).findFirst())
                    .map(owner -> ref(owner, maker.namespace())).orElse(maker);
        }
    }

    /**
     * Those that lack pods still.
     *
     * @param namespace whose; empty for all
     * @param snapshot  by whose server's clock it is told what is long past
     */
    public static List<RefusedOwner> read(ObjectSource objects, String namespace, Snapshot snapshot, Instant now)
            throws Failure, InterruptedException {
        var refusals = new FailedCreateEvents(objects);
        objects.each(EventQueries.in(namespace), SELECTED + "FailedCreate", refusals::take);
        var still = new ArrayList<RefusedOwner>();
        int asked = 0;
        for (var refused : refusals.found.values()) {
            if (snapshot.age(refused.last(), now).compareTo(RECENT) >= 0) {
                continue;
            }
            if (asked++ >= MOST_ASKED) {
                still.add(refused);
            } else if (!refusals.overcome(refused)) {
                refusals.looked(refused).ifPresent(still::add);
            }
        }
        return still;
    }

    /** With the object; empty where that is gone, or has all the pods it wants by now. */
    private Optional<RefusedOwner> looked(RefusedOwner refused) throws Failure, InterruptedException {
        try {
            var object = objects.object(refused.maker());
            if (object.isEmpty() && refused.maker().apiVersion().isEmpty()) {
                // Where it would be is not known, so that nobody can tell that it is gone.
                return Optional.of(refused);
            }
            return object.filter(each -> missing(each) > 0)
                    .map(each -> new RefusedOwner(refused.maker(), refused.message(), refused.last(), refused.uid(),
                            Optional.of(each)));
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return Optional.of(refused);
        }
    }

    /** How many pods something lacks, as far as it says; at least 1 where it does not say. */
    static long missing(JsonNode maker) {
        var spec = maker.path("spec");
        var status = maker.path("status");
        if (SuspensionRules.of(maker).filter(how -> how.on(maker) || how.over(maker)).isPresent()) {
            return 0;
        }
        return switch (maker.path("kind").asText()) {
            case "Job" -> ENDED.stream().anyMatch(type -> StatusConditions.holds(maker, type)) ? 0
                    : JobPods.wanted(maker) - status.path("active").asLong();
            case "DaemonSet" ->
                status.path("desiredNumberScheduled").asLong() - status.path("currentNumberScheduled").asLong();
            case "ReplicaSet", "StatefulSet", "ReplicationController" ->
                spec.path("replicas").asLong(1) - status.path("replicas").asLong();
            default -> 1;
        };
    }

    private void take(JsonNode event) {
        var about = event.path("involvedObject");
        var maker = ref(about, about.path("namespace").asText());
        EventQueries.last(event).ifPresent(last -> found.merge(maker.kind() + " " + maker.place(),
                new RefusedOwner(maker, event.path("message").asText().strip(), last, about.path("uid").asText(),
                        Optional.empty()),
                (one, other) -> other.last().isBefore(one.last()) ? one : other));
    }

    /** Where those of other kinds are only the cluster knows. Old clients leave the version out. */
    private static ObjectRef ref(JsonNode told, String namespace) {
        var kind = told.path("kind").asText();
        var version = told.path("apiVersion").asText();
        var usual = USUAL.getOrDefault(kind, "");
        var name = told.path("name").asText();
        boolean known = !usual.isEmpty()
                && (version.isEmpty() || ObjectRef.group(version).equals(ObjectRef.group(usual)));
        return known ? new ObjectRef(version.isEmpty() ? usual : version, kind, kind.toLowerCase(Locale.ROOT) + "s",
                namespace, name) : ObjectRef.unplaced(version, kind, namespace, name);
    }

    /** Whether a pod was made since. */
    private boolean overcome(RefusedOwner refused) throws Failure, InterruptedException {
        if (!EventQueries.named(refused.uid())) {
            return false;
        }
        var made = new AtomicBoolean();
        objects.each(EventQueries.in(refused.maker().namespace()),
                SELECTED + "SuccessfulCreate%2CinvolvedObject.uid%3D" + refused.uid(),
                event -> EventQueries.last(event).filter(refused.last()::isBefore).ifPresent(_ -> made.set(true)));
        return made.get();
    }
}
