package tessera.doctor;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.fit.Fit;
import tessera.insight.Fleet;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.SourceHealth;
import tessera.stack.GpuStack;

/**
 * All that is known when the examination begins.
 *
 * @param alerts  what the rules find
 * @param stack   the GPU stack; empty where it could not be read
 * @param waiting pods that wait for a node, one for each group that is alike
 * @param underused pods whose GPUs have little to do
 * @param boards    devices that several pods share and that have little to do
 * @param written   what pods in trouble wrote last, by their keys
 * @param notes   what was noted of objects that could not be made
 * @param limits  of namespaces that do other than they seem to
 * @param skipped what could not be read, a sentence each
 */
public record Known(Fleet fleet, AlertRules rules, AlertsState alerts, Optional<GpuStack> stack,
        List<Waiting> waiting, List<Underused> underused, List<Board> boards,
        Map<String, List<String>> written, List<Note> notes, List<Limit> limits,
        List<String> skipped,
        Instant now) {

    public Known {
        waiting = List.copyOf(waiting);
        underused = List.copyOf(underused);
        boards = List.copyOf(boards);
        written = Map.copyOf(written);
        notes = List.copyOf(notes);
        limits = List.copyOf(limits);
        skipped = List.copyOf(skipped);
    }

    /**
     * Pods that wait and are alike.
     *
     * @param fit of the first of them
     */
    public record Waiting(List<PodFacts> pods, Fit fit) {

        public Waiting {
            pods = List.copyOf(pods);
        }
    }

    /**
     * A pod whose GPUs have little to do.
     *
     * @param id in the matrix: the likely cause
     */
    public record Underused(String id, PodFacts pod, List<String> evidence) {

        public Underused {
            evidence = List.copyOf(evidence);
        }
    }

    /**
     * A device that several pods share and that has little to do.
     *
     * @param device what names it on its node
     */
    public record Board(String node, String device, List<String> evidence) {

        public Board {
            evidence = List.copyOf(evidence);
        }
    }

    /**
     * An event that says that something could not be made.
     *
     * @param object as kubectl names it
     * @param range  of limits that refuses it; empty where it is about none, or not known which
     */
    public record Note(String object, String message, Optional<String> range) {

        private static final String IN = " -n ";
        private static final Pattern QUOTA = Pattern.compile("exceeded quota: ([a-z0-9.-]*[a-z0-9])");

        /** One of which it is not known yet whether a range of limits refuses it. */
        Note(String object, String message) {
            this(object, message, Optional.empty());
        }

        /** The change of the quota that is used up, or of the range of limits that refuses it; empty where it is about none. */
        Optional<Mending> mending() {
            return QUOTA.matcher(message).results().findFirst()
                    .<Mending>map(quota -> new Mending.ChangeQuota(namespace(), quota.group(1)))
                    .or(() -> range.map(name -> new Mending.ChangeLimits(namespace(), name)));
        }

        String namespace() {
            int at = object.indexOf(IN);
            return at < 0 ? "" : object.substring(at + IN.length());
        }

        /** Its kind and name. */
        String name() {
            int at = object.indexOf(IN);
            return at < 0 ? object : object.substring(0, at);
        }
    }

    /**
     * An entry of a quota or limit range that means something else than it seems to.
     *
     * @param id     in the matrix
     * @param object a quota or range of limits
     */
    public record Limit(String id, ObjectRef object, String what) {

        Mending mending() {
            return object.kind().equals("ResourceQuota") ? new Mending.ChangeQuota(object.namespace(), object.name())
                    : new Mending.ChangeLimits(object.namespace(), object.name());
        }

        /** As kubectl names it. */
        String named() {
            return "%s/%s -n %s".formatted(object.resource(), object.name(), object.namespace());
        }
    }

    /** Why no node is seen; empty where those that are seen are all. */
    Optional<Problem> nodesUnseen() {
        return fleet.snapshot().nodeHealth() instanceof SourceHealth.Absent(var why) ? Optional.of(why)
                : Optional.empty();
    }

    Map<String, PodFacts> everyPod() {
        var pods = new TreeMap<String, PodFacts>();
        fleet.snapshot().nodes().forEach(node -> node.pods().forEach(pod -> pods.put(pod.key(), pod)));
        fleet.snapshot().unbound().forEach(pod -> pods.put(pod.key(), pod));
        return pods;
    }
}
